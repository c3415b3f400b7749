import { useState } from 'react';
import { Link } from 'react-router-dom';
import { takesKind } from '#shared/matching/rules.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { weightText } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { shortDay } from '#shared/values/time.ts';
import { isLate, isOnRoute, lateText, reasonAgainst } from '#web/features/deliveries/agreement/trip-fit.ts';
import { Invitation } from '#web/features/deliveries/invitation/invitation.tsx';
import { useListedParcels } from '#web/features/parcels/use-own-parcels.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

interface EntrustDialogProps {
  trip: Trip;
  memberId: string;
  onClose: () => void;
}

/** The member's listed parcels of a kind that the trip takes, the best first; one is offered to the traveller. */
export function EntrustDialog({ trip, memberId, onClose }: EntrustDialogProps) {
  const list = useListedParcels();
  const [chosen, setChosen] = useState<Parcel>();
  const parcels = list.parcels
    ?.filter((parcel) => takesKind(trip, parcel))
    .toSorted((one, other) => rankOf(trip, one) - rankOf(trip, other));
  const isNone = parcels?.every(({ weightGrams }) => reasonAgainst(trip, weightGrams));
  if (chosen) return <Invitation parcel={chosen} tripId={trip.id} memberId={memberId} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Confier un colis" size="small">
      {list.error && !parcels && (
        <LoadFailed title={messagingWords.parcelFailed} error={list.error} onRetry={list.retry} />
      )}
      {!parcels && !list.error && <CardSkeletons count={2} />}
      {isNone && !list.more.hasMore && (
        <EmptyState
          title="Aucun de vos colis en ligne ne va avec ce trajet."
          action={
            <Button as={Link} variant="primary" to={paths.sendParcel}>
              Publier un colis
            </Button>
          }
        />
      )}
      {parcels && parcels.length > 0 && (
        <ul className="stack stack--tight choose-parcel">
          {parcels.map((parcel) => (
            <li key={parcel.id}>
              <Choice trip={trip} parcel={parcel} onChoose={() => setChosen(parcel)} />
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...list.more} />
    </Dialog>
  );
}

/** Those that suit the trip, then those that are possible, then those that it cannot take. */
function rankOf(trip: Trip, parcel: Parcel): number {
  if (reasonAgainst(trip, parcel.weightGrams)) return 2;
  return isOnRoute(trip, parcel) && !isLate(trip, parcel) ? 0 : 1;
}

function Choice({ trip, parcel, onChoose }: { trip: Trip; parcel: Parcel; onChoose: () => void }) {
  const reason = reasonAgainst(trip, parcel.weightGrams);
  const remarks = [
    ...(reason ? [reason] : []),
    ...(isOnRoute(trip, parcel) ? [] : ['ce trajet ne passe pas par ces deux villes']),
    ...(isLate(trip, parcel) ? [lateText] : []),
  ];
  return (
    <button type="button" className="choose-parcel__link" disabled={reason !== undefined} onClick={onChoose}>
      <strong>
        <bdi>{parcel.title}</bdi>
      </strong>
      <span className="small muted">
        {weightText(parcel.weightGrams)} · <bdi translate="no">{parcel.pickup.city}</bdi> →{' '}
        <bdi translate="no">{parcel.delivery.city}</bdi> · avant le {shortDay(parcel.deadline)}
      </span>
      {remarks.length > 0 && <span className="small">{remarks.join(' · ')}</span>}
    </button>
  );
}
