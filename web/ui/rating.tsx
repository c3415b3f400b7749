import { Star } from 'lucide-react';
import { numberText } from '#shared/values/formats.ts';

interface RatingProps {
  average: number | undefined;
  count: number | undefined;
  without?: string;
}

/** « Note moyenne 4,3 sur 5, 12 avis »; « — » if the rating could not be read. */
export function Rating({ average, count, without = "Pas encore d'avis" }: RatingProps) {
  if (average === undefined || count === undefined) {
    return (
      <span className="muted">
        <span aria-hidden="true">—</span>
        <span className="visually-hidden">Note indisponible</span>
      </span>
    );
  }
  if (count === 0) return <span className="muted">{without}</span>;
  const note = numberText(average, { maximumFractionDigits: 1 });
  return (
    <span className="rating">
      <Star className="rating__star" size={18} aria-hidden="true" />
      <span aria-hidden="true">
        {note} <span className="muted">({count} avis)</span>
      </span>
      <span className="visually-hidden">
        Note moyenne {note} sur 5, {count} avis
      </span>
    </span>
  );
}
