import { createContext, use } from 'react';
import type { BlockedMe, LeavingMe, Me } from '#shared/accounts/me.ts';
import { useInBrowser } from '#web/lib/browser.ts';
import type { SignInOutcome } from '#web/lib/session/sign-in-outcome.ts';

export interface Session {
  /** `loading` only until this browser's stored session has been read. */
  status: 'loading' | 'visitor' | 'member';
  /** The member's own account. Undefined while it loads, when it could not be read, and when one of the next is set. */
  me: Me | undefined;
  /** Set instead of `me` when the member is blocked. */
  blocked: BlockedMe | undefined;
  /** Set instead of `me` when the member has asked for the deletion of their account. */
  leaving: LeavingMe | undefined;
  /** The account could not be read (offline, fault); `refresh` tries again. */
  meFailed: boolean;
  /** Signs in and shows a toast; a refusal is returned with the French sentence to show in the form. */
  signIn: (email: string, password: string, remember: boolean) => Promise<SignInOutcome>;
  /** Signs out and shows the result in a toast. `isOver`: Cognito has already ended the session. */
  signOut: (options?: { isOver?: boolean }) => Promise<void>;
  refresh: () => Promise<void>;
}

export const noSession: Session = {
  status: 'loading',
  me: undefined,
  blocked: undefined,
  leaving: undefined,
  meFailed: false,
  signIn: async () => ({ ok: true }),
  signOut: async () => {},
  refresh: async () => {},
};

export const SessionContext = createContext<Session | undefined>(undefined);

/**
 * The current session. The build renders without one, and hydration must start with the same state, even when the
 * session is already known.
 */
export function useSession(): Session {
  const session = use(SessionContext);
  const isInBrowser = useInBrowser();
  if (!session) throw new Error('useSession outside of SessionProvider');
  return isInBrowser
    ? session
    : { ...session, status: 'loading', me: undefined, blocked: undefined, leaving: undefined };
}
