import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsApi } from '#web/features/accounts/api.ts';
import { lostBySignOut } from '#web/features/accounts/lost-by-sign-out.ts';
import { LostDrafts } from '#web/features/accounts/sign-out-question.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';

export function SignOutEverywhere() {
  const { signOut } = useSession();
  const [asking, setAsking] = useState(false);
  const [lost, setLost] = useState<readonly string[]>([]);
  const queries = useQueryClient();
  const ask = async () => {
    setLost(await lostBySignOut(queries));
    setAsking(true);
  };
  const keyOfTry = useIdempotencyKey();
  const end = async () => {
    await accountsApi.signOutEverywhere(undefined, { idempotencyKey: keyOfTry({}) }).catch((error: unknown) => {
      const { isUncertain, detail } = asProblem(error);
      throw new ActFailed({ detail: isUncertain ? detail : 'Impossible de vous déconnecter. Veuillez réessayer.' });
    });
    await signOut({ isOver: true });
  };
  return (
    <section className="card card--roomy stack" aria-labelledby="devices-title">
      <h2 id="devices-title">Appareils connectés</h2>
      <p className="muted">Un téléphone perdu ou un ordinateur partagé ? Fermez votre session partout à la fois.</p>
      <Button onClick={() => void ask()}>Se déconnecter de tous les appareils</Button>
      <ConfirmDialog
        open={asking}
        title="Se déconnecter partout ?"
        confirm="Se déconnecter partout"
        onConfirm={end}
        onClose={() => setAsking(false)}
      >
        <p>Vous devrez vous reconnecter sur chaque appareil, celui-ci compris.</p>
        <LostDrafts lost={lost} />
      </ConfirmDialog>
    </section>
  );
}
