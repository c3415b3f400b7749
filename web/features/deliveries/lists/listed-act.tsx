import { Suspense, useState } from 'react';
import type { ActContext, ActName } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { lazyPart } from '#web/lib/load-part.ts';

const ActDialog = lazyPart(() => import('#web/features/deliveries/acts/act-dialog.tsx').then((file) => file.ActDialog));

type ListedActProps = ActContext & {
  act: ActName;
  isPrimary?: boolean;
  /** Where the list says what is accepted. */
  label?: string;
};

/** An act on a parcel of a list (`ParcelAct`): lists are there at once, and what the question needs comes with it. */
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
      {isAsked && (
        <Suspense fallback={null}>
          <ActDialog act={act} {...context} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
