import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed, type Failure } from '#web/forms/confirming/failure.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { toast } from '#web/lib/toast.ts';

interface DeleteQuestionProps {
  title: string;
  confirm: string;
  children: ReactNode;
  remove: () => Promise<unknown>;
  done: string;
  onDeleted: () => unknown;
  onFailed: () => unknown;
  failed: (reason: string) => Failure;
  onClose: () => void;
}

export function DeleteQuestion(props: DeleteQuestionProps) {
  const { title, confirm, children, remove, done, onDeleted, onFailed, failed, onClose } = props;
  const act = async () => {
    try {
      await remove();
    } catch (error) {
      void onFailed();
      throw new ActFailed(failed(asProblem(error).detail));
    }
    await onDeleted();
    toast.success(done);
  };
  return (
    <ConfirmDialog open title={title} confirm={confirm} destructive onConfirm={act} onClose={onClose}>
      <p>{children}</p>
    </ConfirmDialog>
  );
}
