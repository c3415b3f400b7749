import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { offerEndLabels } from '#shared/deliveries/offer-words.ts';
import type { messagingRoutes } from '#shared/messaging/contract.ts';
import { eventLine } from '#shared/messaging/words.ts';
import type { Reply } from '#shared/route.ts';
import { paths } from '#shared/site/paths.ts';
import { findPath } from '#web/features/corridors/corridor.ts';
import { messagingApi, threadKey } from '#web/features/messaging/api.ts';
import { Button } from '#web/ui/button.tsx';

type Thread = Reply<(typeof messagingRoutes)['conversation']>;

/** How a request ended, as its conversation shows it, and what its member may do next. */
export function Ending({ request, memberId }: { request: ListedDelivery; memberId: string }) {
  const { id, ownerId, partner, pickup, delivery } = request;
  const { data: thread, isPending } = useQuery({
    queryKey: threadKey(partner.id, id),
    queryFn: ({ signal }) =>
      messagingApi.conversation({ params: { userId: partner.id }, query: { parcel: id } }, { signal }),
    staleTime: 0,
    retry: false,
  });
  const end = thread ? endOf(thread, request, memberId) : undefined;
  const isMine = ownerId === memberId;
  return (
    <>
      <p role="status">{end?.text ?? 'Cette proposition a pris fin.'}</p>
      {!isPending && (
        <div>
          {end?.isAgreed ? (
            <Button as={Link} size="small" to={paths.delivery(id)}>
              Suivre la livraison
            </Button>
          ) : (
            <Button as={Link} size="small" to={findPath(isMine ? 'trip' : 'parcel', { from: pickup, to: delivery })}>
              {isMine ? 'Trouver un voyageur sur ce trajet' : 'Trouver un colis sur ce trajet'}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function endOf(thread: Thread, { offerId, partner }: ListedDelivery, memberId: string) {
  const { messages, events = [], unseenParcel } = thread;
  if (offerId) {
    const ended = messages.find((message) => message.id === offerId)?.offer?.ended;
    return ended && { text: offerEndLabels[ended], isAgreed: ended === 'taken' };
  }
  const last = events.at(-1);
  const text = (last && eventLine(last, memberId, partner.firstName)) ?? unseenParcel?.sentence;
  return text ? { text, isAgreed: last?.type === 'handshake' } : undefined;
}
