import { nameOf } from '#shared/messaging/words.ts';
import { useThread } from '#web/features/messaging/thread/use-thread.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const shownCount = 3;

/** The last messages of the two about the parcel, live. Only the conversation itself marks messages as read. */
export function LastMessages(props: { memberId: string; otherId: string; parcelId: string }) {
  const { memberId, otherId, parcelId } = props;
  const { reading } = useThread(memberId, otherId, parcelId);
  const thread = reading.data;
  if (!thread && reading.error) {
    const { code, detail } = asProblem(reading.error);
    // They have no messages, and one of the two accounts is deleted.
    if (code === 'NOT_FOUND' || code === 'PARCEL_UNAVAILABLE') return null;
    return (
      <ErrorPanel title="Impossible de charger les messages" message={detail} onRetry={() => void reading.refetch()} />
    );
  }
  if (!thread) {
    return (
      <Loading>
        <Skeleton height="12rem" />
      </Loading>
    );
  }
  if (thread.messages.length === 0) return <p className="muted">Aucun message au sujet de ce colis.</p>;
  return (
    <ul className="last-messages">
      {thread.messages.slice(-shownCount).map(({ seq, senderId, content, createdAt }) => (
        <li key={seq}>
          <p className="small muted">
            <bdi translate={senderId === memberId ? undefined : 'no'}>
              {senderId === memberId ? 'Vous' : nameOf(thread.with)}
            </bdi>
            , <Moment at={createdAt} />
          </p>
          <p dir="auto" className="member-text last-messages__text">
            {content}
          </p>
        </li>
      ))}
    </ul>
  );
}
