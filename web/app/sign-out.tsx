import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { lostBySignOut } from '#web/features/accounts/lost-by-sign-out.ts';
import { SignOutQuestion } from '#web/features/accounts/sign-out-question.tsx';
import { endDevice } from '#web/features/notices/devices/own-device.ts';
import { signOut as endSessionHere, forgetMember } from '#web/lib/session/auth.ts';
import type { Session } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

type Options = Parameters<Session['signOut']>[0];

/** Signs out; `show` puts a question on the page before something unsent is erased. */
export async function signOut(queries: QueryClient, show: (question?: ReactNode) => void, options: Options) {
  const lost = options?.isOver ? [] : await lostBySignOut(queries);
  if (lost.length === 0) return signOutNow(options);
  show(<SignOutQuestion lost={lost} onConfirm={() => void signOutNow()} onClose={() => show()} />);
}

/** Shows the result in a toast. `isOver`: Cognito has already ended the session. */
const signOutNow: Session['signOut'] = async (options) => {
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
