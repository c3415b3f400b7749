import { useQuery } from '@tanstack/react-query';
import { termsTrip } from '#shared/deliveries/agreement.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import type { Money } from '#shared/values/fields.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { OfferDialog } from '#web/features/deliveries/agreement/offer-dialog.tsx';
import { tripsQuery } from '#web/features/trips/api.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** The price that an owner finds in the field: the trip's for this weight, else the one that the parcel announces. */
export function suggestedPrice(
  { priceType, price }: Pick<Trip, 'priceType' | 'price'>,
  parcel: Pick<ActParcel, 'weightGrams' | 'price'>,
): Money | undefined {
  if (!price || priceType === 'negotiable') return parcel.price;
  if (priceType === 'fixed') return price;
  return { ...price, amount: Math.round((price.amount * parcel.weightGrams) / 1000) };
}

interface InvitationProps {
  parcel: ActParcel;
  tripId: string;
  memberId: string;
  onClose: () => void;
}

/** An owner's offer to the traveller of a trip, at its price. The trip is read, because cards name no traveller. */
export function Invitation({ parcel, tripId, memberId, onClose }: InvitationProps) {
  const reading = useQuery(tripsQuery('readTrip', { params: { tripId } }));
  const trip = reading.data;
  const { situation } = parcel;
  if (!trip || !situation)
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
  const hasRoom = freeGrams(trip) >= situation.terms.grams;
  const named = { ...termsTrip(trip, parcel), ...(hasRoom ? {} : { obstacle: 'full' as const }) };
  return (
    <OfferDialog
      {...{ parcel, situation, memberId, onClose }}
      other={trip.owner}
      invitation={{ trip: named, price: suggestedPrice(trip, parcel) }}
    />
  );
}
