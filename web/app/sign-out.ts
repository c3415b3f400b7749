import { endDevice } from '#web/features/notices/devices/own-device.ts';
import { signOut as endSessionHere, forgetMember } from '#web/lib/session/auth.ts';
import type { Session } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

export { lostBySignOut } from '#web/features/accounts/lost-by-sign-out.ts';

/** Signs out and shows the result in a toast. `isOver`: Cognito has already ended the session. */
export const signOut: Session['signOut'] = async (options) => {
  const slow = setTimeout(() => toast.info(underWay), 500);
  const end = () => endDevice({ isOver: options?.isOver ?? false });
  // The call needs the session that ends.
  const restoreDevice = await end();
  try {
    if ((await endSessionHere(options)) === 'ended') toast.success('Déconnexion réussie');
    else sayForgotten();
  } catch {
    const restoring = restoreDevice().catch(() => undefined);
    const forget = async () => {
      await restoring;
      await end();
      forgetMember();
      sayForgotten();
    };
    toast.error('Impossible de vous déconnecter. Veuillez réessayer.', undefined, {
      text: 'Oublier ce compte sur cet appareil',
      act: () => void forget(),
    });
  } finally {
    clearTimeout(slow);
    toast.settle(underWay);
  }
};

const underWay = 'Déconnexion en cours…';

const sayForgotten = () =>
  toast.info('Déconnecté de cet appareil', "La session prend fin d'elle-même dans les 30 jours.");
