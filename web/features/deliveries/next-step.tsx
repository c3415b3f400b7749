import { Suspense } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { nextStepText } from '#shared/deliveries/words.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import { type ActContext, isPhotoAct, otherActsOf } from '#web/features/deliveries/acts/act-names.ts';
import { nextBeside, ParcelAct } from '#web/features/deliveries/acts/parcel-act.tsx';
import { AnswerBy } from '#web/features/deliveries/agreement/answer-by.tsx';
import type { OfferParts } from '#web/features/deliveries/agreement/use-offer-parts.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const PhotoAct = lazyPart(() => import('#web/features/deliveries/acts/photo-act.tsx').then((file) => file.PhotoAct));

interface NextStepProps extends ActContext {
  proofs: readonly Proof[];
  /** The open offer or change, and its acts. */
  offers?: Partial<OfferParts>;
}

/** The possible acts of a participant, or the member the parcel waits for. The main act stays on the screen. */
export function NextStep({ proofs, offers = {}, ...context }: NextStepProps) {
  const { line, take, end, dialog } = offers;
  const next = nextBeside({ take }, context);
  const others = otherActsOf(context);
  const photoAct = next && isPhotoAct(next) ? next : undefined;
  const asked = photoAct ? undefined : next;
  const sentence = nextStepText(context.parcel, context.memberId);
  if (!next && others.length === 0 && !sentence && !line) return null;
  return (
    <section className="card stack" aria-labelledby="next-step">
      <h2 id="next-step">Prochaine étape</h2>
      {line}
      {sentence && (
        <p>
          <bdi>{sentence}</bdi>
        </p>
      )}
      <AnswerBy parcel={context.parcel} />
      {(others.length > 0 || asked || take || end) && (
        <div className="cluster">
          {take && <InActionBar>{take}</InActionBar>}
          {end}
          {asked && <ParcelAct key={asked} act={asked} isPrimary={!take} inBar={!take} {...context} />}
          {others.map((act) => (
            <ParcelAct key={act} act={act} {...context} />
          ))}
        </div>
      )}
      {dialog}
      {photoAct && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          {/* A change that arrives takes the main place. The picked photos stay. */}
          <PhotoAct key={photoAct} act={photoAct} proofs={proofs} isMain={!take} {...context} />
        </Suspense>
      )}
    </section>
  );
}
