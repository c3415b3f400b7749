import { Navigate, useParams } from 'react-router-dom';
import { paths, patterns } from '#shared/site/paths.ts';
import { AccountNeeded } from '#web/features/accounts/account-needed.tsx';
import { MessagingScreen } from '#web/features/messaging/messaging-screen.tsx';
import { ConversationView } from '#web/features/messaging/thread/conversation-view.tsx';
import { usePageQuery } from '#web/lib/use-page-query.ts';

export function ConversationPage() {
  const { userId = '' } = useParams();
  const [params] = usePageQuery(patterns.conversation);
  return <Conversation userId={userId} parcelId={params.get('parcel') || undefined} />;
}

/** `/parcel-messaging/{userId}?parcel=`: the conversation with photos and pickup beside it (product 2.2). */
export function ParcelConversationPage() {
  const { userId = '' } = useParams();
  const [params] = usePageQuery(patterns.parcelConversation);
  const parcelId = params.get('parcel') || undefined;
  if (!parcelId) return <Navigate replace to={paths.conversation(userId)} />;
  return <Conversation userId={userId} parcelId={parcelId} withDelivery />;
}

interface ConversationProps {
  userId: string;
  parcelId: string | undefined;
  withDelivery?: boolean;
}

const Conversation = ({ userId, parcelId, withDelivery = false }: ConversationProps) => (
  <div className="messaging-page">
    <AccountNeeded title="Conversation">
      {(me) =>
        userId.toLowerCase() === me.id ? (
          <Navigate replace to={paths.messaging} />
        ) : (
          <MessagingScreen memberId={me.id} shown={{ userId, parcelId }}>
            <ConversationView memberId={me.id} {...{ userId, parcelId, withDelivery }} />
          </MessagingScreen>
        )
      }
    </AccountNeeded>
  </div>
);
