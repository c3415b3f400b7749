import { Suspense } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { nextStepText } from '#shared/deliveries/words.ts';
import { type ActContext, isPhotoAct, nextActOf, otherActsOf } from '#web/features/deliveries/acts/act-names.ts';
import { ParcelAct } from '#web/features/deliveries/acts/parcel-act.tsx';
import { AnswerBy } from '#web/features/deliveries/agreement/answer-by.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const PhotoAct = lazyPart(() => import('#web/features/deliveries/acts/photo-act.tsx').then((file) => file.PhotoAct));

/** The possible acts of a participant, or the member the parcel waits for. The main act stays on the screen. */
export function NextStep({ proofs, ...context }: ActContext & { proofs: readonly Proof[] }) {
  const next = nextActOf(context);
  const others = otherActsOf(context);
  const inBar = next && !isPhotoAct(next) ? next : undefined;
  const sentence = nextStepText(context.parcel, context.memberId);
  if (!next && others.length === 0 && !sentence) return null;
  return (
    <section className="card stack" aria-labelledby="next-step">
      <h2 id="next-step">Prochaine étape</h2>
      {sentence && (
        <p>
          <bdi>{sentence}</bdi>
        </p>
      )}
      <AnswerBy parcel={context.parcel} />
      {(others.length > 0 || inBar) && (
        <div className="cluster">
          {inBar && <ParcelAct key={inBar} act={inBar} isPrimary inBar {...context} />}
          {others.map((act) => (
            <ParcelAct key={act} act={act} {...context} />
          ))}
        </div>
      )}
      {next && isPhotoAct(next) && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          <PhotoAct key={next} act={next} proofs={proofs} {...context} />
        </Suspense>
      )}
    </section>
  );
}
