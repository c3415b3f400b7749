import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { insteadOf } from '#shared/deliveries/offer-words.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import { paths } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { offeredFacts, priceOf } from '#shared/situation/words.ts';
import { leftText } from '#shared/values/ago.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { withIcons } from '#web/features/deliveries/lists/act-icons.tsx';
import { Ending } from '#web/features/deliveries/lists/ending.tsx';
import { PrimaryAndMenu } from '#web/features/listings/primary-and-menu.tsx';
import { MemberRating, VerifiedTick } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { msLeft } from '#web/features/situation/time-left.ts';
import { deadlineText } from '#web/lib/moments.ts';
import '#web/features/deliveries/lists/requests.css';

interface RequestRowProps {
  request: ListedDelivery;
  memberId: string;
  isOver: boolean;
}

/** A proposition: its price, who waits and how long, one act to press and the others behind « Actions ». */
export function RequestRow({ request, memberId, isOver }: RequestRowProps) {
  const { title, partner, situation, offerId } = request;
  const { main, obstacle, offer } = situation;
  const acts = useActs({ parcel: request, memberId, other: partner });
  const contact = {
    key: 'contact',
    label: 'Contacter',
    icon: <MessageCircle size={20} aria-hidden="true" />,
    to: paths.conversation(partner.id, request.id),
  };
  const actions = [...withIcons(acts.menu()), ...(partner.unavailable ? [] : [contact])];
  return (
    <li className={`request ${isOver ? 'request--ended' : ''}`}>
      <p>{offerId ? <Offered request={request} /> : <HalfAgreed request={request} />}</p>
      <p className="request__who small">
        <bdi translate="no">{partner.firstName}</bdi>
        {partner.verified && <VerifiedTick />}
        {!partner.unavailable && <MemberRating member={partner} />}
        {!isOver && <TimeLeft situation={situation} />}
      </p>
      {isOver ? (
        <Ending request={request} memberId={memberId} />
      ) : (
        <>
          {(obstacle || (offer && !offerId)) && (
            <p className="small">
              <SituationSentence situation={situation} people={{ other: partner, partner, ends: request }} />
            </p>
          )}
          <PrimaryAndMenu
            label={`${isolated(partner.firstName)}, ${isolated(title)}`}
            actions={actions}
            primary={main}
          />
        </>
      )}
      {acts.dialog}
    </li>
  );
}

/** « 28 € · trajet en avion du 12 déc. 2026 », « 35 € au lieu de 25 € »: the price is the headline. */
function Offered({ request }: { request: ListedDelivery }) {
  const [first, ...others] = offeredFacts(request.situation, request);
  if (!first) return null;
  // The announced price is above the requests about a parcel.
  const insteadText = ({ before, label }: typeof first) => (before && !label ? ` ${insteadOf(before)} ${before}` : '');
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
