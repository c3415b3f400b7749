import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closenessLabels } from '#shared/matching/contract.ts';
import type { TripCard } from '#shared/search/contract.ts';
import { typedKilos } from '#shared/values/typed/numbers.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { Invitation } from '#web/features/deliveries/invitation/invitation.tsx';
import { tripsForQuery } from '#web/features/matching/api.ts';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/features/search/search.css';

interface TravellersDialogProps {
  parcel: ActParcel;
  onClose: () => void;
}

/** « Voyageurs compatibles »: the trips that could take the member's own parcel, each with an invitation. */
export function TravellersDialog({ parcel, onClose }: TravellersDialogProps) {
  const found = useQuery({
    ...tripsForQuery({
      ...parcel,
      weight: typedKilos(parcel.weightGrams),
      isFragile: parcel.isFragile ?? false,
      hasElectronics: parcel.hasElectronics ?? false,
    }),
    staleTime: 30_000,
  });
  const sent = useQuery(deliveriesQuery('myRequests', { query: { direction: 'sent' } }));
  const [chosen, setChosen] = useState<TripCard>();
  const isVerified = useSession().me?.status === 'approved';
  const trips = found.data?.items;
  const isOffered = ({ id }: TripCard) =>
    sent.data?.items.some(({ id: about, situation: { offer } }) => about === parcel.id && offer?.trip?.id === id);
  if (chosen)
    return (
      <Invitation parcel={parcel} tripId={chosen.id} memberId={parcel.ownerId} onClose={() => setChosen(undefined)} />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Voyageurs compatibles"
      size="large"
      footer={<Button onClick={onClose}>Fermer</Button>}
    >
      {found.error && <LoadFailed error={found.error} onRetry={() => void found.refetch()} />}
      {!trips && !found.error && <CardSkeletons count={3} />}
      {trips?.length === 0 && (
        <EmptyState title="Aucun voyageur sur ce trajet pour le moment">
          <p>Votre annonce leur reste visible.</p>
        </EmptyState>
      )}
      {trips && trips.length > 0 && !isVerified && (
        <p className="muted">Vous pourrez confier ce colis dès que votre identité sera vérifiée.</p>
      )}
      {trips && trips.length > 0 && (
        <ul className="card-grid">
          {trips.map((trip) => (
            <li key={trip.id} className="card stack">
              <TripFacts trip={trip} level="h3" />
              <MemberLine member={trip.owner} />
              <Badge tone={trip.closeness === 'exact' ? 'success' : 'neutral'}>{closenessLabels[trip.closeness]}</Badge>
              {!isVerified ? null : isOffered(trip) ? (
                <p className="muted">Proposition envoyée</p>
              ) : (
                <Button onClick={() => setChosen(trip)}>
                  Confier ce colis <span className="visually-hidden">à {trip.owner.firstName}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
