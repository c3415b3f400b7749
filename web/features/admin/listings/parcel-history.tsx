import '#web/features/deliveries/deliveries.css';
import { History } from 'lucide-react';
import type { AdminParcel, adminRoutes } from '#shared/admin/contract.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventTermsText } from '#shared/deliveries/offer-words.ts';
import { deliveryWords, eventText, isByTeam } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Reply } from '#shared/route.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LookButton } from '#web/ui/files/look-button.tsx';
import { Moment } from '#web/ui/moment.tsx';

type Seen = Reply<(typeof adminRoutes)['adminProofs']>;

/** Photos and steps of a delivery; each look is logged. */
export const ParcelHistory = ({ parcel: { id, title } }: { parcel: Pick<AdminParcel, 'id' | 'title'> }) => (
  <LookButton
    icon={History}
    label="Preuves et historique"
    of={title}
    failed={deliveryWords.loadFailed}
    read={() => adminApi.adminProofs({ params: { parcelId: id } })}
  >
    {({ items, events, people }, { again, close }) => (
      <Dialog open title={`Historique : « ${isolated(title)} »`} onClose={close}>
        <div className="stack">
          <ProofPhotos proofs={items} onExpired={again} />
          {items.length === 0 && <p className="muted">Aucune photo.</p>}
          <ol className="history">
            {events.map((event) => (
              <Line key={`${event.type} ${event.at}`} event={event} people={people} />
            ))}
          </ol>
        </div>
      </Dialog>
    )}
  </LookButton>
);

function Line({ event, people }: { event: TrackingEvent; people: Seen['people'] }) {
  const author = people.find(({ id }) => id === event.by);
  return (
    <li>
      <p>
        {eventText(event)}
        {event.city && (
          <>
            {' : '}
            <bdi translate="no">{event.city}</bdi>
          </>
        )}
      </p>
      {[eventTermsText(event), event.note, event.reason].map(
        (text) =>
          text && (
            <p key={text} dir="auto" className="member-text small">
              {text}
            </p>
          ),
      )}
      <p className="muted small">
        <Moment at={event.at} />
        {author ? (
          <>
            , par <bdi translate="no">{nameOf(author)}</bdi>
          </>
        ) : (
          isByTeam(event) && ', par notre équipe'
        )}
      </p>
    </li>
  );
}
