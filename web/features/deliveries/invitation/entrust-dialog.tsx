import { useState } from 'react';
import { Link } from 'react-router-dom';
import { canTake, closenessOf } from '#shared/matching/rules.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { weightText } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { shortDay } from '#shared/values/time.ts';
import { Invitation } from '#web/features/deliveries/invitation/invitation.tsx';
import { useListedParcels } from '#web/features/parcels/use-listed-parcels.ts';
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

/** The member's listed parcels that the trip can take; one of them is offered to the traveller. */
export function EntrustDialog({ trip, memberId, onClose }: EntrustDialogProps) {
  const list = useListedParcels();
  const [chosen, setChosen] = useState<Parcel>();
  const fitting = list.parcels?.filter((parcel) => canTake(trip, parcel) && closenessOf(trip, parcel));
  if (chosen) return <Invitation parcel={chosen} tripId={trip.id} memberId={memberId} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Confier un colis" size="small">
      {list.error && !fitting && (
        <LoadFailed title={messagingWords.parcelFailed} error={list.error} onRetry={list.retry} />
      )}
      {!fitting && !list.error && <CardSkeletons count={2} />}
      {fitting?.length === 0 && !list.more.hasMore && (
        <EmptyState
          title="Aucun de vos colis en ligne ne va avec ce trajet."
          action={
            <Button as={Link} variant="primary" to={paths.sendParcel}>
              Publier un colis
            </Button>
          }
        />
      )}
      {fitting && fitting.length > 0 && (
        <ul className="choose-parcel">
          {fitting.map((parcel) => (
            <li key={parcel.id}>
              <button type="button" className="choose-parcel__link" onClick={() => setChosen(parcel)}>
                <strong>
                  <bdi>{parcel.title}</bdi>
                </strong>
                <span className="small muted">
                  {weightText(parcel.weightGrams)} · <bdi translate="no">{parcel.pickup.city}</bdi> →{' '}
                  <bdi translate="no">{parcel.delivery.city}</bdi> · avant le {shortDay(parcel.deadline)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <MoreButton {...list.more} />
    </Dialog>
  );
}
