import { History } from 'lucide-react';
import { useState } from 'react';
import type { AdminParcel, adminRoutes } from '#shared/admin/contract.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventLabels } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { parcelStatusLabels } from '#shared/parcels/words.ts';
import type { Reply } from '#shared/route.ts';
import { moment } from '#shared/values/time.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/deliveries/deliveries.css';

type Seen = Reply<(typeof adminRoutes)['adminProofs']>;

/** The history of a parcel and its photos. Each look is a new request, because each look is logged. */
export function ParcelHistory({ parcel }: { parcel: AdminParcel }) {
  const [seen, setSeen] = useState<Seen>();
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    try {
      setSeen(await adminApi.adminProofs({ params: { parcelId: parcel.id } }));
    } catch (error) {
      toast.error('Impossible de charger les données du colis', asProblem(error).detail);
    }
    setBusy(false);
  };
  return (
    <>
      <SubmitButton
        type="button"
        variant="default"
        className="amplify-button--small"
        aria-label={`Preuves et historique : ${parcel.title}`}
        busy={busy}
        onClick={() => void look()}
      >
        <History size={18} aria-hidden="true" /> Preuves et historique
      </SubmitButton>
      {seen && (
        <Dialog open title={`Historique de « ${parcel.title} »`} onClose={() => setSeen(undefined)}>
          <div className="stack">
            <ProofPhotos proofs={seen.items} onExpired={() => void look()} />
            {seen.items.length === 0 && <p className="muted">Aucune photo.</p>}
            <ol className="history">
              {seen.events.map((event) => (
                <Line key={`${event.version} ${event.at}`} event={event} people={seen.people} />
              ))}
            </ol>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Line({ event, people }: { event: TrackingEvent; people: Seen['people'] }) {
  const author = people.find(({ id }) => id === event.by);
  return (
    <li>
      <p>
        {eventLabels[event.type]}
        {event.to && ` : ${parcelStatusLabels[event.to]}`}
        {event.city && (
          <>
            {' : '}
            <bdi>{event.city}</bdi>
          </>
        )}
      </p>
      {[event.note, event.reason].map(
        (text) =>
          text && (
            <p key={text} dir="auto" className="member-text small">
              {text}
            </p>
          ),
      )}
      <p className="muted small">
        {moment(event.at)}
        {author && (
          <>
            , par <bdi>{nameOf(author)}</bdi>
          </>
        )}
      </p>
    </li>
  );
}
