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
import { isOfferRequest, OfferCard, OfferedParcel } from '#web/features/deliveries/lists/offer-card.tsx';
import { NoDelivery } from '#web/features/deliveries/lists/work-list.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

const why: Readonly<Record<RequestDirection, string>> = {
  received: 'Les offres, les accords à compléter et les changements à accepter arrivent ici.',
  sent: "Ce que vous proposez à d'autres membres attend ici leur réponse.",
};

/**
 * Waiting handshakes and offers, with their answers in the list. One that ends while the page is open keeps its place
 * and shows its outcome.
 */
export function RequestList({ direction, memberId }: { direction: RequestDirection; memberId: string }) {
  const list = usePages(queryKey('deliveries', 'myRequests', { query: { direction } }), (cursor, options) =>
    deliveriesApi.myRequests({ query: { direction, cursor } }, options),
  );
  const waiting = list.pages?.flatMap(({ items }) => items);
  const shown = useStaying(waiting ?? []);
  const isOver = (request: ListedDelivery) => !waiting?.some((other) => keyOf(other) === keyOf(request));
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
          {groupsOf(shown).map((group) => (
            <Group key={group[0].id} group={group} {...{ memberId, isOver }} />
          ))}
        </ul>
      )}
      <MoreButton {...list.more} />
    </div>
  );
}

/** Several offers may be about one parcel. */
const keyOf = ({ id, assignedAt, partner, offer }: ListedDelivery) =>
  [id, assignedAt, partner.id, offer?.id].filter(Boolean).join(' ');

type Requests = readonly [ListedDelivery, ...ListedDelivery[]];

/** The requests about each parcel, at the place of the newest one. */
function groupsOf(requests: readonly ListedDelivery[]): Requests[] {
  const groups = new Map<string, Requests>();
  for (const request of requests) {
    const [first, ...others] = groups.get(request.id) ?? [request];
    groups.set(request.id, first === request ? [first] : [first, ...others, request]);
  }
  return [...groups.values()];
}

interface GroupProps {
  group: Requests;
  memberId: string;
  isOver: (request: ListedDelivery) => boolean;
}

/** The request about a parcel; several offers are below its title, so that they can be compared. */
function Group({ group, memberId, isOver }: GroupProps) {
  const offers = group.filter(isOfferRequest);
  const [first, second] = offers;
  const isGrouped = first !== undefined && second !== undefined;
  const cards = offers.map((request) => (
    <OfferCard key={keyOf(request)} {...{ request, memberId, isGrouped }} isOver={isOver(request)} />
  ));
  return (
    <>
      {group
        .filter((request) => !isOfferRequest(request))
        .map((request) =>
          isOver(request) ? (
            <Ended key={keyOf(request)} request={request} memberId={memberId} />
          ) : (
            <Waiting key={keyOf(request)} request={request} memberId={memberId} />
          ),
        )}
      {first && (
        <li className={isGrouped ? 'offer-group' : undefined}>
          {isGrouped && <OfferedParcel request={first} />}
          <ul className="delivery-list">{cards}</ul>
        </li>
      )}
    </>
  );
}

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
