import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Administrator } from '#shared/admin/administrators.ts';
import { operationFailed } from '#shared/admin/words.ts';
import { secondFactorApi } from '#web/features/second-factor/api.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';

export function ResetSecondFactor({ administrator: { id, email } }: { administrator: Administrator }) {
  const [isAsked, setAsked] = useState(false);
  const [resets, setResets] = useState(0);
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const reset = async () => {
    const options = { idempotencyKey: keyOfTry({ id, resets }) };
    await secondFactorApi.resetSecondFactor({ params: { administratorId: id } }, options).catch((error: unknown) => {
      throw new ActFailed({ detail: operationFailed(asProblem(error).detail) });
    });
    setResets(resets + 1);
    toast.success('Validation en deux étapes réinitialisée', email);
    void touch(queries, ['admin', 'adminLogs']);
  };
  return (
    <>
      <Button
        variant="link"
        size="small"
        aria-label={`Réinitialiser la validation en deux étapes : ${email}`}
        onClick={() => setAsked(true)}
      >
        Réinitialiser la validation
      </Button>
      <ConfirmDialog
        open={isAsked}
        title="Réinitialiser la validation en deux étapes ?"
        confirm="Réinitialiser"
        destructive
        onConfirm={reset}
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
