import { RefreshCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { ConversationList } from '#web/features/messaging/conversation-list.tsx';
import { Reconnecting } from '#web/features/messaging/reconnecting.tsx';
import { announce } from '#web/lib/announce.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/messaging/messaging.css';

/** `/messaging` (product 2.2): the member's conversations, latest first. */
export function MessagingPage() {
  const { me } = useSession();
  const list = usePages(queryKey('messaging', 'conversations'), (cursor, options) =>
    messagingApi.conversations({ query: { cursor } }, options),
  );
  const conversations = list.pages?.flatMap(({ items }) => items);
  const reload = () => {
    list.retry();
    announce('Conversations actualisées');
  };
  return (
    <div className="container container--form page stack">
      <div className="messaging-top">
        <h1 tabIndex={-1}>Messagerie</h1>
        <Reconnecting />
        <button type="button" className="icon-button" aria-label="Actualiser les conversations" onClick={reload}>
          <RefreshCw size={20} aria-hidden="true" />
        </button>
      </div>
      {list.error && (
        <ErrorPanel title={messagingWords.listFailed} message={asProblem(list.error).detail} onRetry={list.retry} />
      )}
      {!conversations && !list.error && <ListSkeleton />}
      {conversations?.length === 0 && (
        <EmptyState
          drawing="messages"
          title={messagingWords.noConversation}
          action={
            <Link className="amplify-button amplify-button--primary" to={paths.findParcels}>
              Rechercher des colis
            </Link>
          }
        >
          <p>Écrivez à un expéditeur ou à un voyageur depuis son annonce : la conversation apparaîtra ici.</p>
        </EmptyState>
      )}
      {conversations && conversations.length > 0 && (
        <ConversationList conversations={conversations} memberId={me?.id ?? ''} />
      )}
      <MoreButton {...list.more} />
    </div>
  );
}

const ListSkeleton = () => (
  <Loading>
    <div className="stack">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height="5rem" />
      ))}
    </div>
  </Loading>
);
