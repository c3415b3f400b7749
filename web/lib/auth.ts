import {
  adoptTabTokens,
  anotherTabMayHaveSession,
  forgetSession,
  markSession,
  noOtherTabHasSession,
  sessionStore,
  storedSession,
  tabTokens,
} from '#web/lib/session-storage.ts';
import { createStore } from '#web/lib/store.ts';

export type SignInCode = 'wrong' | 'emailNotConfirmed' | 'blocked' | 'lockedOut' | 'offline' | 'fault';
export type SignInOutcome = { ok: true } | { ok: false; code: SignInCode; message: string };

type TabMessage = { type: 'ask' } | { type: 'tokens'; tokens: Record<string, string> } | { type: 'signedOut' };

/** How long a new tab waits for the tokens of another one. */
const answerWithinMs = 250;

const refusalSentences: Record<SignInCode, string> = {
  wrong: 'Email ou mot de passe incorrect',
  emailNotConfirmed:
    "Votre adresse email n'est pas encore confirmée. Ouvrez le lien reçu par email, ou demandez-en un nouveau.",
  blocked: 'Votre compte est bloqué. Contactez-nous pour en savoir plus.',
  lockedOut: 'Trop de tentatives. Veuillez attendre quelques minutes.',
  offline: 'Problème de connexion. Veuillez vérifier votre connexion internet.',
  fault: "La connexion n'a pas pu aboutir. Veuillez réessayer.",
};

const cognito = () => import('#web/lib/cognito.ts');
const tabs = new BroadcastChannel('envoyage.session');
const tell = (message: TabMessage) => tabs.postMessage(message);

/** Whether somebody is signed in here; components read it through `useSession`. */
export const authStatus = createStore<'loading' | 'visitor' | 'member'>('loading');

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.type === 'ask' && storedSession() === 'tab') tell({ type: 'tokens', tokens: tabTokens() });
  if (data.type === 'tokens' && storedSession() !== 'remembered' && authStatus.get() !== 'visitor') {
    adoptTabTokens(data.tokens);
    authStatus.set('member');
  }
  if (data.type === 'signedOut') endSession();
});

/** Looks for a stored session, here or in another tab of this browser. */
export function startSession(): void {
  if (storedSession()) authStatus.set('member');
  else if (!anotherTabMayHaveSession()) authStatus.set('visitor');
  else {
    tell({ type: 'ask' });
    setTimeout(() => {
      if (authStatus.get() !== 'loading') return;
      noOtherTabHasSession();
      authStatus.set('visitor');
    }, answerWithinMs);
  }
}

/** `remember` keeps the session 30 days on this device, otherwise 12 hours and until the tabs are closed. */
export async function signIn(email: string, password: string, remember: boolean): Promise<SignInOutcome> {
  const kind = remember ? 'remembered' : 'tab';
  try {
    forgetSession();
    await (await cognito()).signIn(kind, email.trim().toLowerCase(), password);
    markSession(kind);
    authStatus.set('member');
    return { ok: true };
  } catch (refused) {
    const code = signInCode(refused);
    return { ok: false, code, message: refusalSentences[code] };
  }
}

/**
 * A new password ends every session, this one too: begins the next one of the same kind. Nobody is asked
 * for anything meanwhile; without success one is signed out.
 */
export async function signInAgain(email: string, password: string): Promise<SignInOutcome> {
  const remember = storedSession() === 'remembered';
  authStatus.set('loading');
  forgetSession();
  // Sessions count from the full second after the change on.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const outcome = await signIn(email, password, remember);
  if (!outcome.ok) endSession();
  return outcome;
}

/** What Cognito's exception means to the member (the pre-token trigger names the reason in its text). */
export function signInCode(refused: unknown): SignInCode {
  if (!(refused instanceof Error)) return 'fault';
  const { name, message } = refused;
  if (message.includes('EMAIL_NOT_CONFIRMED')) return 'emailNotConfirmed';
  if (message.includes('PROFILE_BLOCKED')) return 'blocked';
  if (name === 'TooManyRequestsException' || name === 'LimitExceededException' || /attempts exceeded/i.test(message)) {
    return 'lockedOut';
  }
  if (name === 'NotAuthorizedException' || name === 'UserNotFoundException') return 'wrong';
  return name === 'NetworkError' || name === 'TypeError' || !navigator.onLine ? 'offline' : 'fault';
}

/** Revokes the session and ends it in every tab. When that fails, nothing has changed. */
export async function signOut(): Promise<void> {
  const kind = storedSession();
  if (kind) await (await cognito()).signOut(kind);
  tell({ type: 'signedOut' });
  endSession();
}

function endSession(): void {
  forgetSession();
  authStatus.set('visitor');
}

/**
 * The access token for a call to the API, undefined for visitors. `fresh` asks Cognito for a new one
 * (after a 401). One tab at a time renews, because refresh tokens rotate.
 */
export async function getAccessToken(fresh = false): Promise<string | undefined> {
  const kind = storedSession();
  if (!kind) return undefined;
  const client = await cognito();
  return navigator.locks.request('envoyage.session', async () => {
    const before = JSON.stringify(tabTokens());
    const token = await client.accessToken(kind, fresh);
    if (!token) endSession();
    else if (sessionStore(kind) === sessionStorage && JSON.stringify(tabTokens()) !== before) {
      tell({ type: 'tokens', tokens: tabTokens() });
    }
    return token;
  });
}
