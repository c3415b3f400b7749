import '#web/features/deliveries/lists/delivery-list.css';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ListedDelivery, RequestDirection } from '#shared/deliveries/listed.ts';
import { eventTermsText, insteadOf, offerEndLabel } from '#shared/deliveries/offer-words.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import type { messagingRoutes } from '#shared/messaging/contract.ts';
import { eventLine } from '#shared/messaging/words.ts';
import type { Reply } from '#shared/route.ts';
import { findPath, paths } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { offeredFacts, priceOf } from '#shared/situation/words.ts';
import { leftText } from '#shared/values/ago.ts';
import { moneyText } from '#shared/values/money.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import { messagingApi, threadKey } from '#web/features/messaging/api.ts';
import { MemberRating, VerifiedTick } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { msLeft } from '#web/features/situation/time-left.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';
import { withIcons } from './act-icons.tsx';
import { NoDelivery } from './work-list.tsx';

type Thread = Reply<(typeof messagingRoutes)['conversation']>;

/** How a request ended, as its conversation shows it, and what its member may do next. */
function Ending({ request, memberId }: { request: ListedDelivery; memberId: string }) {
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
      <p role="status">
        {end?.text ??
          (isPending
            ? 'Chargement…'
            : request.situation.offer?.isChange
              ? 'Ce changement a pris fin.'
              : 'Cette proposition a pris fin.')}
      </p>
      {!isPending && (
        <div>
          {end?.isAgreed ? (
            <Button as={Link} size="small" to={paths.delivery(id)}>
              Suivre la livraison
            </Button>
          ) : end?.isAnswered ? (
            <Button as={Link} size="small" to={paths.conversation(partner.id, id)}>
              Ouvrir la conversation
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

function endOf(thread: Thread, { offerId, ownerId, partner, situation, assignedAt }: ListedDelivery, memberId: string) {
  const { messages, events = [], parcel, unseenParcel } = thread;
  const isTheirs = [memberId, partner.id].includes(parcel?.carrierId ?? '');
  const isInForce = isTheirs && parcel?.situation?.stage !== 'cancelled';
  if (offerId) {
    const ended = messages.find((message) => message.id === offerId)?.offer?.ended;
    return (
      ended && {
        text: offerEndLabel(ended, situation.offer),
        // The agreement may go on, however its change ended.
        isAgreed:
          (isInForce && (ended === 'taken' || situation.offer?.isChange === true)) ||
          // An owner who agreed with another traveller has a delivery to follow.
          (ended === 'overtaken' && memberId === ownerId && parcel?.situation?.stage !== 'cancelled'),
        isAnswered: ended === 'answered',
      }
    );
  }
  const outcome = events.findLast((event) => event.at >= assignedAt && isOutcome(event));
  const line = outcome && eventLine(outcome, memberId, partner.firstName);
  const text = line ? [line, eventTermsText(outcome)].filter(Boolean).join(' · ') : unseenParcel?.sentence;
  return text ? { text, isAgreed: isInForce && outcome?.type === 'handshake', isAnswered: false } : undefined;
}

/** A yes ends with these events; the steps of an agreement and the news of its trip come later. */
const isOutcome = (event: TrackingEvent) =>
  event.type === 'handshake' || event.type === 'cancelled' || event.type === 'overridden' || endsAgreement(event);

interface RequestRowProps {
  request: ListedDelivery;
  memberId: string;
  isOver: boolean;
}

/** A proposition: its price, who waits and how long, one act to press and the others behind « Actions ». */
function RequestRow({ request, memberId, isOver }: RequestRowProps) {
  const { title, partner, situation, offerId } = request;
  const { main, obstacle, offer, terms } = situation;
  const acts = useActs({ parcel: request, memberId, other: partner });
  const contact = {
    key: 'contact',
    label: 'Contacter',
    icon: <MessageCircle size={20} aria-hidden="true" />,
    to: paths.conversation(partner.id, request.id),
  };
  const hasSentence = obstacle || (offer && (!offerId || terms.kind === 'proposed'));
  // The sentence tells the end of the offer.
  const tellsEnd = obstacle || (hasSentence && offer?.until === situation.until);
  const isGone = partner.unavailable || obstacle === 'unavailable';
  const actions = [...withIcons(acts.menu()), ...(isGone ? [] : [contact])];
  return (
    <li className={`surface request ${isOver ? 'request--ended' : ''}`}>
      {/* The agreement may have other terms than the yes that it answers. */}
      {(!isOver || offerId) && <p>{offerId ? <Offered request={request} /> : <HalfAgreed request={request} />}</p>}
      <p className="cluster request__who small">
        <bdi translate="no">{partner.firstName}</bdi>
        {partner.verified && !isGone && <VerifiedTick />}
        {!isGone && <MemberRating member={partner} />}
        {!isOver && !tellsEnd && <TimeLeft situation={situation} />}
      </p>
      {isOver ? (
        <Ending request={request} memberId={memberId} />
      ) : (
        <>
          {hasSentence && (
            <p className="small">
              <SituationSentence
                parcelId={request.id}
                situation={situation}
                people={{ other: partner, partner, ends: request }}
              />
            </p>
          )}
          <PrimaryAndMenu
            label={`${isolated(partner.firstName)}, ${isolated(title)}`}
            actions={actions}
            primary={main}
          />
        </>
      )}
    </li>
  );
}

/** « 28 € · trajet en avion du 12 déc. 2026 », « 35 € au lieu de 25 € »: the price is the headline. */
function Offered({ request }: { request: ListedDelivery }) {
  const [first, ...others] = offeredFacts(request.situation, request);
  if (!first) return null;
  // The announced price is above the requests about a parcel.
  const isHalf = request.situation.terms.kind === 'proposed';
  const insteadText = ({ before, label }: typeof first) => {
    if (!before || (label && !isHalf)) return '';
    return label ? ` (${label} : ${before})` : ` ${insteadOf(before)} ${before}`;
  };
  return (
    <>
      <strong className="request__price">{first.now}</strong>
      <span className="small">
        {insteadText(first)}
        {others.map((fact) => ` · ${fact.now}${insteadText(fact)}`)}
      </span>
    </>
  );
}

function HalfAgreed({ request }: { request: ListedDelivery }) {
  const { terms } = request.situation;
  return (
    <>
      <strong className="request__price">{priceOf(terms)}</strong>
      {terms.trip && <span className="small"> · {namedTripText(terms.trip, request)}</span>}
    </>
  );
}

const shortMs = 6 * hourMs;

/** « encore 1 j 6 h », in words for screen readers. */
function TimeLeft({ situation }: { situation: Situation }) {
  const [, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((turn) => turn + 1), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const left = msLeft(situation);
  if (left === undefined || !situation.until) return null;
  return (
    <span className={`request__left ${left < shortMs ? 'request__left--short' : 'muted'}`}>
      <span aria-hidden="true">encore {leftText(left)}</span>
      <span className="visually-hidden">Réponse possible jusqu'au {deadlineText(situation.until)}.</span>
    </span>
  );
}

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
      <LoadState at={list.shownAt} error={list.error} onRetry={list.retry} />
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
      <div className="stack stack--tight requests">
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
  const isOver = (request: ListedDelivery) => !waiting?.some((other) => isSame(other, request));
  // The parcel of half an agreement that ended may be another traveller's.
  const hasDelivery = !offerId && !isOver(group[0]);
  return (
    <section aria-label={title}>
      <h2 className="requests__parcel">
        <Link to={hasDelivery ? paths.delivery(id) : paths.conversation(partner.id, id)} dir="auto">
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
          <RequestRow key={keyOf(request)} {...{ request, memberId }} isOver={isOver(request)} />
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
  const all = [...fresh, ...changed].sort((one, other) => other.assignedAt.localeCompare(one.assignedAt));
  // The state is set during rendering, as React recommends for a state that derives from earlier props.
  if (all.length !== seen.length || all.some((request, index) => request !== seen[index])) setSeen(all);
  return all;
}
