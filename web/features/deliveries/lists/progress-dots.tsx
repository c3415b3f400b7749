import type { Situation } from '#shared/situation/contract.ts';
import { stepStageOf } from '#shared/situation/open-problem.ts';
import { stepLabels } from '#shared/situation/stages.ts';
import { stepsReached, stepText } from '#shared/situation/words.ts';
import '#web/features/deliveries/lists/delivery-list.css';

const steps = Object.keys(stepLabels);

/** The progress of a parcel as dots; empty for one that is not on the way to its recipient. */
export function ProgressDots({ of }: { of: Pick<Situation, 'stage' | 'problem'> }) {
  const reached = stepsReached[stepStageOf(of)];
  if (reached === undefined) return null;
  return (
    <span className="progress-dots">
      {steps.map((step, at) => (
        <span key={step} className={at < reached ? 'progress-dots__done' : ''} aria-hidden="true" />
      ))}
      <span className="visually-hidden">{stepText(reached)}</span>
    </span>
  );
}
