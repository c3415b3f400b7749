import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Administrator } from '#shared/admin/administrators.ts';
import { operationFailed } from '#shared/admin/words.ts';
import { closing } from '#web/features/admin/use-decision.ts';
import { secondFactorApi } from '#web/features/second-factor/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

/** The principal resets the second factor of another administrator, who has lost their telephone and their codes. */
export function ResetSecondFactor({ administrator: { id, email } }: { administrator: Administrator }) {
  const [isAsked, setAsked] = useState(false);
  const [resets, setResets] = useState(0);
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const reset = useMutation({
    mutationFn: () =>
      secondFactorApi.resetSecondFactor(
        { params: { administratorId: id } },
        { idempotencyKey: keyOfTry({ id, resets }) },
      ),
    onSuccess: () => {
      setResets(resets + 1);
      toast.success('Validation en deux étapes réinitialisée', email);
      void touch(queries, ['admin', 'adminLogs']);
    },
    onError: (error) => toast.error(operationFailed(asProblem(error).detail)),
    onSettled: closing(() => setAsked(false)),
  });
  return (
    <>
      <button
        type="button"
        className="amplify-button amplify-button--link amplify-button--small"
        aria-label={`Réinitialiser la validation en deux étapes : ${email}`}
        onClick={() => setAsked(true)}
      >
        Réinitialiser la validation
      </button>
      <ConfirmDialog
        open={isAsked}
        title="Réinitialiser la validation en deux étapes ?"
        confirm="Réinitialiser"
        destructive
        busy={reset.isPending}
        onConfirm={() => reset.mutate()}
        onClose={() => setAsked(false)}
      >
        <p>
          L'application et les codes de secours de {email} ne servent plus, et le panel lui est fermé jusqu'à une
          nouvelle configuration, avec son mot de passe. Un email l'en informe. Vérifiez d'abord par un autre moyen que
          la demande vient bien de cette personne.
        </p>
      </ConfirmDialog>
    </>
  );
}
