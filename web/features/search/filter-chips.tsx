import { X } from 'lucide-react';
import type { ListingKind } from '#shared/search/filter.ts';
import { chipsOf, routeChipsOf } from '#web/features/search/chips.ts';
import { cleared, type Filters } from '#web/features/search/filters.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/search/search.css';

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
