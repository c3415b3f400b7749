import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

type DeleteQuestionProps = {
  title: string;
  confirm: string;
  /** What goes, in a sentence. */
  children: ReactNode;
  remove: () => Promise<unknown>;
  /** Notice after the deletion. */
  done: string;
  /** Updates the lists that showed it. */
  onDeleted: () => unknown;
  /** The list may be older than what stands. */
  onFailed: () => unknown;
  /** The error's words, from the reason. */
  failed: (reason: string) => { title?: string; message: string };
  onClose: () => void;
};

/** The question before something of the panel goes. A failure stays in it. */
export function DeleteQuestion(props: DeleteQuestionProps) {
  const { title, confirm, children, remove, done, onDeleted, onFailed, failed, onClose } = props;
  const deleting = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await onDeleted();
      toast.success(done);
      onClose();
    },
    onError: () => void onFailed(),
  });
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={confirm}
      destructive
      busy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <div className="stack">
        <p>{children}</p>
        {deleting.error && <ErrorPanel {...failed(asProblem(deleting.error).detail)} />}
      </div>
    </ConfirmDialog>
  );
}
