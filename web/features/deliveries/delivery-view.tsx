import { useQuery } from '@tanstack/react-query';
import { MapPin, MessageCircle, Phone, Printer } from 'lucide-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventTermsText } from '#shared/deliveries/offer-words.ts';
import { deliveryWords, eventLabels } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { isOver } from '#shared/situation/stages.ts';
import { carrierWord } from '#shared/situation/words.ts';
import { brand } from '#shared/values/brand.ts';
import type { Card } from '#shared/values/fields.ts';
import { shownPhone } from '#shared/values/formats.ts';
import { of } from '#shared/values/french.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { WithActionBar } from '#web/features/deliveries/action-bar.tsx';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { AgreementCard, priceFact } from '#web/features/deliveries/agreement/agreement-card.tsx';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { CodeCard } from '#web/features/deliveries/code-card.tsx';
import { Declared } from '#web/features/deliveries/declared.tsx';
import { deliverySteps, endedDeliveries } from '#web/features/deliveries/delivery-steps.ts';
import { LastMessages } from '#web/features/deliveries/last-messages.tsx';
import { NextStep } from '#web/features/deliveries/next-step.tsx';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { RecipientCard } from '#web/features/deliveries/recipient-card.tsx';
import { TrackingCode } from '#web/features/deliveries/tracking-code.tsx';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Timeline } from '#web/ui/progress/timeline.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/deliveries/deliveries.css';

const DeliveredScene = lazyPart(() =>
  import('#web/features/deliveries/delivered-scene.tsx').then((file) => file.DeliveredScene),
);

interface DeliveryProps {
  parcel: Parcel;
  situation: Situation;
  memberId: string;
  partnerId: string | undefined;
}

/** A parcel on its way, for its owner and its carrier (product 2.2, Parcel tracking). */
export function DeliveryView({ parcel, situation, memberId, partnerId }: DeliveryProps) {
  const acts = useActs({ parcel, memberId });
  const other = situation.isOwner ? parcel.carrier : parcel.owner;
  const online = useOnline();
  const params = { parcelId: parcel.id };
  const tracking = useQuery(deliveriesQuery('tracking', { params }));
  const photos = useQuery(deliveriesQuery('proofs', { params }));
  const failed = tracking.error ?? photos.error;
  const proofs = photos.data?.items ?? [];
  const history: HistoryProps = {
    events: tracking.data?.items ?? [],
    proofs,
    onPhotoExpired: () => void photos.refetch(),
  };
  return (
    <WithActionBar>
      <div className="delivery">
        <div className="stack">
          {/* Together: one after the other, what is known would move what is read. */}
          {online && (tracking.isPending || photos.isPending) ? (
            <StepsLoading />
          ) : (
            <Suspense fallback={<StepsLoading />}>
              {situation.stage === 'delivered' && <DeliveredScene {...{ parcel, other, situation }} />}
              {(photos.data || !online) && (
                <NextStep
                  {...{ parcel, situation, memberId, other, proofs, acts }}
                  reason={refusalOf(parcel, situation)}
                  codeSpent={tracking.data?.codeSpent}
                />
              )}
              <CodeCard
                {...{ situation, other, acts }}
                code={tracking.data?.code}
                codeSpent={tracking.data?.codeSpent}
              />
              <AgreementCard {...{ parcel, situation }} events={history.events}>
                {situation.stage === 'agreed' && acts.button('makeOffer')}
              </AgreementCard>
              <RecipientCard {...{ parcel, situation, memberId, other }} link={tracking.data?.link} />
              <Progress {...{ parcel, situation, memberId, other }} {...history} />
            </Suspense>
          )}
          {situation.isOwner && (
            <EndedDeliveries
              memberId={memberId}
              carriers={[parcel.carrier ?? [], tracking.data?.formerCarriers ?? []].flat()}
              {...history}
            />
          )}
          {failed && (
            <LoadFailed
              title={deliveryWords.loadFailed}
              error={failed}
              onRetry={() => void Promise.all([tracking.refetch(), photos.refetch()])}
            />
          )}
        </div>
        <div className="stack">
          <Parties {...{ parcel, situation, partnerId, other }} memberId={memberId} phone={tracking.data?.phone} />
          <Details parcel={parcel} situation={situation} />
          <p>
            <Link
              className="lone-link"
              to={withQuery(paths.contact, { topic: 'delivery', parcel: parcel.trackingNumber })}
            >
              Signaler un problème
            </Link>
          </p>
        </div>
      </div>
    </WithActionBar>
  );
}

const refusalOf = ({ rejectionReason }: Parcel, { stage }: Situation) =>
  stage === 'refused' ? rejectionReason : undefined;

const StepsLoading = () => (
  <Loading>
    <Skeleton height="40rem" />
  </Loading>
);

interface HistoryProps {
  events: readonly TrackingEvent[];
  proofs: readonly Proof[];
  onPhotoExpired: () => void;
}
type ProgressProps = HistoryProps & Omit<DeliveryProps, 'partnerId'> & { other: Card | undefined };

function Progress({ parcel, situation, memberId, other, events, proofs, onPhotoExpired }: ProgressProps) {
  const people = [parcel.owner, parcel.carrier ?? []].flat();
  const signed = (event: TrackingEvent) => <Signature event={event} memberId={memberId} people={people} />;
  const steps = deliverySteps(parcel, situation.stage, events, proofs).map((step) => ({
    key: step.key,
    title: step.title,
    state: step.state,
    at: (step.told || step.place) && (
      <>
        {step.told && signed(step.told)}
        {step.place && <span>{step.told ? `\u00a0· ${step.place}` : step.place}</span>}
      </>
    ),
    children: (
      <>
        {step.changes.length > 0 && (
          <ul className="delivery-positions">
            {step.changes.map((change) => (
              <li key={`${change.at} ${change.type}`}>
                <p>
                  {eventLabels[change.type]} : {eventTermsText(change)}
                </p>
                <p className="muted small">{signed(change)}</p>
              </li>
            ))}
          </ul>
        )}
        {step.told?.reason && <Motive reason={step.told.reason} />}
        {step.declared && <Declared event={step.declared} signature={signed(step.declared)} />}
        <ProofPhotos proofs={step.proofs} onExpired={onPhotoExpired} />
        {step.positions.length > 0 && (
          <ul className="delivery-positions">
            {step.positions.map((position) => (
              <li key={position.at}>
                <p>
                  <MapPin size={16} aria-hidden="true" /> <bdi translate="no">{position.city}</bdi>
                </p>
                {position.note && (
                  <p dir="auto" className="member-text">
                    {position.note}
                  </p>
                )}
                <p className="muted small">{signed(position)}</p>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  }));
  return (
    <section className="card stack delivery__printed" aria-labelledby="progress">
      <div className="cluster delivery__top">
        <h2 id="progress">Suivi</h2>
        <StageBadge stage={situation.stage} />
      </div>
      {isOver(situation) && (
        <p>
          <SituationSentence situation={situation} people={{ other, partner: other }} />
        </p>
      )}
      <Timeline steps={steps} label="Étapes de la livraison" />
    </section>
  );
}

interface SignatureProps {
  event: TrackingEvent;
  memberId: string;
  people: readonly Card[];
}

function Signature({ event: { type, by, at }, memberId, people }: SignatureProps) {
  const card = people.find(({ id }) => id === by);
  const author = type === 'overridden' ? 'notre équipe' : by === memberId ? 'vous' : card && nameOf(card);
  return (
    <>
      <Moment at={at} />
      {author && <span>, par {isolated(author)}</span>}
    </>
  );
}

type EndedProps = HistoryProps & { memberId: string; carriers: readonly Card[] };

function EndedDeliveries({ events, proofs, onPhotoExpired, memberId, carriers }: EndedProps) {
  const ended = endedDeliveries(events, proofs);
  if (ended.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="ended">
      <h2 id="ended">{ended.length === 1 ? 'Livraison sans suite' : 'Livraisons sans suite'}</h2>
      <ol className="history">
        {ended.map(({ end, proofs: taken }) => {
          const carrier = carriers.find(({ id }) => id === end.carrierId);
          return (
            <li key={end.at} className="stack stack--tight">
              {carrier && <MemberLine member={carrier} />}
              <p className="muted small">
                Terminée le <Signature event={end} memberId={memberId} people={carriers} />
              </p>
              {end.reason && <Motive reason={end.reason} />}
              <ProofPhotos proofs={taken} onExpired={onPhotoExpired} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const Motive = ({ reason }: { reason: string }) => (
  <p>
    Motif :{' '}
    <span dir="auto" className="member-text">
      {reason}
    </span>
  </p>
);

type PartiesProps = DeliveryProps & { other: Card | undefined; phone: string | undefined };

function Parties({ parcel, situation: { isOwner, stage }, memberId, partnerId, other, phone }: PartiesProps) {
  const otherId = isOwner ? (parcel.carrierId ?? partnerId) : parcel.ownerId;
  return (
    <>
      <section className="card stack delivery__printed" aria-labelledby="parties">
        <h2 id="parties">Vous deux</h2>
        <Party label="Expéditeur" card={parcel.owner} isMe={isOwner} phone={phone} />
        {parcel.carrier ? (
          <Party label={carrierWord(stage)} card={parcel.carrier} isMe={!isOwner} phone={phone} />
        ) : (
          <p className="muted">Aucun transporteur pour le moment</p>
        )}
      </section>
      {otherId && (
        <section className="card stack" aria-labelledby="messages">
          <h2 id="messages">Messages</h2>
          <LastMessages memberId={memberId} otherId={otherId} parcelId={parcel.id} />
          {!other?.unavailable && (
            <Button as={Link} to={paths.conversation(otherId, parcel.id)}>
              <MessageCircle size={20} aria-hidden="true" /> Contacter
            </Button>
          )}
        </section>
      )}
    </>
  );
}

interface PersonProps {
  label: string;
  card: Card;
  isMe: boolean;
  phone: string | undefined;
}

const Party = ({ label, card, isMe, phone }: PersonProps) => (
  <div className="stack stack--tight">
    <p className="small muted">
      {label}
      {isMe && ' (vous)'}
    </p>
    <MemberLine member={card} />
    {!isMe && phone && (
      <p>
        <a
          className="lone-link"
          href={`tel:${phone}`}
          aria-label={`Appeler ${shownPhone(phone)}, ${isolated(nameOf(card))}`}
        >
          <Phone size={20} aria-hidden="true" /> Appeler <bdi translate="no">{shownPhone(phone)}</bdi>
        </a>
      </p>
    )}
    {!isMe && !card.unavailable && (
      <p className="small">
        <Link
          className="lone-link"
          to={paths.memberProfile(card.id)}
          aria-label={`Voir le profil ${of(isolated(nameOf(card)))}`}
        >
          Voir le profil
        </Link>
      </p>
    )}
  </div>
);

function Details({ parcel, situation: { terms } }: Pick<DeliveryProps, 'parcel' | 'situation'>) {
  const { trackingNumber, description, pickup, delivery, size, deadline } = parcel;
  const code = usePrintedCode();
  return (
    <section className="card stack delivery__printed" aria-labelledby="details">
      <p className="delivery__brand">{brand.name} : suivi du colis</p>
      <h2 id="details">Détails du colis</h2>
      <p className="cluster delivery__number">
        Numéro de suivi{' '}
        <strong className="numeric" translate="no">
          {trackingNumber}
        </strong>
        <CopyButton text={trackingNumber} label="Copier le numéro de suivi" />
      </p>
      <TrackingCode parcelId={parcel.id} trackingNumber={trackingNumber} {...code.shown} />
      <RouteLine from={pickup} to={delivery} />
      <p dir="auto" className="member-text">
        {description}
      </p>
      <Facts
        facts={[
          ['Poids', weightText(terms.grams)],
          ['Taille', sizeDescriptions[size]],
          priceFact(terms),
          ['Date limite', longDay(deadline)],
        ]}
      />
      <Button onClick={code.print}>
        <Printer size={20} aria-hidden="true" /> Imprimer
      </Button>
    </section>
  );
}

function usePrintedCode() {
  const [isOpen, setOpen] = useState(false);
  const isDrawn = useRef(false);
  const isAsked = useRef(false);
  const onToggle = useCallback((next: boolean) => {
    isDrawn.current = false;
    setOpen(next);
  }, []);
  const onDrawn = useCallback(() => {
    isDrawn.current = true;
    if (isAsked.current) window.print();
    isAsked.current = false;
  }, []);
  const print = () => {
    if (isDrawn.current) return window.print();
    isAsked.current = true;
    setOpen(true);
  };
  return { shown: { isOpen, onToggle, onDrawn }, print };
}
