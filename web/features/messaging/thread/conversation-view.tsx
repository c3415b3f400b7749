import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RefreshCw } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Message } from '#shared/messaging/contract.ts';
import { messagingWords, nameOf, starters } from '#shared/messaging/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { useListQuery } from '#web/features/messaging/list/use-list-query.ts';
import { ChooseParcel } from '#web/features/messaging/parcel/choose-parcel.tsx';
import { ParcelBar } from '#web/features/messaging/parcel/parcel-bar.tsx';
import { type ConversationParcel, ParcelPane, UnseenParcel } from '#web/features/messaging/parcel/parcel-pane.tsx';
import { Composer } from '#web/features/messaging/thread/composer.tsx';
import { ConversationMenu } from '#web/features/messaging/thread/conversation-menu.tsx';
import { draftNameOf } from '#web/features/messaging/thread/message-draft.ts';
import { MessageLog } from '#web/features/messaging/thread/message-log.tsx';
import { QueuedMessages, useQueuedMessages } from '#web/features/messaging/thread/queued-messages.tsx';
import { Reconnecting } from '#web/features/messaging/thread/reconnecting.tsx';
import {
  newestSeq,
  readByMe,
  received,
  reportableIn,
  type Thread,
  unreadUpTo,
  withOlder,
} from '#web/features/messaging/thread/thread.ts';
import { useSending } from '#web/features/messaging/thread/use-sending.ts';
import { useThread } from '#web/features/messaging/thread/use-thread.ts';
import { useThreePanes } from '#web/features/messaging/use-wide.ts';
import { VerifiedTick } from '#web/features/profiles/member-line.tsx';
import { ReportDialog } from '#web/features/reports/report-button.tsx';
import { useKeptText } from '#web/forms/use-kept-text.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { useVisible } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { toast } from '#web/lib/toast.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/messaging/messaging.css';

/** Most conversations have no block. */
const OwnBlock = lazyPart(() => import('#web/features/friends/own-block.tsx').then((file) => file.OwnBlock));
/** Shown instead of a conversation, so it is not loaded with one. */
const MemberNotFound = lazyPart(() =>
  import('#web/features/profiles/member-not-found.tsx').then((file) => file.MemberNotFound),
);
const ParcelUnavailable = lazyPart(() =>
  import('#web/features/messaging/parcel/parcel-unavailable.tsx').then((file) => file.ParcelUnavailable),
);

interface ConversationProps {
  memberId: string;
  userId: string;
  parcelId: string | undefined;
  /** Photos and pickup are beside it, for the two participants of the delivery. */
  withDelivery?: boolean;
}

/** The conversation of two members about one parcel, or about none (product 2.2, Messaging). */
export function ConversationView({ memberId, userId, parcelId, withDelivery = false }: ConversationProps) {
  const { reading, change, catchUp } = useThread(memberId, userId, parcelId);
  const older = useMutation({
    mutationFn: (before: string) =>
      messagingApi.conversation({ params: { userId }, query: { parcel: parcelId, before } }),
    onSuccess: (page) => change((known) => withOlder(known, page)),
  });
  const hasPane = useThreePanes();
  const { kept } = useListQuery();
  const thread = reading.data;
  const problem = reading.error && asProblem(reading.error);
  useMarkRead({ memberId, userId, parcelId, thread, change });

  if (!thread && problem?.code === 'NOT_FOUND')
    return (
      <div className="container page">
        <Suspense fallback={null}>
          <MemberNotFound userId={userId} />
        </Suspense>
      </div>
    );
  if (problem?.code === 'PARCEL_UNAVAILABLE' || problem?.fields['parcel'])
    return (
      <div className="container page">
        <Suspense fallback={null}>
          <ParcelUnavailable {...{ memberId, userId, parcelId }} />
        </Suspense>
      </div>
    );
  const reload = async () => {
    const { isError } = await reading.refetch();
    if (isError) toast.error(messagingWords.listFailed);
  };
  const loadOlder = () => {
    if (thread?.previous === undefined) return;
    older.mutate(thread.previous, { onError: () => toast.error(messagingWords.listFailed) });
  };
  const situation = thread?.parcel?.situation;
  const about: ConversationParcel | undefined = thread?.parcel &&
    situation && { parcel: thread.parcel, situation, memberId, other: thread.with, withDelivery };
  return (
    <div className="conversation">
      <div className="conversation__messages">
        <ThreadTop
          member={thread?.with}
          kept={kept}
          isReading={reading.isRefetching}
          onReload={() => void reload()}
          menu={thread && <ConversationMenu thread={thread} parcelId={parcelId} />}
        />
        {thread ? (
          <OpenThread
            key={`${userId} ${parcelId}`}
            {...{ memberId, userId, parcelId, thread }}
            seen={<SeenAgo at={reading.dataUpdatedAt} error={reading.error} />}
            bar={about && !hasPane && <ParcelBar {...about} />}
            older={{ load: loadOlder, busy: older.isPending }}
            onSent={(message) => {
              const after = change((before) => received(before, message));
              if (message.seq === 1 || (after && newestSeq(after) < message.seq)) void catchUp();
            }}
          />
        ) : (
          <NoThread problem={problem?.detail} onRetry={() => void reading.refetch()} />
        )}
      </div>
      {about && hasPane && <ParcelPane {...about} />}
    </div>
  );
}

interface ThreadTopProps {
  member: Card | undefined;
  kept: ReturnType<typeof useListQuery>['kept'];
  isReading: boolean;
  onReload: () => void;
  menu: ReactNode;
}

function ThreadTop({ member, kept, isReading, onReload, menu }: ThreadTopProps) {
  const online = useOnline();
  return (
    <header className="conversation__top">
      <Link
        className="icon-button conversation__back"
        to={withQuery(paths.messaging, kept)}
        aria-label="Retour à la messagerie"
      >
        <ArrowLeft size={20} aria-hidden="true" />
      </Link>
      <Avatar member={member} size="sm" />
      <div className="conversation__name">
        <h1 tabIndex={-1}>{member ? <ProfileLink member={member} /> : 'Conversation'}</h1>
        {member?.verified && <VerifiedTick />}
      </div>
      {online && <Reconnecting />}
      <button
        type="button"
        className="icon-button"
        aria-label="Actualiser la conversation"
        aria-busy={isReading || undefined}
        onClick={onReload}
      >
        <RefreshCw size={20} aria-hidden="true" />
      </button>
      {menu}
    </header>
  );
}

const NoThread = ({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) =>
  problem ? (
    <ErrorPanel title={messagingWords.listFailed} message={problem} onRetry={onRetry} />
  ) : (
    <Loading>
      <div className="stack">
        <Skeleton height="6rem" />
        <Skeleton width="60%" height="3rem" />
        <Skeleton width="45%" height="3rem" />
      </div>
    </Loading>
  );

function ProfileLink({ member }: { member: Card }) {
  const name = <bdi translate="no">{nameOf(member)}</bdi>;
  if (member.unavailable) return name;
  return (
    <Link className="conversation__profile" to={paths.memberProfile(member.id)}>
      {name}
    </Link>
  );
}

type OpenThreadProps = Omit<ConversationProps, 'withDelivery'> & {
  thread: Thread;
  seen: ReactNode;
  bar: ReactNode;
  older: { load: () => void; busy: boolean };
  onSent: (message: Message) => void;
};

function OpenThread({ memberId, userId, parcelId, thread, seen, bar, older, onSent }: OpenThreadProps) {
  const waiting = useQueuedMessages(userId, parcelId);
  const isWaiting = waiting.length > 0;
  const draftName = draftNameOf(memberId, userId, parcelId);
  const draft = useKeptText(draftName);
  const putBack = (content: string) => draft.change((before) => [content, before].filter(Boolean).join('\n'));
  const to = { recipientId: userId, parcelId };
  const [reported, setReported] = useState<number>();
  const { send, outgoing, problem } = useSending({ ...to, draftName, isWaiting, onSent, onUnsent: putBack });
  return (
    <>
      {bar}
      {thread.unseenParcel && <UnseenParcel parcel={thread.unseenParcel} memberId={memberId} other={thread.with} />}
      {!parcelId && !thread.closed && <ChooseParcel memberId={memberId} userId={userId} />}
      <MessageLog
        {...{ thread, memberId, older }}
        onReport={setReported}
        // The queue shows it a moment before its sending ends.
        outgoing={waiting.at(-1)?.content === outgoing?.content ? undefined : outgoing}
        end={
          <>
            {seen}
            <QueuedMessages messages={waiting} onTakenBack={putBack} />
          </>
        }
      />
      {reported !== undefined && (
        <Suspense>
          <ReportDialog
            thing={{ ...reportableIn(thread, parcelId), kind: 'message', seq: reported }}
            onClose={() => setReported(undefined)}
          />
        </Suspense>
      )}
      {thread.closed ? (
        <Closed userId={userId} thread={thread} />
      ) : (
        <Composer
          draft={draft}
          busy={outgoing !== undefined}
          problem={problem}
          starters={thread.messages.length === 0 && !outgoing && !isWaiting ? startersOf(thread, memberId) : []}
          onSend={(content, acknowledged) => send({ content, acknowledged, afterSeq: newestSeq(thread) })}
        />
      )}
    </>
  );
}

const Closed = ({ userId, thread }: { userId: string; thread: Thread }) =>
  thread.isBlocked ? (
    <Suspense fallback={<Skeleton height="6.5rem" />}>
      <OwnBlock userId={userId} />
    </Suspense>
  ) : (
    <Callout tone="info">
      <p>{thread.closed}</p>
    </Callout>
  );

const startersOf = ({ parcel }: Thread, memberId: string) =>
  parcel ? starters[parcel.ownerId === memberId ? 'myParcel' : 'theirParcel'] : starters.noParcel;

/** A message on a visible screen counts as read (product 2.4). */
function useMarkRead(
  props: ConversationProps & { thread: Thread | undefined; change: ReturnType<typeof useThread>['change'] },
) {
  const { memberId, userId, parcelId, thread, change } = props;
  const queries = useQueryClient();
  const visible = useVisible();
  const upToSeq = thread && visible ? unreadUpTo(thread, memberId) : undefined;
  useEffect(() => {
    if (upToSeq === undefined) return;
    messagingApi.markRead({ params: { userId }, body: { parcelId, upToSeq } }).then(
      () => {
        change((before) => readByMe(before, memberId, upToSeq, new Date().toISOString()));
        return touch(queries, ['messaging', 'conversations']);
      },
      // Not seen as read is no harm: the next message or visit marks them all.
      () => undefined,
    );
  }, [upToSeq, memberId, userId, parcelId, change, queries]);
}
