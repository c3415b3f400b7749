import { Search } from 'lucide-react';
import { shortDay } from '#shared/values/time.ts';
import { endText, type Filters } from '#web/features/search/filters.ts';
import '#web/features/search/search.css';

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
