import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { farDay, isDay, isFar } from '#shared/values/time.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { Button } from '#web/ui/button.tsx';
import '#web/features/home/home.css';

/** The start of a search: opens /find-parcels with the same filters in its address. */
export function SearchStrip() {
  const navigate = useNavigate();
  const [fromCity, setFromCity] = useState('');
  const [toCity, setToCity] = useState('');
  const [date, setDate] = useState('');
  const [dateError, setDateError] = useState<string>();

  const search = (event: FormEvent) => {
    event.preventDefault();
    if (date && !isDay(date)) return setDateError('Cette date est incorrecte. Exemple : 25/12/2026');
    if (isFar(date)) return setDateError(farDay);
    const [from, to] = [tidyLine(fromCity) || undefined, tidyLine(toCity) || undefined];
    void navigate(withQuery(paths.findParcels, { fromCity: from, toCity: to, date: date || undefined }));
  };
  return (
    <form
      className="card search-strip"
      aria-label="Rechercher des colis et des trajets"
      action={paths.findParcels}
      noValidate
      onSubmit={search}
    >
      <TextField
        label="Ville de départ"
        name="fromCity"
        placeholder="Paris"
        optional="silent"
        value={fromCity}
        onChange={(event) => setFromCity(event.target.value)}
      />
      <TextField
        label="Ville d'arrivée"
        name="toCity"
        placeholder="Alger"
        optional="silent"
        value={toCity}
        onChange={(event) => setToCity(event.target.value)}
      />
      <DateField
        label="Date"
        name="date"
        optional="silent"
        value={date}
        error={dateError}
        onChange={(value) => {
          setDate(value);
          setDateError(undefined);
        }}
      />
      <Button type="submit" variant="primary">
        <Search size={20} aria-hidden="true" /> Rechercher
      </Button>
    </form>
  );
}
