import { Fragment, type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { Notice } from '#web/components/notice.tsx';
import { dropDraft, readDraft } from '#web/lib/draft.ts';

type ResumedDraftProps<Values> = {
  name: string;
  schema: z.ZodMiniType<Values>;
  /** Forgets what is kept beside the text. */
  onDrop?: () => void;
  /** The form, with what was kept if anything was. */
  children: (kept: Values | undefined) => ReactNode;
};

/** What was typed before and never sent stands in the form again, and one can begin anew. */
export function ResumedDraft<Values>({ name, schema, onDrop, children }: ResumedDraftProps<Values>) {
  const [kept, setKept] = useState(() => readDraft(name, schema));
  const beginAnew = () => {
    dropDraft(name);
    onDrop?.();
    setKept(undefined);
  };
  return (
    <>
      {kept && (
        <Notice tone="info" title="Vos modifications non enregistrées ont été reprises">
          <button type="button" className="amplify-button amplify-button--small" onClick={beginAnew}>
            Repartir de l'annonce actuelle
          </button>
        </Notice>
      )}
      <Fragment key={kept ? 'kept' : 'anew'}>{children(kept)}</Fragment>
    </>
  );
}
