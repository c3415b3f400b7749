import { useQueries } from '@tanstack/react-query';
import type { ListingKind } from '#shared/search/filter.ts';
import { CorridorLink } from '#web/features/corridors/corridor-link.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { chipsOf } from '#web/features/search/chips.ts';
import { type Filters, toQuery } from '#web/features/search/filters.ts';
import '#web/features/search/search.css';

const most = 6;

interface EmptyAdviceProps {
  kind: ListingKind;
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/**
 * Which filter to take away when nothing is found: each of them without which something is. Between two places of the
 * list, also the way to the page of their corridor.
 */
export function EmptyAdvice({ kind, filters, onChange }: EmptyAdviceProps) {
  const chips = chipsOf(filters, kind).slice(0, most);
  const row = kind === 'parcel' ? 'searchParcels' : 'searchTrips';
  const answers = useQueries({
    queries: chips.map(({ without }) => searchQuery(row, { query: toQuery(without, kind) })),
  });
  const ways = chips.flatMap((chip, index) => {
    const { items = [], next } = answers[index]?.data ?? {};
    return items.length > 0 ? [{ ...chip, count: `${items.length}${next ? '+' : ''}` }] : [];
  });
  const route = <CorridorLink kind={kind} {...filters} what="Colis et trajets" />;
  if (ways.length === 0)
    return answers.some(({ isPending }) => isPending) ? null : (
      <>
        <p>Aucun de ces filtres n'est seul en cause : élargissez les villes ou la date.</p>
        {route}
      </>
    );
  return (
    <>
      <p>Retirez un filtre :</p>
      <ul className="empty-advice">
        {ways.map(({ label, without, count }) => (
          <li key={label}>
            <button type="button" className="filter-chip" onClick={() => onChange(without)}>
              <bdi>
                Sans « {label} » ({count})
              </bdi>
            </button>
          </li>
        ))}
      </ul>
      {route}
    </>
  );
}
