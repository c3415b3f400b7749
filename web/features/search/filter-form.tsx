import { ArrowLeftRight, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { dateProblem, type Filters, type Side } from '#web/features/search/filters.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { CountryField } from '#web/forms/place/country-field.tsx';
import { PlaceField, type PlaceValue } from '#web/forms/place/place-field.tsx';
import { Button } from '#web/ui/button.tsx';
import '#web/features/search/search.css';

interface FilterFormProps {
  isInSheet?: boolean;
  filters: Filters;
  isReady: boolean;
  onChange: (filters: Filters) => void;
  onSearch: () => void;
}

export function FilterForm({ isInSheet = false, filters, isReady, onChange, onSearch }: FilterFormProps) {
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(!isReady);
    if (isReady) onSearch();
  };
  const field = (name: string) =>
    ({ name, id: fieldId(isInSheet ? `sheet-${name}` : name), optional: 'silent' }) as const;
  const side = (end: 'from' | 'to', city: string, country: string) => (
    <>
      <PlaceField
        label={city}
        {...field(`${end}City`)}
        value={filters[end]}
        onChange={(place) => onChange({ ...filters, [end]: withTyped(place, filters[end]) })}
      />
      <CountryField
        label={country}
        {...field(`${end}Country`)}
        value={filters[end].countryCode ?? ''}
        onChange={(code) =>
          onChange({ ...filters, [end]: { city: filters[end].city, countryCode: code || undefined } })
        }
        typed={filters[end].country ?? ''}
        onType={(typed) => onChange({ ...filters, [end]: { city: filters[end].city, country: typed } })}
      />
    </>
  );
  return (
    <search aria-label="Rechercher des colis et des trajets">
      <form className={`card search-form${isInSheet ? ' search-form--sheet' : ''}`} noValidate onSubmit={submit}>
        {side('from', 'Ville de départ', 'Pays de départ')}
        <button
          type="button"
          className="icon-button search-form__swap"
          aria-label="Inverser départ et arrivée"
          onClick={() => onChange({ ...filters, from: filters.to, to: filters.from })}
        >
          <ArrowLeftRight aria-hidden="true" />
        </button>
        {side('to', "Ville d'arrivée", "Pays d'arrivée")}
        <div className="search-form__date">
          <DateField
            label="Date"
            {...field('date')}
            value={filters.date}
            error={tried ? dateProblem(filters.date) : undefined}
            onChange={(date) => onChange({ ...filters, date })}
          />
        </div>
        <Button type="submit" variant="primary" className="search-form__submit">
          <Search size={20} aria-hidden="true" /> Rechercher
        </Button>
      </form>
    </search>
  );
}

/** The place, with the typed country text while the place has no country. */
const withTyped = (place: PlaceValue, { country }: Side): Side =>
  place.countryCode || !country ? place : { ...place, country };
