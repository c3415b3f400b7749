import { offline } from '#web/lib/api/problem.ts';
import { claimDrafts, eraseDrafts } from '#web/lib/drafts/draft-storage.ts';
import {
  adoptTabSession,
  anotherTabMayHaveSession,
  forgetSession,
  markSession,
  noOtherTabHasSession,
  type StoredSession,
  sessionStore,
  storedSession,
  tabTokens,
} from '#web/lib/session/session-storage.ts';
import type { SignInOutcome } from '#web/lib/session/sign-in-outcome.ts';
import { createStore } from '#web/lib/store.ts';

/**
 * Who is here. A session that ends while its member is at work is not over: it has lapsed, and they may take it up again
 * with their password. `asking`: they are being asked now; `putOff`: they closed the question, and their next act asks again.
 */
export type AuthState =
  | { status: 'loading' | 'visitor' }
  | ({ status: 'member'; lapsed?: 'asking' | 'putOff' } & StoredSession);

type TabMessage =
  | { type: 'ask' }
  | { type: 'session'; session: StoredSession; tokens: Record<string, string> }
  | { type: 'signedOut'; memberId: string };

/** How long a new tab waits for the tokens of another one. */
const answerWithinMs = 250;

const cognito = () => import('#web/lib/session/cognito.ts');
let tabs: BroadcastChannel | undefined;
const tell = (message: TabMessage) => tabs?.postMessage(message);

/** Components read it through `useSession`. */
export const auth = createStore<AuthState>({ status: 'loading' });

/** A session that the member ends themselves, for a new password or to leave: what is refused meanwhile waits for it. */
let ending: Promise<unknown> | undefined;
/** When this tab learnt of the end of its session. */
let endedAt = 0;

function hear({ data }: MessageEvent<TabMessage>): void {
  const here = auth.get();
  if (data.type === 'ask') tellTabSession();
  if (data.type === 'session') {
    const { kind, memberId } = data.session;
    // What a tab answers to another one that asked is no news here.
    if (here.status === 'member' && here.memberId === memberId && !here.lapsed && storedSession()?.kind !== kind)
      return;
    if (kind === 'tab') adoptTabSession(memberId, data.tokens);
    enter(data.session);
  }
  if (data.type === 'signedOut' && here.status === 'member' && here.memberId === data.memberId) leave();
}

/** A tab that slept may have missed what others said. */
function wake(): void {
  const here = auth.get();
  const stored = storedSession();
  if (document.visibilityState !== 'visible' || here.status !== 'member') return;
  if (stored && stored.memberId !== here.memberId) enter(stored);
}

/** Looks for a stored session, here or in another tab of this browser; from then on tabs hear each other. */
export function startSession(): void {
  listen();
  const stored = storedSession();
  if (stored) enter(stored);
  else if (!anotherTabMayHaveSession()) auth.set({ status: 'visitor' });
  else {
    tell({ type: 'ask' });
    setTimeout(() => {
      if (auth.get().status !== 'loading') return;
      noOtherTabHasSession();
      auth.set({ status: 'visitor' });
    }, answerWithinMs);
  }
}

function listen(): void {
  if (tabs) return;
  tabs = new BroadcastChannel('envoyage.session');
  tabs.addEventListener('message', hear);
  document.addEventListener('visibilitychange', wake);
}

function enter({ kind, memberId }: StoredSession): void {
  const before = auth.get();
  claimDrafts(memberId);
  if (before.status !== 'member') return auth.set({ status: 'member', kind, memberId });
  // Nothing of one member may stay for another: the page begins again.
  if (before.memberId !== memberId) return location.reload();
  if (before.lapsed || before.kind !== kind) auth.set({ status: 'member', kind, memberId });
}

/** `remember` keeps the session 30 days on this device, otherwise 12 hours and until the tabs are closed. */
export async function signIn(email: string, password: string, remember: boolean): Promise<SignInOutcome> {
  const kind = remember ? 'remembered' : 'tab';
  const client = await cognito().catch(() => undefined);
  if (!client) return { ok: false, code: 'offline', message: offline().detail };
  try {
    forgetSession();
    const session = { kind, memberId: await client.signIn(kind, email.trim().toLowerCase(), password) } as const;
    markSession(session);
    enter(session);
    tell({ type: 'session', session, tokens: kind === 'tab' ? tabTokens() : {} });
    return { ok: true };
  } catch (refused) {
    return client.refusalOf(refused);
  }
}

/** Takes up a session that has lapsed: same member, same kind; the calls that waited go on. */
export async function resume(email: string, password: string): Promise<SignInOutcome> {
  await aFullSecondAfter(endedAt);
  const here = auth.get();
  return signIn(email, password, here.status === 'member' && here.kind === 'remembered');
}

/** A new password ends every session, this one too: begins the next one. Without success it has lapsed. */
export function signInAgain(email: string, password: string): Promise<SignInOutcome> {
  endedAt = Date.now();
  return during(resume(email, password));
}

/** Sessions count from the full second on that follows the end of the ones before. */
const aFullSecondAfter = (time: number) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, time + 1_100 - Date.now())));

/** Revokes the session, ends it in every tab and erases the member's drafts. When that fails, nothing has changed. */
export async function signOut(): Promise<void> {
  const here = auth.get();
  if (here.status !== 'member') return;
  const revoking = cognito().then((client) => client.signOut(here.kind));
  // Of a session that has ended already nothing is left to revoke.
  await during(here.lapsed ? revoking.catch(() => {}) : revoking);
  tell({ type: 'signedOut', memberId: here.memberId });
  leave();
}

async function during<T>(act: Promise<T>): Promise<T> {
  ending = act.catch(() => {});
  try {
    return await act;
  } finally {
    ending = undefined;
  }
}

function leave(): void {
  eraseDrafts();
  endSession();
}

/** Goes on as a visitor. Drafts stay for the member's next sign-in. */
export function endSession(): void {
  forgetSession();
  auth.set({ status: 'visitor' });
}

/** The server, or Cognito, knows the session of that moment no more; if it is still the present one, it has lapsed. */
export function lapse(refused: AuthState): void {
  if (refused !== auth.get() || refused.status !== 'member' || refused.lapsed || ending) return;
  endedAt = Date.now();
  auth.set({ ...refused, lapsed: 'asking' });
}

/** The member does not want to sign in again now: what waited is refused. */
export function putOffResuming(): void {
  const here = auth.get();
  if (here.status === 'member' && here.lapsed) auth.set({ ...here, lapsed: 'putOff' });
}

/**
 * The access token for a call to the API, undefined for visitors. `fresh` asks Cognito for a new one (after a 401). When
 * the session has lapsed it waits for the member; after they put that off only an act (`asks`) asks them again.
 */
export async function getAccessToken({ fresh = false, asks = true } = {}): Promise<string | undefined> {
  for (let renews = fresh; ; renews = false) {
    await ending;
    const here = auth.get();
    if (here.status !== 'member') return undefined;
    if (here.lapsed === 'putOff' && asks) auth.set({ ...here, lapsed: 'asking' });
    if (here.lapsed) {
      if (!(await isResumed())) return undefined;
      continue;
    }
    const token = await tokenOf(here, renews);
    if (token) return token;
    lapse(here);
  }
}

/** One tab at a time renews, because refresh tokens rotate. */
async function tokenOf({ kind }: StoredSession, fresh: boolean): Promise<string | undefined> {
  const client = await cognito();
  return navigator.locks.request('envoyage.session', async () => {
    const before = JSON.stringify(tabTokens());
    const token = await client.accessToken(kind, fresh);
    if (token && sessionStore(kind) === sessionStorage && JSON.stringify(tabTokens()) !== before) tellTabSession();
    return token;
  });
}

function tellTabSession(): void {
  const session = storedSession();
  const here = auth.get();
  if (session?.kind !== 'tab' || here.status !== 'member' || here.lapsed) return;
  tell({ type: 'session', session, tokens: tabTokens() });
}

/** Waits until the member has decided: true once they are signed in again. */
function isResumed(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const here = auth.get();
      if (here.status === 'member' && here.lapsed === 'asking') return;
      stop();
      resolve(here.status === 'member' && !here.lapsed);
    };
    const stop = auth.subscribe(look);
    look();
  });
}
