import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedDelivery, RequestDirection } from '#shared/deliveries/listed.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { paths } from '#shared/site/paths.ts';
import { ParcelAct } from '#web/features/deliveries/acts/parcel-act.tsx';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { DeliveryCard } from '#web/features/deliveries/lists/delivery-card.tsx';
import { NoDelivery } from '#web/features/deliveries/lists/work-list.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

const why: Readonly<Record<RequestDirection, string>> = {
  received: "Quand un voyageur propose de livrer votre colis, ou qu'un expéditeur vous choisit, vous répondez ici.",
  sent: "Ce que vous proposez à d'autres membres attend ici leur réponse.",
};

/**
 * Waiting handshakes, with their answers in the list. A handshake that ends while the page is open keeps its place and
 * shows its outcome.
 */
export function RequestList({ direction, memberId }: { direction: RequestDirection; memberId: string }) {
  const list = usePages(queryKey('deliveries', 'myRequests', { query: { direction } }), (cursor, options) =>
    deliveriesApi.myRequests({ query: { direction, cursor } }, options),
  );
  const waiting = list.pages?.flatMap(({ items }) => items);
  const shown = useStaying(waiting ?? []);
  return (
    <div className="stack">
      {list.error && <LoadFailed error={list.error} onRetry={list.retry} />}
      {!waiting && !list.error && (
        <Loading>
          <Skeleton height="12rem" />
        </Loading>
      )}
      {waiting && shown.length === 0 && (
        <NoDelivery title="Aucune demande pour l'instant">
          <p>{why[direction]}</p>
        </NoDelivery>
      )}
      {shown.length > 0 && (
        <ul className="delivery-list">
          {shown.map((request) =>
            waiting?.some(({ id, assignedAt }) => id === request.id && assignedAt === request.assignedAt) ? (
              <Waiting key={keyOf(request)} request={request} memberId={memberId} />
            ) : (
              <Ended key={keyOf(request)} request={request} memberId={memberId} />
            ),
          )}
        </ul>
      )}
      <MoreButton {...list.more} />
    </div>
  );
}

const keyOf = ({ id, assignedAt }: ListedDelivery) => `${id} ${assignedAt}`;

/** The current handshakes, newest first, and the ended ones at their earlier places. */
function useStaying(present: readonly ListedDelivery[]): ListedDelivery[] {
  const [seen, setSeen] = useState<readonly ListedDelivery[]>([]);
  const fresh = present.filter((request) => !seen.some((old) => keyOf(old) === keyOf(request)));
  const changed = seen.map((old) => present.find((request) => keyOf(request) === keyOf(old)) ?? old);
  const all = [...fresh, ...changed].sort((one, other) => (one.assignedAt < other.assignedAt ? 1 : -1));
  // The state is set during rendering, as React recommends for a state that derives from earlier props.
  if (fresh.length > 0) setSeen(all);
  return all;
}

function Waiting({ request, memberId }: { request: ListedDelivery; memberId: string }) {
  const { partner, actions } = request;
  const context = { parcel: request, memberId, other: partner };
  const answer = actions.chooseCarrier?.allowed ? 'chooseCarrier' : 'acceptDelivery';
  return (
    <DeliveryCard delivery={request} memberId={memberId}>
      {actions[answer]?.allowed && !partner.unavailable && (
        <ParcelAct act={answer} isPrimary label="Accepter" {...context} />
      )}
      {actions.releaseCarrier?.allowed && <ParcelAct act="releaseCarrier" {...context} />}
      {!partner.unavailable && (
        <Button as={Link} to={paths.conversation(partner.id, request.id)}>
          Contacter
        </Button>
      )}
    </DeliveryCard>
  );
}

function Ended({ request, memberId }: { request: ListedDelivery; memberId: string }) {
  const reading = useQuery({ ...parcelsQuery('readParcel', { params: { parcelId: request.id } }), retry: false });
  const parcel = reading.data;
  return (
    <DeliveryCard
      delivery={{ ...request, ...(parcel ? { status: parcel.status } : {}) }}
      memberId={memberId}
      ended={endOf(request, memberId, parcel)}
    >
      {parcel && [parcel.ownerId, parcel.carrierId].includes(memberId) && parcel.carrierId && (
        <Button as={Link} to={paths.delivery(request.id)}>
          Suivre la livraison
        </Button>
      )}
    </DeliveryCard>
  );
}

/** The outcome of a request, as far as the current parcel shows it. */
function endOf(request: ListedDelivery, memberId: string, parcel: Parcel | undefined): string {
  if (!parcel) return `${unseenWords.taken.slice(0, -1)}, ou n'est plus proposé.`;
  const isOurs = parcel.carrierId === request.carrierId && [parcel.ownerId, parcel.carrierId].includes(memberId);
  if (parcel.status === 'cancelled') return 'Cet envoi est annulé.';
  if (isOurs && parcel.status !== request.status) return 'Votre accord est complet.';
  if (parcel.carrierId) return unseenWords.taken;
  return 'Cette demande est close : le colis est de nouveau proposé aux voyageurs.';
}
