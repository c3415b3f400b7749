import { MessageCircle } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Proof } from '#shared/deliveries/contract.ts';
import { paths } from '#shared/site/paths.ts';
import type { ActName, Situation } from '#shared/situation/contract.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import { type Acted, type ActParcel, isHandover } from '#web/features/deliveries/acts/acted.ts';
import { type Acts, groupsOf } from '#web/features/deliveries/acts/use-acts.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { useQueuedAct } from '#web/lib/offline/queued.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const PhotoAct = lazyPart(() => import('#web/features/deliveries/acts/photo-act.tsx').then((file) => file.PhotoAct));

type NextStepProps = Acted<ActParcel> & {
  proofs: readonly Proof[];
  acts: Acts;
  reason?: string | undefined;
};

/** The owner reads that the parcel has arrived, or is back: a problem is the other answer. */
export const isAskedToConfirm = ({ stage, isOwner }: Situation): boolean =>
  isOwner && (stage === 'deliveryDeclared' || stage === 'returnDeclared');

/** A change, or what it needs first: the card of the agreement tells why. */
export function actsOfAgreement({ stage, acts }: Situation): readonly ActName[] {
  if (stage !== 'agreed') return [];
  const isFixed = acts.some(({ name, reason }) => name === 'makeOffer' && reason);
  return isFixed ? ['makeOffer', 'verify', 'subscribe'] : ['makeOffer'];
}

/** The possible acts of a participant, or the member the parcel waits for. The main act stays on the screen. */
export function NextStep({ proofs, acts, reason, ...about }: NextStepProps) {
  const { parcel, situation, other } = about;
  const { stage, main, waitsFor } = situation;
  const queued = useQueuedAct(parcel.id);
  // Once the delivery is declared, its code is asked in a dialog.
  const isInPage = (name: ActName | undefined) => isHandover(name, situation) && stage !== 'deliveryDeclared';
  // The stars, the code, the way to another agreement and a problem have places of their own.
  const elsewhere = new Set<ActName>([...actsOfAgreement(situation), 'rate', 'setCode', 'settleProblem']);
  if (!isAskedToConfirm(situation)) elsewhere.add('reportProblem');
  const { first, rest } = groupsOf(situation, (name) => elsewhere.has(name) || isInPage(name));
  const takesPhotos = situation.acts.some(({ name }) => isInPage(name));
  const photoAct = takesPhotos && (stage === 'agreed' ? 'validatePickup' : 'validateDelivery');
  if (first.length + rest.length === 0 && (waitsFor === 'nobody' || (situation.problem && !photoAct))) return null;
  const firstActs = first.map((name) => acts.button(name, { inBar: name === main }));
  // The card of the problem tells the step; in the bar the main act leaves nothing to this card.
  const isMainAlone = situation.problem && !photoAct && rest.length === 0 && first.every((name) => name === main);
  if (isMainAlone) return firstActs;
  return (
    <section className="card stack" aria-labelledby="next-step">
      <h2 id="next-step">Prochaine étape</h2>
      {/* The photos tell more of an act that waits on this device. */}
      {!situation.problem && !(photoAct && queued) && (
        <p>
          <SituationSentence
            parcelId={parcel.id}
            situation={situation}
            people={{ other, partner: other, ends: parcel }}
          />
        </p>
      )}
      {reason && (
        <p>
          Motif : <bdi>{reason}</bdi>
        </p>
      )}
      {stage === 'agreed' && situation.isOwner && !main && other && !other.unavailable && (
        <InActionBar>
          <Button as={Link} variant="primary" to={paths.conversation(other.id, parcel.id)}>
            <MessageCircle size={20} aria-hidden="true" /> Contacter
          </Button>
        </InActionBar>
      )}
      {first.length > 0 && <div className="cluster">{firstActs}</div>}
      {photoAct && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          {/* A change that arrives takes the main place. The picked photos stay. */}
          <PhotoAct
            key={photoAct}
            act={photoAct}
            proofs={proofs}
            isMain={isInPage(main)}
            onRefuse={() => acts.ask('refuseContents')}
            {...about}
          />
        </Suspense>
      )}
      {rest.length > 0 && <div className="cluster">{rest.map((name) => acts.button(name))}</div>}
    </section>
  );
}
