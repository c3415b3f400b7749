import { Check } from 'lucide-react';

/** The current step of a form of several steps; `current` counts from 0. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="stepper" aria-label={`Étape ${current + 1} sur ${steps.length}`}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'stepper__done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="stepper__mark" aria-hidden="true">
            {index < current ? <Check size={16} /> : index + 1}
          </span>
          {step}
          {index < current && <span className="visually-hidden"> (terminée)</span>}
        </li>
      ))}
    </ol>
  );
}
