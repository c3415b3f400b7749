import { useLocation, useNavigate } from 'react-router-dom';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * Runs an act for members; a visitor is told why and goes to sign in, then comes back to this address (product 2.8).
 */
export function useSignInFirst() {
  const { status } = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (reason: string, act: () => void) => {
    if (status === 'member') return act();
    if (status === 'loading') return undefined;
    toast.info('Connexion requise', reason);
    return void navigate(loginPath(pathname + search));
  };
}
