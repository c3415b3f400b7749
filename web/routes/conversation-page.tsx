import { useParams } from 'react-router-dom';
import { patterns } from '#shared/site/paths.ts';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { ConversationView } from '#web/features/messaging/conversation-view.tsx';
import { usePageQuery } from '#web/lib/use-page-query.ts';

/** `/messages/{userId}?parcel=` (product 2.2). */
export function ConversationPage() {
  const { userId = '' } = useParams();
  const [params] = usePageQuery(patterns.conversation);
  const parcelId = params.get('parcel') || undefined;
  return (
    <div className="container">
      <AccountNeeded title="Conversation">
        {(me) => <ConversationView memberId={me.id} userId={userId} parcelId={parcelId} />}
      </AccountNeeded>
    </div>
  );
}
