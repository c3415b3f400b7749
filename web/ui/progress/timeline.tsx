import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

interface TimelineStep {
  key: string;
  title: string;
  state: 'done' | 'current' | 'later';
  at?: ReactNode;
  children?: ReactNode;
}

const french = { done: 'terminé', current: 'étape actuelle', later: 'à venir' } as const;

interface TimelineProps {
  steps: readonly TimelineStep[];
  label: string;
  /** Read aloud behind each title. */
  states?: Readonly<Record<TimelineStep['state'], string>>;
}

/** Steps in order, the current one marked; `at` is the time of the step. */
export function Timeline({ steps, label, states = french }: TimelineProps) {
  return (
    <ol className="timeline" aria-label={label}>
      {steps.map(({ key, title, state, at, children }) => (
        <li
          key={key}
          className={`timeline__step timeline__step--${state}`}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className="timeline__mark" aria-hidden="true">
            {state === 'done' && <Check size={14} />}
          </span>
          <div className="stack">
            <p className="timeline__title">
              {title}
              <span className="visually-hidden"> ({states[state]})</span>
            </p>
            {at && <p className="muted small">{at}</p>}
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}
