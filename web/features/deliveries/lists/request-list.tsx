import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedDelivery, RequestDirection } from '#shared/deliveries/listed.ts';
import { paths } from '#shared/site/paths.ts';
import { moneyText } from '#shared/values/money.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { RequestRow } from '#web/features/deliveries/lists/request-row.tsx';
import { NoDelivery } from '#web/features/deliveries/lists/work-list.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import '#web/features/deliveries/lists/requests.css';

const why: Readonly<Record<RequestDirection, string>> = {
  received: 'Les propositions et les changements qui attendent votre réponse arrivent ici.',
  sent: "Ce que vous proposez à d'autres membres attend ici leur réponse.",
};

/** The requests that wait for an answer. One that ends while the page is open keeps its place and shows its outcome. */
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
      <div className="requests">
        {groupsOf(shown).map((group) => (
          <Group key={group[0].id} {...{ group, memberId, waiting }} />
        ))}
      </div>
      <MoreButton {...list.more} />
    </div>
  );
}

/** Two members may have several requests about one parcel, one after the other. */
const keyOf = ({ id, assignedAt, partner, offerId }: ListedDelivery) =>
  [id, assignedAt, partner.id, offerId].filter(Boolean).join(' ');

const isSame = (one: ListedDelivery, other: ListedDelivery) => keyOf(one) === keyOf(other);

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
  waiting: readonly ListedDelivery[] | undefined;
}

function Group({ group, memberId, waiting }: GroupProps) {
  const [{ id, title, pickup, delivery, partner, offerId, situation }] = group;
  const { terms } = situation;
  return (
    <section aria-label={title}>
      <h2 className="requests__parcel">
        <Link to={offerId ? paths.conversation(partner.id, id) : paths.delivery(id)} dir="auto">
          {title}
        </Link>{' '}
        <span className="muted small">
          <bdi translate="no">{pickup.city}</bdi> <span aria-hidden="true">→</span>
          <span className="visually-hidden">vers</span> <bdi translate="no">{delivery.city}</bdi>
          {terms.kind === 'announced' && terms.price && ` · annoncé : ${moneyText(terms.price)}`}
        </span>
      </h2>
      <ul className="requests__list">
        {group.map((request) => (
          <RequestRow
            key={keyOf(request)}
            {...{ request, memberId }}
            isOver={!waiting?.some((other) => isSame(other, request))}
          />
        ))}
      </ul>
    </section>
  );
}

/** The present requests, newest first, and the ended ones at their earlier places. */
function useStaying(present: readonly ListedDelivery[]): ListedDelivery[] {
  const [seen, setSeen] = useState<readonly ListedDelivery[]>([]);
  const fresh = present.filter((request) => !seen.some((old) => isSame(old, request)));
  const stays = (old: ListedDelivery) =>
    !present.some(({ id, partner }) => id === old.id && partner.id === old.partner.id) ? [old] : [];
  const changed = seen.flatMap((old) => present.find((request) => isSame(request, old)) ?? stays(old));
  const all = [...fresh, ...changed].sort((one, other) => (one.assignedAt < other.assignedAt ? 1 : -1));
  // The state is set during rendering, as React recommends for a state that derives from earlier props.
  if (fresh.length > 0) setSeen(all);
  return all;
}
