import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { ConversationList } from '#web/features/messaging/list/conversation-list.tsx';
import { queriesOf } from '#web/lib/api/query.ts';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** Conversations that the panel shows (product 2.9). */
const shownCount = 5;

const messagingQuery = queriesOf('messaging', messagingApi);

export function RecentConversations({ memberId }: { memberId: string }) {
  const reading = useQuery(messagingQuery('conversations', { query: { limit: String(shownCount) } }));
  const conversations = reading.data?.items;
  return (
    <div className="stack">
      <LoadState
        title={messagingWords.listFailed}
        at={reading.dataUpdatedAt}
        error={reading.error}
        onRetry={() => void reading.refetch()}
      />
      {!conversations && !reading.isError && (
        <Loading>
          <Skeleton height="10rem" />
        </Loading>
      )}
      {conversations?.length === 0 && <p className="muted">{messagingWords.noConversation}</p>}
      {conversations && conversations.length > 0 && (
        <ConversationList conversations={conversations} memberId={memberId} />
      )}
      <Link className="lone-link follows" to={paths.messaging}>
        Toute la messagerie
      </Link>
    </div>
  );
}
