import { useNavigate } from 'react-router-dom';
import { paths, type TripWish } from '#shared/site/paths.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * Runs an act for members. A visitor gets the reason and signs in, then continues the act at its address (product 2.8).
 */
export function useSignInFirst() {
  const { status } = useSession();
  const navigate = useNavigate();
  return (reason: string, after: string, act: () => void) => {
    if (status === 'member') return act();
    if (status === 'loading') return undefined;
    toast.info('Connexion requise', reason);
    return void navigate(loginPath(after));
  };
}

/** Where a member is led who would write to a traveller, or see their profile. */
export const toTraveller = (ownerId: string, wish: TripWish): string =>
  wish === 'contact' ? paths.conversation(ownerId, '') : paths.member(ownerId);
