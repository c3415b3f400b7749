import { Suspense } from 'react';
import type { ListingKind } from '#shared/search/filter.ts';
import { paths } from '#shared/site/paths.ts';
import { type Filters, hasSide } from '#web/features/search/filters.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import '#web/features/search/search.css';

const AlertOffer = lazyPart(() => import('#web/features/alerts/alert-offer.tsx').then((file) => file.AlertOffer));

interface SearchAlertProps {
  kind: ListingKind;
  filters: Filters;
  isPrimary?: boolean;
  /** The list is known; until then its place stays empty, so that nothing moves. */
  isReady: boolean;
  after: string;
}

/** « Créer une alerte » for a search with a side; `?alert=new` opens its dialog. */
export function SearchAlert({ kind, filters, isPrimary = false, isReady, after }: SearchAlertProps) {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const forget = () => {
    if (params.has('alert')) setParams((current) => (current.delete('alert'), current), { replace: true });
  };
  if (!hasSide(filters)) return null;
  return (
    <div className="find-results__offer needs-scripts">
      {isReady && (
        <Suspense fallback={null}>
          <AlertOffer
            wish={{ kind, ...filters }}
            variant={isPrimary ? 'primary' : 'default'}
            after={after}
            startsOpen={params.get('alert') === 'new'}
            onClose={forget}
          />
        </Suspense>
      )}
    </div>
  );
}
