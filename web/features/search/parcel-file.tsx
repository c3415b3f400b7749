import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { isolated } from '#shared/values/typed/characters.ts';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { useRenewedLink } from '#web/lib/api/use-renewed-link.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import '#web/features/search/search.css';

export function ParcelFile({ parcelId, kind, title }: { parcelId: string; kind: 'image' | 'pdf'; title: string }) {
  const link = useQuery({
    ...parcelsQuery('parcelFile', { params: { parcelId } }),
    staleTime: 60_000,
    // A document may be opened after its link has expired; a picture is loaded by then.
    refetchInterval: ({ state }) =>
      kind === 'pdf' && state.data ? Math.max(30_000, Date.parse(state.data.expiresAt) - Date.now() - 30_000) : false,
  });
  return (
    <>
      <h3>Photo</h3>
      {link.isError ? (
        <ErrorPanel message="Impossible de charger l'image" onRetry={() => void link.refetch()} />
      ) : kind === 'pdf' ? (
        <p>
          <Button as="a" href={link.data?.url} download aria-disabled={!link.data}>
            <FileText size={20} aria-hidden="true" /> Voir le document
          </Button>
        </p>
      ) : (
        <div className="parcel-photo">
          {link.data && (
            <Picture url={link.data.url} alt={`Colis : ${isolated(title)}`} onExpired={() => void link.refetch()} />
          )}
        </div>
      )}
    </>
  );
}

/** A picture whose expired link is renewed by `onExpired`. */
function Picture({ url, alt, onExpired }: { url: string; alt: string; onExpired: () => void }) {
  const { isBroken, onError } = useRenewedLink(url, onExpired);
  return isBroken ? (
    <ErrorPanel message="Impossible de charger l'image" />
  ) : (
    <img src={url} alt={alt} onError={onError} />
  );
}
