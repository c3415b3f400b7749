import { useParams, useSearchParams } from 'react-router-dom';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { ConversationView } from '#web/features/messaging/conversation-view.tsx';

/** `/messages/{userId}?parcel=` (product 2.2). */
export function ConversationPage() {
  const { userId = '' } = useParams();
  const [params] = useSearchParams();
  const parcelId = params.get('parcel') || undefined;
  return (
    <div className="container">
      <AccountNeeded title="Conversation">
        {(me) => <ConversationView memberId={me.id} userId={userId} parcelId={parcelId} />}
      </AccountNeeded>
    </div>
  );
}
