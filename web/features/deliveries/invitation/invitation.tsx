import { useQuery } from '@tanstack/react-query';
import { termsTrip } from '#shared/deliveries/agreement.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { OfferDialog } from '#web/features/deliveries/agreement/offer-dialog.tsx';
import { suggestedPrice } from '#web/features/deliveries/invitation/suggested-price.ts';
import { tripsQuery } from '#web/features/trips/api.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface InvitationProps {
  parcel: Parcel;
  tripId: string;
  memberId: string;
  onClose: () => void;
}

/** An owner's offer to the traveller of a trip, at its price. The trip is read, because cards name no traveller. */
export function Invitation({ parcel, tripId, memberId, onClose }: InvitationProps) {
  const reading = useQuery(tripsQuery('readTrip', { params: { tripId } }));
  const trip = reading.data;
  if (!trip)
    return (
      <Dialog open onClose={onClose} title="Confier ce colis">
        {reading.error ? (
          <LoadFailed error={reading.error} onRetry={() => void reading.refetch()} />
        ) : (
          <Loading>
            <Skeleton height="12rem" />
          </Loading>
        )}
      </Dialog>
    );
  return (
    <OfferDialog
      parcel={parcel}
      memberId={memberId}
      other={trip.owner}
      offer={undefined}
      invitation={{ trip: termsTrip(trip), price: suggestedPrice(trip, parcel) }}
      title={`Confier ce colis à ${trip.owner.firstName}`}
      onClose={onClose}
    />
  );
}
