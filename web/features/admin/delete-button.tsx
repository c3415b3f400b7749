import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Restriction } from '#shared/admin/judged.ts';
import { deleted, deletionFailed } from '#shared/admin/words.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { RestrictionDialog } from '#web/features/admin/restriction-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { type CallOptions, useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { type RowKey, touch } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

interface DeleteButtonProps {
  id: string;
  name: string;
  confirm: string;
  templates: readonly string[];
  isWordAsked?: boolean;
  version: number;
  children: ReactNode;
  kind: 'profile' | 'trip' | 'parcel' | 'review';
  send: (restriction: Restriction, options: CallOptions) => Promise<unknown>;
  shownBy: readonly RowKey[];
}

type Shown = { id: string } | { card: { id: string } };
const idOf = (item: Shown) => ('card' in item ? item.card.id : item.id);

/** An administrator deletes something of a member, with a reason that the member is mailed. */
export function DeleteButton(props: DeleteButtonProps) {
  const { id, name, kind, confirm, templates, isWordAsked, version, children, send, shownBy } = props;
  const [isAsked, setAsked] = useState(false);
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const button = useRef<HTMLButtonElement>(null);
  // The index of a list changes a moment later, so a list that is read again may still contain it.
  const takeAway = () => {
    for (const key of shownBy) inPages<Shown>(queries, key, (items) => items.filter((item) => idOf(item) !== id));
  };
  const refresh = () => touch(queries, ...shownBy, ['admin', 'adminStatistics']);
  const remove = async (restriction: Restriction) => {
    try {
      await send(restriction, { idempotencyKey: keyOfTry({ name, version, ...restriction }) });
    } catch (error) {
      const { code, detail } = asProblem(error);
      const failure = { detail: deletionFailed(detail) };
      // It goes from the list, and this dialog with it: once it was read.
      if (code === 'NOT_FOUND') throw new ActFailed({ ...failure, isFinal: true, onClosed: refresh });
      void refresh();
      throw new ActFailed(failure);
    }
    toast.success(deleted);
    dropReason('delete', id);
    const card = button.current?.closest('li');
    const next = card?.nextElementSibling ?? card?.previousElementSibling;
    takeAway();
    // This dialog goes with its card, and then the focus moves on.
    setTimeout(() => next?.querySelector<HTMLElement>('h3')?.focus());
    void touch(queries, ['admin', 'adminStatistics'], ['admin', 'adminLogs']);
  };
  return (
    <>
      <Button
        ref={button}
        variant="link"
        size="small"
        aria-label={`Supprimer : ${isolated(name)}`}
        onClick={() => setAsked(true)}
      >
        <Trash2 size={18} aria-hidden="true" /> Supprimer
      </Button>
      {isAsked && (
        <RestrictionDialog
          kind={kind}
          title="Confirmer la suppression"
          draftName={reasonDraft('delete', id)}
          confirm={confirm}
          templates={templates}
          isWordAsked={isWordAsked ?? false}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        >
          {children}
        </RestrictionDialog>
      )}
    </>
  );
}
