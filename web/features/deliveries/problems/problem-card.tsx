import { MessageCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Problem } from '#shared/deliveries/problem.ts';
import { decidedEnd, deliveryWords, eventLabels, eventText, problemLabels } from '#shared/deliveries/words.ts';
import { paths } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { isDenied } from '#shared/situation/open-problem.ts';
import { sentenceOf } from '#shared/situation/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import type { Acts } from '#web/features/deliveries/acts/use-acts.tsx';
import { deliveryEvents, isEnding } from '#web/features/deliveries/delivery-steps.ts';
import { type HistoryProps, Motive, Signature } from '#web/features/deliveries/history-event.tsx';
import {
  type ProblemStory,
  problemStories,
  storyOfCard,
  undoingsOf,
} from '#web/features/deliveries/problems/problem-stories.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { ProofPicker } from '#web/features/deliveries/proof-picker.tsx';
import { useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { Contested } from '#web/features/reports/reported.tsx';
import { Parts } from '#web/features/situation/sentence.tsx';
import { failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { checkConnection } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type ProblemProps = HistoryProps & Acted<ActParcel> & { acts: Acts };

/** The open problem of the delivery, for both members; afterwards what became of it, and how the delivery ended. */
export function ProblemCard({ events, proofs, ...props }: ProblemProps) {
  const { situation, parcel } = props;
  const sending = useProofSending(parcel.id);
  const stories = problemStories(events, proofs);
  const story = storyOfCard(stories, situation);
  const unsent = !situation.problem && sending.photos.length > 0 && <Unsent {...sending} />;
  const people = [parcel.owner, parcel.carrier ?? []].flat().filter((card) => card !== undefined);
  const signed = (event: TrackingEvent) => <Signature {...{ event, people }} />;
  return (
    <>
      <HowItEnded {...{ events, situation, signed }} last={stories.at(-1)} />
      {story ? (
        <section className="card stack delivery__printed delivery__last" aria-labelledby="problem">
          <h2 id="problem">{situation.problem ? eventLabels.problemReported : eventLabels.problemDecided}</h2>
          {situation.problem ? (
            <Open {...props} {...{ story, signed, sending }} />
          ) : (
            <Story {...props} {...{ story, signed }} />
          )}
          {unsent && <div className="delivery__screen">{unsent}</div>}
        </section>
      ) : (
        unsent
      )}
    </>
  );
}

interface EndedProps extends Pick<StoryProps, 'signed'> {
  events: readonly TrackingEvent[];
  situation: Situation;
  last: ProblemStory | undefined;
}

/** How the delivery, or its last problem, ended where no card of a decided problem tells it. */
function HowItEnded({ events, situation, last, signed }: EndedProps) {
  const own = deliveryEvents(events);
  const end = own.findLast(isEnding);
  const settled = end?.type === 'overridden' ? end : undefined;
  const undone = settled ? undoingsOf(own, settled) : [];
  const isInCard = situation.problem !== undefined || last?.end?.type === 'problemDecided';
  const endOfProblem = isInCard || last?.end === settled ? undefined : last?.end;
  return (
    <>
      {settled && !last?.undone.includes(settled) && (
        <section className="card stack delivery__printed delivery__last" aria-labelledby="settled">
          <h2 id="settled">{isInCard ? 'Nouvelle décision de notre équipe' : eventLabels.problemDecided}</h2>
          <Chain event={settled} text={decisionText(settled, undone.length > 0)} {...{ undone, signed }} />
        </section>
      )}
      {end?.type === 'declarationClosed' && !isDenied(situation) && (
        <p className="card">
          {eventLabels.declarationClosed}, le <Moment at={end.at} /> :{' '}
          {situation.stage === 'returned' ? 'le retour est terminé.' : 'la livraison est terminée.'}
        </p>
      )}
      {endOfProblem && (
        <section className="card stack" aria-labelledby="ended-problem">
          <h2 id="ended-problem">Problème terminé</h2>
          {last?.reported.problem && <p>{problemLabels[last.reported.problem]}</p>}
          <Chain event={endOfProblem} text={endText(endOfProblem, false)} undone={[]} signed={signed} />
        </section>
      )}
    </>
  );
}

interface ChainProps extends Pick<StoryProps, 'signed'> {
  event: TrackingEvent;
  text: string;
  /** Each one undid the one before it. */
  undone: readonly TrackingEvent[];
}

/** An act that ended something, and those that undid it: what each was, why, when and by whom. */
const Chain = ({ event, text, undone, signed }: ChainProps) =>
  [event, ...undone].map((one, index) => (
    <div key={one.version}>
      <p>{index === 0 ? text : undoneText(one)}</p>
      {one.reason && <Motive reason={one.reason} />}
      <p className="muted small">{signed(one)}</p>
      {one.contest && <Contested contest={one.contest} reasonBelow={undone[index]?.reason} />}
    </div>
  ));

interface StoryProps extends Pick<HistoryProps, 'onPhotoExpired'> {
  story: ProblemStory;
  signed: (event: TrackingEvent) => ReactNode;
}

type Sending = ReturnType<typeof useProofSending>;

/** The other member was faster: photos that were chosen are not lost without a word. */
function Unsent({ photos, remove }: Sending) {
  return (
    <Callout tone="warning">
      <p role="alert">
        {photos.length === 1 ? "Votre photo n'est pas partie" : 'Vos photos ne sont pas parties'} : le problème n'est
        plus ouvert.
      </p>
      <Button size="small" onClick={() => photos.forEach(({ key }) => remove(key))}>
        {photos.length === 1 ? 'Retirer la photo' : 'Retirer les photos'}
      </Button>
    </Callout>
  );
}

type OpenProps = Omit<ProblemProps, 'events' | 'proofs'> & StoryProps & { sending: Sending };

function Open({ story, signed, sending, ...props }: OpenProps) {
  const { parcel, situation, other, acts, memberId } = props;
  const sentCount = story.proofs.filter(({ by }) => by === memberId).length;
  return (
    <>
      <p className="delivery__screen">
        <Parts of={sentenceOf(situation, { other, partner: other, ends: parcel })} />
      </p>
      {situation.problem && <OnPaper {...situation.problem} />}
      <Words story={story} signed={signed} />
      <ProofPhotos proofs={story.proofs} onExpired={props.onPhotoExpired} />
      <div className="stack delivery__screen">
        <ProblemPhotos {...{ sending, sentCount }} />
        <p>Notre équipe lit ces mots, ces photos et vos messages au sujet de ce colis.</p>
      </div>
      <div className="cluster delivery__screen">
        {other && !other.unavailable && (
          <Button
            as={Link}
            variant={situation.waitsFor === 'me' && !situation.main ? 'primary' : 'default'}
            to={paths.conversation(other.id, parcel.id)}
          >
            <MessageCircle size={20} aria-hidden="true" />
            Écrire à {isolated(other.firstName)}
          </Button>
        )}
        {acts.button('settleProblem', { inBar: situation.main === 'settleProblem' })}
      </div>
    </>
  );
}

/** The sentence of the screen speaks to its reader, and others read the sheet. */
const OnPaper = ({ kind, answeredAt }: Problem) => (
  <p className="delivery__paper">
    {problemLabels[kind]}
    {answeredAt && (
      <>
        , réponse du <Moment at={answeredAt} />
      </>
    )}
  </p>
);

function Words({ story: { reported }, signed }: Omit<StoryProps, 'onPhotoExpired'>) {
  return (
    <div>
      {reported.reason && (
        <p dir="auto" className="member-text">
          {reported.reason}
        </p>
      )}
      <p className="muted small">{signed(reported)}</p>
    </div>
  );
}

/** Photos of the open problem: either member adds some while it is open (rule 170). */
function ProblemPhotos({ sending, sentCount }: { sending: Sending; sentCount: number }) {
  const { photos, add, remove, sendAll } = sending;
  const [isBusy, setBusy] = useState(false);
  const [isCameraOpen, setCameraOpen] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      if ((await sendAll('problem')) === 'sent') toast.success(deliveryWords.photosSent);
      else toast.error('Pas de connexion', checkConnection);
    } catch (error) {
      toastFailure({ ...failureOf(error), title: deliveryWords.photosFailed });
    }
    setBusy(false);
  };
  return (
    <>
      <p>Photos de ce problème, six au plus pour chacun de vous :</p>
      <ProofPicker
        {...{ photos, sentCount }}
        onAdd={add}
        onRemove={remove}
        camera={{ open: isCameraOpen, setOpen: setCameraOpen }}
        busy={isBusy}
      />
      {photos.length > 0 && (
        <div>
          <SubmitButton
            type="button"
            variant="default"
            busy={isBusy}
            busyText="Envoi en cours…"
            onClick={() => void send()}
          >
            Envoyer les photos
          </SubmitButton>
        </div>
      )}
    </>
  );
}

/** A problem that is over: what it was, in whose words, and how it ended. */
function Story({ story, signed, onPhotoExpired }: StoryProps) {
  const { reported, end, undone } = story;
  return (
    <>
      {reported.problem && <p>{problemLabels[reported.problem]}</p>}
      <Words story={story} signed={signed} />
      <ProofPhotos proofs={story.proofs} onExpired={onPhotoExpired} />
      {end && <Chain event={end} text={endText(end, undone.length > 0)} {...{ undone, signed }} />}
    </>
  );
}

const decisionText = (decision: TrackingEvent, isUndone: boolean) =>
  `${isUndone ? 'Ancienne décision' : 'Décision'} : ${decidedEnd(decision)}.`;

const undoneText = (undone: TrackingEvent) =>
  undone.type === 'overridden' ? `${eventText(undone)}.` : eventLabels[undone.type];

function endText(end: TrackingEvent, isUndone: boolean): string {
  const { type } = end;
  if (type === 'problemSettled') return eventLabels.problemSettled;
  if (type === 'problemDecided') return decisionText(end, isUndone);
  if (type === 'overridden') return deliveryWords.problemUnblocked;
  return `Problème terminé : ${type === 'returnConfirmed' ? 'le colis est rendu' : 'le colis est arrivé'}.`;
}

/** The problems that are over, but for the one whose decision has a card of its own. */
export function PastProblems({
  events,
  proofs,
  situation,
  ...shown
}: HistoryProps & Pick<StoryProps, 'signed'> & { situation: Situation }) {
  const stories = problemStories(events, proofs);
  const inCard = storyOfCard(stories, situation);
  const past = stories.filter((story) => story !== inCard);
  if (past.length === 0) return null;
  return (
    <section className="stack stack--tight" aria-labelledby="past-problems">
      <h3 id="past-problems">{past.length === 1 ? 'Problème signalé' : 'Problèmes signalés'}</h3>
      <ul className="history">
        {past.map((story) => (
          <li key={story.reported.at} className="stack stack--tight">
            <Story story={story} {...shown} />
          </li>
        ))}
      </ul>
    </section>
  );
}
