import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { accountsApi } from '#web/features/accounts/api.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

/** Ends the member's sessions on every device, this one included. */
export function SignOutEverywhere() {
  const { signOut } = useSession();
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: async () => {
      await accountsApi.signOutEverywhere();
    },
    onSuccess: () => signOut({ isOver: true }),
    onError: () => toast.error('Impossible de vous déconnecter. Veuillez réessayer.'),
    onSettled: () => setAsking(false),
  });
  return (
    <section className="card card--roomy stack" aria-labelledby="devices-title">
      <h2 id="devices-title">Appareils connectés</h2>
      <p className="muted">Un téléphone perdu ou un ordinateur partagé ? Fermez votre session partout à la fois.</p>
      <button type="button" className="amplify-button" onClick={() => setAsking(true)}>
        Se déconnecter de tous les appareils
      </button>
      <ConfirmDialog
        open={asking}
        title="Se déconnecter partout ?"
        confirm="Se déconnecter partout"
        busy={ending.isPending}
        onConfirm={() => ending.mutate()}
        onClose={() => setAsking(false)}
      >
        <p>Vous devrez vous reconnecter sur chaque appareil, celui-ci compris.</p>
      </ConfirmDialog>
    </section>
  );
}
