import { Search, X } from 'lucide-react';
import type { FilterPart, ListingKind } from '#shared/search/filter.ts';
import { shortDay } from '#shared/values/time.ts';
import { chipsOf, routeChipsOf } from '#web/features/search/chips.ts';
import { type Choice, choicesOf, orderOf, togglesOf } from '#web/features/search/filter-words.ts';
import { cleared, endText, type Filters } from '#web/features/search/filters.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/search/search.css';
import '#web/forms/field.css';

interface FilterBarProps {
  kind: ListingKind;
  parts: readonly FilterPart[];
  onChange: (parts: FilterPart[]) => void;
}

/** The order of the list and its filters besides route and date, in one row: on phones it scrolls sideways. */
export function FilterBar({ kind, parts, onChange }: FilterBarProps) {
  const has = (part: FilterPart) => parts.includes(part);
  const choose = ({ options }: Choice, chosen: FilterPart | undefined) => {
    const others = parts.filter((part) => !options.some((option) => option.part === part));
    onChange(chosen ? [...others, chosen] : others);
  };
  return (
    <fieldset className="filter-bar needs-scripts">
      <legend className="visually-hidden">Ordre et filtres</legend>
      {[orderOf[kind], ...choicesOf[kind]].map((choice) => {
        const chosen = choice.options.find(({ part }) => has(part))?.part;
        return (
          <select
            key={choice.label}
            className="filter-bar__item select-arrow"
            aria-label={choice.label}
            data-chosen={chosen !== undefined || undefined}
            value={chosen ?? ''}
            onChange={({ target }) => choose(choice, choice.options.find(({ part }) => part === target.value)?.part)}
          >
            <option value="">{choice.none}</option>
            {choice.options.map(({ part, text }) => (
              <option key={part} value={part}>
                {text}
              </option>
            ))}
          </select>
        );
      })}
      {togglesOf[kind].map(({ part, text }) => (
        <button
          key={part}
          type="button"
          className="filter-bar__item"
          aria-pressed={has(part)}
          data-chosen={has(part) || undefined}
          onClick={() => onChange(has(part) ? parts.filter((other) => other !== part) : [...parts, part])}
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}

export const SearchPill = ({ filters: { from, to, date }, onOpen }: { filters: Filters; onOpen: () => void }) => (
  <button type="button" className="search-pill needs-scripts" aria-haspopup="dialog" onClick={onOpen}>
    <Search size={20} aria-hidden="true" />
    <span className="visually-hidden">Rechercher : </span>
    <span className="search-pill__text">
      <bdi translate={endText(from) ? 'no' : undefined}>{endText(from) ?? "D'où ?"}</bdi> →{' '}
      <bdi translate={endText(to) ? 'no' : undefined}>{endText(to) ?? 'Où ?'}</bdi>
    </span>
    <span className="search-pill__date">· {date ? shortDay(date) : 'Quand ?'}</span>
  </button>
);

interface FilterChipsProps {
  kind: ListingKind;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** The filters by route and date, each removable, and all of them together. The others are in the bar. */
export function FilterChips({ kind, filters, onChange }: FilterChipsProps) {
  if (chipsOf(filters, kind).length === 0) return null;
  return (
    <ul className="cluster filter-chips" aria-label="Filtres actifs">
      {routeChipsOf(filters).map(({ label, without }) => (
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
        <Button variant="link" size="small" onClick={() => onChange(cleared(filters))}>
          Effacer les filtres
        </Button>
      </li>
    </ul>
  );
}
