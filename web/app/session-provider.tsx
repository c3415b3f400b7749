import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { signIn as authSignIn, signOut as authSignOut, authStatus, startSession } from '#web/lib/auth.ts';
import { keyOf } from '#web/lib/query.ts';
import { type Session, SessionContext } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';

const meKey = keyOf('accounts', 'readMe');
const memberSession = () => import('#web/app/member-session.ts');

/** Who is here, for every component below. Signing out, in this tab or another, empties the cache of answers. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const status = useSyncExternalStore(authStatus.subscribe, authStatus.get, authStatus.get);
  const queries = useQueryClient();
  const account = useQuery({
    queryKey: meKey,
    queryFn: async () => (await memberSession()).readMe(),
    enabled: status === 'member',
  });
  const known = status === 'member' ? account.data : undefined;
  const me = known && 'id' in known ? known : undefined;
  const blocked = known && !('id' in known) ? known : undefined;
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: meKey }), [queries]);

  useEffect(startSession, []);
  useForgetAnswers(status);
  useLive(me?.id, refresh);

  const session = useMemo<Session>(
    () => ({ status, me, blocked, meFailed: account.isError, signIn, signOut, refresh }),
    [status, me, blocked, account.isError, refresh],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useForgetAnswers(status: Session['status']): void {
  const queries = useQueryClient();
  const wasMember = useRef(false);
  useEffect(() => {
    if (status === 'visitor' && wasMember.current) queries.clear();
    wasMember.current = status === 'member';
  }, [status, queries]);
}

/** One live connection while a member is signed in. When the server ends it, the account says why. */
function useLive(memberId: string | undefined, onEnded: () => Promise<void>): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!memberId) return;
    let stop: (() => void) | undefined;
    let left = false;
    void memberSession().then((member) => {
      if (!left) stop = member.startLive(queries, () => void onEnded());
    });
    return () => {
      left = true;
      stop?.();
    };
  }, [memberId, queries, onEnded]);
}

const signIn: Session['signIn'] = async (email, password, remember) => {
  const outcome = await authSignIn(email, password, remember);
  if (outcome.ok) toast.success('Connexion réussie');
  else toast.error('Erreur de connexion', outcome.message);
  return outcome;
};

const signOut: Session['signOut'] = async () => {
  try {
    await authSignOut();
    toast.success('Déconnexion réussie');
  } catch {
    toast.error('Impossible de vous déconnecter. Veuillez réessayer.');
  }
};
