import type { Stage } from '#shared/situation/contract.ts';
import { stepsDone } from '#shared/situation/words.ts';
import '#web/features/deliveries/lists/delivery-list.css';

const steps = ['agreed', 'collected', 'delivering', 'delivered'] as const;

/** The progress of a parcel as four dots; empty for one that is not on the way to its recipient. */
export function ProgressDots({ stage }: { stage: Stage }) {
  const done = stepsDone[stage];
  if (done === undefined) return null;
  return (
    <span className="progress-dots">
      {steps.map((step, at) => (
        <span key={step} className={at < done ? 'progress-dots__done' : ''} aria-hidden="true" />
      ))}
      <span className="visually-hidden">
        {done} {done > 1 ? 'étapes franchies' : 'étape franchie'} sur {steps.length}
      </span>
    </span>
  );
}
