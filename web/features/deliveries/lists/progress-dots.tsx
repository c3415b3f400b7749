import { stepsDone } from '#shared/deliveries/next-step.ts';
import type { ParcelStatus } from '#shared/parcels/contract.ts';
import '#web/features/deliveries/lists/delivery-list.css';

const steps = ['Accord', 'Ramassage', 'En route pour la remise', 'Livraison'];

/** The progress of a parcel as four dots; empty for a returning or cancelled parcel. */
export function ProgressDots({ status }: { status: ParcelStatus }) {
  const done = stepsDone[status];
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
