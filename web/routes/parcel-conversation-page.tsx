import { Navigate, useParams } from 'react-router-dom';
import { paths, patterns } from '#shared/site/paths.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Conversation } from './conversation-page.tsx';

/** `/parcel-messaging/{userId}?parcel=`: the conversation with photos and pickup beside it (product 2.2). */
export function ParcelConversationPage() {
  const { userId = '' } = useParams();
  const [params] = usePageQuery(patterns.parcelConversation);
  const parcelId = params.get('parcel') || undefined;
  if (!parcelId) return <Navigate replace to={paths.conversation(userId)} />;
  return <Conversation userId={userId} parcelId={parcelId} withDelivery />;
}
