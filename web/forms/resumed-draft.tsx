import { Fragment, type ReactNode, Suspense, useState } from 'react';
import type * as z from 'zod/mini';
import { useKeptDraft } from '#web/forms/use-draft.ts';
import { dropDraft } from '#web/lib/drafts/draft.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Callout } from '#web/ui/callout.tsx';

interface ResumedDraftProps<Shape extends z.core.$ZodShape> {
  name: string;
  schema: z.ZodMiniObject<Shape>;
  /** It edits an existing listing, so a reset restores the listing's values. */
  isEdit?: boolean;
  /** Deletes the stored data other than the text. */
  onDrop?: () => void;
  children: (kept: Partial<z.output<z.ZodMiniObject<Shape>>> | undefined) => ReactNode;
}

const words = {
  edit: { title: 'Vos modifications non enregistrées ont été reprises', again: "Repartir de l'annonce actuelle" },
  publish: { title: 'Votre brouillon a été repris', again: 'Recommencer' },
};

/** Lazy, because few members start again. */
const ConfirmDialog = lazyPart(() =>
  import('#web/forms/confirming/confirm-dialog.tsx').then((file) => file.ConfirmDialog),
);

/** Restores the draft of a form, and offers to start again. */
export function ResumedDraft<Shape extends z.core.$ZodShape>(props: ResumedDraftProps<Shape>) {
  const { name, schema, isEdit = false, onDrop, children } = props;
  const [kept, setKept] = useKeptDraft(name, schema);
  const [asks, setAsks] = useState(false);
  const { title, again } = words[isEdit ? 'edit' : 'publish'];
  const beginAnew = async () => {
    dropDraft(name);
    onDrop?.();
    setKept(undefined);
  };
  return (
    <>
      {kept && (
        <Callout tone="info" title={title}>
          <Button size="small" onClick={() => setAsks(true)}>
            {again}
          </Button>
        </Callout>
      )}
      {asks && (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            title={`${again} ?`}
            confirm="Effacer mes saisies"
            destructive
            onConfirm={beginAnew}
            onClose={() => setAsks(false)}
          >
            <p>Ce que vous avez saisi ici et pas encore envoyé sera effacé de cet appareil.</p>
          </ConfirmDialog>
        </Suspense>
      )}
      <Fragment key={kept ? 'kept' : 'again'}>{children(kept)}</Fragment>
    </>
  );
}
