import { useState } from 'react';
import type { ActContext, ActName } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { AskedAct } from '#web/features/deliveries/acts/asked-act.tsx';

type ListedActProps = ActContext & {
  act: ActName;
  isPrimary?: boolean;
  /** The button's text where the act alone does not say what is accepted. */
  label?: string;
};

/** An act on a parcel of a list (`ParcelAct`), without the forms of its question until it is asked. */
export function ListedAct({ act, isPrimary, label, ...context }: ListedActProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`amplify-button ${isPrimary ? 'amplify-button--primary' : ''}`}
        onClick={() => setAsked(true)}
      >
        {label ?? questionOf(act, context).button}
      </button>
      {isAsked && <AskedAct act={act} {...context} onClose={() => setAsked(false)} />}
    </>
  );
}
