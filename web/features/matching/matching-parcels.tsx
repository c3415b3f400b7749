import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { closenessLabels } from '#shared/matching/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { isFull } from '#shared/trips/fields.ts';
import { AlertOffer } from '#web/features/alerts/alert-offer.tsx';
import { wishForTrip } from '#web/features/alerts/wish.ts';
import { matchingQuery } from '#web/features/matching/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/search/search.css';

/** Whether senders find the trip while it waits for parcels. */
function seenText(trip: Trip): string {
  if (isFull(trip)) return 'Tous ses kilos sont réservés.';
  return trip.adminStatus === 'approved'
    ? 'Votre trajet reste visible des expéditeurs, qui peuvent vous contacter.'
    : 'Les expéditeurs verront votre trajet après validation, sous 24 à 48 heures.';
}

interface MatchingParcelsProps {
  tripId: string;
  /** Its facts, for an alert; absent until they are known. */
  trip: Trip | undefined;
  onClose: () => void;
}

/** Parcels on the route of the member's own trip, best match first. Each card opens the parcel in the search. */
export function MatchingParcels({ tripId, trip, onClose }: MatchingParcelsProps) {
  const found = useQuery({ ...matchingQuery('matchingParcels', { params: { tripId } }), staleTime: 30_000 });
  const parcels = found.data?.items;
  const offer = (variant: 'default' | 'primary') =>
    trip && <AlertOffer wish={wishForTrip(trip)} text="Me prévenir des nouveaux colis" variant={variant} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Colis compatibles"
      size="large"
      footer={
        <>
          {parcels && parcels.length > 0 && offer('default')}
          <Button onClick={onClose}>Fermer</Button>
        </>
      }
    >
      {found.error && <LoadFailed error={found.error} onRetry={() => void found.refetch()} />}
      {!parcels && !found.error && <CardSkeletons count={3} />}
      {parcels?.length === 0 && (
        <EmptyState
          title="Aucun colis sur votre trajet pour le moment"
          action={
            offer('primary') ?? (
              <Button as={Link} variant="primary" to={paths.findParcels}>
                Voir tous les colis
              </Button>
            )
          }
        >
          {trip && <p>{seenText(trip)}</p>}
        </EmptyState>
      )}
      {parcels && parcels.length > 0 && (
        <ul className="card-grid">
          {parcels.map(({ closeness, ...parcel }) => (
            <ParcelCard key={parcel.id} parcel={parcel} to={withQuery(paths.findParcels, { parcel: parcel.id })}>
              <Badge tone={closeness === 'exact' ? 'success' : 'neutral'}>{closenessLabels[closeness]}</Badge>
            </ParcelCard>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
