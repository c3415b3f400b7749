import { createContext, use } from 'react';
import type { BlockedMe, Me } from '#shared/accounts/contract.ts';
import type { SignInOutcome } from '#web/lib/session/sign-in-outcome.ts';
import { useInBrowser } from '#web/lib/use-in-browser.ts';

export type Session = {
  /** `loading` only until this browser's stored session has been looked at. */
  status: 'loading' | 'visitor' | 'member';
  /** The member's own account; missing while it loads, when it could not be read, and for blocked members. */
  me: Me | undefined;
  /** Set instead of `me` when the member is blocked. */
  blocked: BlockedMe | undefined;
  /** The account could not be read (offline, fault); `refresh` tries again. */
  meFailed: boolean;
  /** Signs in and says so in a toast; a refusal comes back with the French sentence to show in place. */
  signIn: (email: string, password: string, remember: boolean) => Promise<SignInOutcome>;
  signOut: () => Promise<void>;
  /** Reads the account again, after something about it changed. */
  refresh: () => Promise<void>;
};

/** What every visitor has before their browser has looked for a session. */
export const noSession: Session = {
  status: 'loading',
  me: undefined,
  blocked: undefined,
  meFailed: false,
  signIn: async () => ({ ok: true }),
  signOut: async () => {},
  refresh: async () => {},
};

export const SessionContext = createContext<Session | undefined>(undefined);

/**
 * Who is here. What the build rendered knows nobody, and a browser that takes it over piece by piece must find it so, even
 * when the session is known by then.
 */
export function useSession(): Session {
  const session = use(SessionContext);
  const isInBrowser = useInBrowser();
  if (!session) throw new Error('useSession outside of SessionProvider');
  return isInBrowser ? session : { ...session, status: 'loading', me: undefined, blocked: undefined };
}
