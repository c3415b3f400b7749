import { useQuery } from '@tanstack/react-query';
import { MessageCircle, Phone, Printer } from 'lucide-react';
import { Suspense, useCallback, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { hasAct, type Situation } from '#shared/situation/contract.ts';
import { carrierWord } from '#shared/situation/words.ts';
import { brand } from '#shared/values/brand.ts';
import type { Card } from '#shared/values/fields.ts';
import { shownPhone } from '#shared/values/formats.ts';
import { of } from '#shared/values/french.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { WithActionBar } from '#web/features/deliveries/action-bar.tsx';
import { type Acts, useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { AgreementCard, priceFact, tripFact } from '#web/features/deliveries/agreement/agreement-card.tsx';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { type DeliveryProps, EndedDeliveries, hasTold, Progress } from '#web/features/deliveries/delivery-history.tsx';
import type { HistoryProps } from '#web/features/deliveries/history-event.tsx';
import { LastMessages } from '#web/features/deliveries/last-messages.tsx';
import { actsOfAgreement, isAskedToConfirm, NextStep } from '#web/features/deliveries/next-step.tsx';
import { TrackingCode } from '#web/features/deliveries/tracking-code.tsx';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { AfterFirstView } from '#web/features/parcels/after-first-view.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { isLost } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { LoadState } from '#web/ui/seen-ago.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import '#web/features/deliveries/deliveries.css';

const ProblemCard = lazyPart(() =>
  import('#web/features/deliveries/problems/problem-card.tsx').then((file) => file.ProblemCard),
);
const ContentsSheet = lazyPart(() =>
  import('#web/features/deliveries/printed/contents-sheet.tsx').then((file) => file.ContentsSheet),
);
const CodeCard = lazyPart(() => import('#web/features/deliveries/code-card.tsx').then((file) => file.CodeCard));
// The owner alone has it.
const RecipientCard = lazyPart(() =>
  import('#web/features/deliveries/recipient-card.tsx').then((file) => file.RecipientCard),
);
const DeliveredScene = lazyPart(() =>
  import('#web/features/deliveries/delivered-scene.tsx').then((file) => file.DeliveredScene),
);

/** A parcel on its way, for its owner and its carrier (product 2.2, Parcel tracking). */
export function DeliveryView({ parcel, situation, memberId, partnerId }: DeliveryProps) {
  const acts = useActs({ parcel, memberId });
  const other = situation.isOwner ? parcel.carrier : parcel.owner;
  const online = useOnline();
  const toChange = actsOfAgreement(situation).flatMap((name) => acts.button(name) ?? []);
  const params = { parcelId: parcel.id };
  const tracking = useQuery(deliveriesQuery('tracking', { params }));
  const photos = useQuery(deliveriesQuery('proofs', { params }));
  const failed = tracking.error ?? photos.error;
  const photosLost = !photos.data && (!online || isLost(photos.error));
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
              {hasTold(history.events) && (
                <ProblemCard {...{ parcel, situation, memberId, other, acts }} {...history} />
              )}
              {situation.stage === 'delivered' && !situation.problem && (
                <DeliveredScene {...{ parcel, other, situation }} />
              )}
              {(photos.data || photosLost) && (
                <NextStep
                  {...{ parcel, situation, memberId, other, proofs, acts }}
                  reason={refusalOf(parcel, situation)}
                />
              )}
              {(situation.codeAsked || hasAct(situation, 'setCode')) && (
                <CodeCard {...{ situation, other, acts }} code={tracking.data?.code} />
              )}
              <AgreementCard {...{ parcel, situation }} events={history.events}>
                {toChange.length > 0 && toChange}
              </AgreementCard>
              {tracking.data?.link && (
                <RecipientCard {...{ parcel, situation, memberId, other }} link={tracking.data.link} />
              )}
              <Progress {...{ parcel, situation, other }} {...history} />
            </Suspense>
          )}
          {situation.isOwner && (
            <EndedDeliveries
              owner={parcel.owner}
              carriers={[parcel.carrier ?? [], tracking.data?.formerCarriers ?? []].flat()}
              {...history}
            />
          )}
          {/* The page names a lost network at its top. */}
          {photosLost && <p className="muted small">{deliveryWords.photosAway}</p>}
          {failed && !(tracking.data && isLost(failed)) && (
            <LoadState
              title={deliveryWords.loadFailed}
              at={Math.min(tracking.dataUpdatedAt, photos.dataUpdatedAt)}
              error={failed}
              onRetry={() => void Promise.all([tracking.refetch(), photos.refetch()])}
            />
          )}
        </div>
        <div className="stack">
          <Parties {...{ parcel, situation, partnerId, other }} memberId={memberId} phone={tracking.data?.phone} />
          <Details parcel={parcel} situation={situation} events={history.events} />
          <WhenItGoesWrong {...{ parcel, situation, other, acts }} />
        </div>
      </div>
    </WithActionBar>
  );
}

type WrongProps = Pick<DeliveryProps, 'parcel' | 'situation'> & { other: Card | undefined; acts: Acts };

function WhenItGoesWrong({ parcel, situation, other, acts }: WrongProps) {
  const report = !isAskedToConfirm(situation) && acts.button('reportProblem');
  // A member who is not there answers no problem.
  if (report && !other?.unavailable) return report;
  return (
    <>
      {report}
      <p>
        <Link className="lone-link" to={withQuery(paths.contact, { topic: 'delivery', parcel: parcel.trackingNumber })}>
          Nous écrire au sujet de ce colis
        </Link>
      </p>
    </>
  );
}

const refusalOf = ({ rejectionReason }: Parcel, { stage }: Situation) =>
  stage === 'refused' ? rejectionReason : undefined;

const StepsLoading = () => (
  <Loading>
    <Skeleton height="40rem" />
  </Loading>
);

type PartiesProps = DeliveryProps & { other: Card | undefined; phone: string | undefined };

function Parties({ parcel, situation, memberId, partnerId, other, phone }: PartiesProps) {
  const { isOwner } = situation;
  const otherId = isOwner ? (parcel.carrierId ?? partnerId) : parcel.ownerId;
  return (
    <>
      <section className="card stack delivery__printed" aria-labelledby="parties">
        <h2 id="parties" className="delivery__screen">
          Vous deux
        </h2>
        <Party label="Expéditeur" card={parcel.owner} isMe={isOwner} phone={phone} />
        {parcel.carrier ? (
          <Party label={carrierWord(situation)} card={parcel.carrier} isMe={!isOwner} phone={phone} />
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
      {isMe && <span className="delivery__screen"> (vous)</span>}
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

type DetailsProps = Pick<DeliveryProps, 'parcel' | 'situation'> & Pick<HistoryProps, 'events'>;

function Details({ parcel, situation: { terms }, events }: DetailsProps) {
  const { trackingNumber, description, pickup, delivery, size, deadline } = parcel;
  const { code, contents, print } = usePrintedParts();
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
      <TrackingCode parcelId={parcel.id} trackingNumber={trackingNumber} {...code} />
      <RouteLine from={pickup} to={delivery} />
      <AfterFirstView height="6rem" isDue={contents.isDue}>
        <ContentsSheet parcel={parcel} events={events} onDrawn={contents.onDrawn} />
      </AfterFirstView>
      <p dir="auto" className="member-text">
        {description}
      </p>
      <Facts
        facts={[
          ['Poids', weightText(terms.grams)],
          ['Taille', sizeDescriptions[size]],
          // The agreement is not on the printed sheet.
          ...(terms.kind === 'announced' ? [] : [tripFact(terms.trip)]),
          priceFact(terms),
          ['Date limite', longDay(deadline)],
        ]}
      />
      <Button onClick={print}>
        <Printer size={20} aria-hidden="true" /> Imprimer
      </Button>
    </section>
  );
}

/** The sheet is printed once its code is drawn and its table of contents is there. */
function usePrintedParts() {
  const [isOpen, setOpen] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const missing = useRef(new Set(['code', 'contents']));
  const waits = useRef(false);
  const drawn = useCallback((part: string) => {
    missing.current.delete(part);
    if (!waits.current || missing.current.size > 0) return;
    waits.current = false;
    window.print();
  }, []);
  const onToggle = useCallback((next: boolean) => {
    missing.current.add('code');
    setOpen(next);
  }, []);
  const onCode = useCallback(() => drawn('code'), [drawn]);
  const onContents = useCallback(() => drawn('contents'), [drawn]);
  const print = () => {
    if (missing.current.size === 0) return window.print();
    waits.current = true;
    setWasAsked(true);
    setOpen(true);
  };
  return {
    code: { isOpen, onToggle, onDrawn: onCode },
    contents: { isDue: wasAsked, onDrawn: onContents },
    print,
  };
}
