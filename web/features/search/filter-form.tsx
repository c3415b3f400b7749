import { Search, SlidersHorizontal, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { chipsOf, type Filters, noFilters, type Side } from '#web/features/search/filters.ts';
import { DateField } from '#web/forms/date/date-field.tsx';
import { CountryField } from '#web/forms/place/country-field.tsx';
import { PlaceField, type PlaceValue } from '#web/forms/place/place-field.tsx';
import '#web/features/search/search.css';

type FilterFormProps = {
  filters: Filters;
  /** The date is empty or a valid day. */
  isReady: boolean;
  onChange: (filters: Filters) => void;
  onSearch: () => void;
};

/** The fields of a search; on a phone the countries are behind « Plus de filtres », so that results are in view. */
export function FilterForm({ filters, isReady, onChange, onSearch }: FilterFormProps) {
  const [showsMore, setShowsMore] = useState(false);
  const [tried, setTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(!isReady);
    if (isReady) onSearch();
  };
  const side = (name: 'from' | 'to', city: string, country: string) => (
    <>
      <PlaceField
        label={city}
        name={`${name}City`}
        optional="silent"
        value={filters[name]}
        onChange={(place) => onChange({ ...filters, [name]: withTyped(place, filters[name]) })}
      />
      <div className="search-form__country">
        <CountryField
          label={country}
          name={`${name}Country`}
          optional="silent"
          value={filters[name].countryCode ?? ''}
          onChange={(code) =>
            onChange({ ...filters, [name]: { city: filters[name].city, countryCode: code || undefined } })
          }
          typed={filters[name].country ?? ''}
          onType={(country) => onChange({ ...filters, [name]: { city: filters[name].city, country } })}
        />
      </div>
    </>
  );
  return (
    <search aria-label="Rechercher des colis et des trajets">
      <form className={`card search-form${showsMore ? ' search-form--more' : ''}`} noValidate onSubmit={submit}>
        {side('from', 'Ville de départ', 'Pays de départ')}
        {side('to', "Ville d'arrivée", "Pays d'arrivée")}
        <DateField
          label="Date"
          name="date"
          optional="silent"
          value={filters.date}
          error={tried && !isReady ? 'Cette date est incorrecte. Exemple : 25/12/2026' : undefined}
          onChange={(date) => onChange({ ...filters, date })}
        />
        <button type="submit" className="amplify-button amplify-button--primary search-form__submit">
          <Search size={20} aria-hidden="true" /> Rechercher
        </button>
        <button
          type="button"
          className="amplify-button amplify-button--link search-form__toggle"
          aria-expanded={showsMore}
          onClick={() => setShowsMore(!showsMore)}
        >
          <SlidersHorizontal size={20} aria-hidden="true" /> {showsMore ? 'Moins de filtres' : 'Plus de filtres'}
        </button>
      </form>
    </search>
  );
}

/** The place, with the typed country text while the place has no country. */
const withTyped = (place: PlaceValue, { country }: Side): Side =>
  place.countryCode || !country ? place : { ...place, country };

/** The filters in force, each removable, and all at once. */
export function FilterChips({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const chips = chipsOf(filters);
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label="Filtres actifs">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <button
            type="button"
            className="filter-chip"
            aria-label={`Retirer le filtre ${label}`}
            onClick={() => onChange(without)}
          >
            <bdi>{label}</bdi> <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="amplify-button amplify-button--link amplify-button--small"
          onClick={() => onChange(noFilters)}
        >
          Effacer les filtres
        </button>
      </li>
    </ul>
  );
}
