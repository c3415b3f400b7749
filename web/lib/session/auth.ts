import { claimDrafts, eraseTraces, isErased } from '#web/lib/drafts/draft-storage.ts';
import { eraseCopies } from '#web/lib/offline/erase.ts';
import {
  adoptTabSession,
  anotherTabMayHaveSession,
  forgetSession,
  isMarker,
  markSession,
  noOtherTabHasSession,
  type StoredSession,
  storedSession,
  tabTokens,
} from '#web/lib/session/session-storage.ts';
import { channelOf, oneTabAtATime } from '#web/lib/storage.ts';
import { createStore } from '#web/lib/store.ts';

/**
 * The session of this browser. A session that ends while its member is working has lapsed, and they may resume it with
 * their password. `asking`: the dialog is open. `putOff`: they closed it, and their next act opens it again.
 */
export type AuthState =
  | { status: 'loading' | 'visitor' }
  | ({ status: 'member'; lapsed?: 'asking' | 'putOff' } & StoredSession);

type TabMessage =
  | { type: 'ask' }
  | { type: 'session'; session: StoredSession; tokens: Record<string, string> }
  | { type: 'signedOut'; memberId: string };

/** Milliseconds that a new tab waits for the tokens of another one. */
const answerWithinMs = 250;

const cognito = () => import('#web/lib/session/cognito.ts');
let isListening = false;
let tabs: BroadcastChannel | undefined;
const tell = (message: TabMessage) => tabs?.postMessage(message);

/** Components read it through `useSession`. */
export const auth = createStore<AuthState>({ status: 'loading' });

let ending: Promise<unknown> | undefined;
/** When this tab noticed the end of its session, in milliseconds. */
export let endedAt = 0;

function hear({ data }: MessageEvent<TabMessage>): void {
  const here = auth.get();
  if (data.type === 'ask') tellTabSession();
  if (data.type === 'session') {
    const { kind, memberId } = data.session;
    // An answer from one tab to another changes nothing here.
    if (here.status === 'member' && here.memberId === memberId && !here.lapsed && storedSession()?.kind !== kind)
      return;
    if (kind === 'tab') adoptTabSession(memberId, data.tokens);
    // The message may arrive before the other tab's data are stored.
    if (here.status === 'member' || storedSession()?.memberId === memberId) enter(data.session, { elsewhere: true });
  }
  if (data.type === 'signedOut' && here.status === 'member' && here.memberId === data.memberId) leave();
}

/** Another tab has stored its session, the tokens before the marker. A member who works here gets a message instead. */
function arrive({ key }: StorageEvent): void {
  const stored = storedSession();
  if (isMarker(key) && stored && auth.get().status !== 'member') enter(stored, { elsewhere: true });
}

/** A suspended tab may have missed messages of other tabs. */
function wake(): void {
  const here = auth.get();
  const stored = storedSession();
  if (document.visibilityState !== 'visible' || here.status !== 'member') return;
  if (stored && stored.memberId !== here.memberId) enter(stored);
  // Only a sign-out erases everything. Any other end means that the session has lapsed, and the member is asked.
  else if (isErased()) leave();
}

/** Looks for a stored session, here or in another tab of this browser; afterwards the tabs share their messages. */
export function startSession(): void {
  listen();
  const stored = storedSession();
  if (stored) enter(stored);
  else if (!anotherTabMayHaveSession()) becomeVisitor();
  else {
    tell({ type: 'ask' });
    setTimeout(() => {
      if (auth.get().status !== 'loading') return;
      noOtherTabHasSession();
      becomeVisitor();
    }, answerWithinMs);
  }
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  tabs = channelOf('envoyage.session');
  tabs?.addEventListener('message', hear);
  document.addEventListener('visibilitychange', wake);
  addEventListener('storage', arrive);
}

/** `elsewhere`: another tab has signed in, and this one may show text that an earlier member has typed. */
function enter({ kind, memberId }: StoredSession, { elsewhere = false } = {}): void {
  const before = auth.get();
  if (claimDrafts(memberId) && elsewhere) return location.reload();
  if (before.status !== 'member') return auth.set({ status: 'member', kind, memberId });
  // Data of one member must not stay for another, so the page reloads.
  if (before.memberId !== memberId) return location.reload();
  if (before.lapsed || before.kind !== kind) auth.set({ status: 'member', kind, memberId });
}

/** Stores a session that has just been opened, enters it here, and tells the other tabs. */
export function begin(session: StoredSession): void {
  markSession(session);
  enter(session);
  tell({ type: 'session', session, tokens: session.kind === 'tab' ? tabTokens() : {} });
}

/**
 * Ends the session at Cognito, in every tab, and erases the member's traces (rule 206). When online and Cognito does
 * not answer, it throws and changes nothing. `isOver`: Cognito has already ended it.
 */
export async function signOut({ isOver = false } = {}): Promise<'ended' | 'forgotten'> {
  const here = auth.get();
  if (here.status !== 'member') return 'ended';
  if (!isOver && !navigator.onLine) {
    forgetMember();
    return 'forgotten';
  }
  const revoking = isOver
    ? Promise.resolve()
    : import('#web/lib/session/revoke.ts').then(({ revoke }) => revoke(here.kind));
  await during(here.lapsed ? revoking.catch(() => {}) : revoking);
  forgetMember();
  return 'ended';
}

/** Erases the member's session and traces on this device, in every tab, without asking Cognito (rule 206). */
export function forgetMember(): void {
  const here = auth.get();
  if (here.status !== 'member') return;
  tell({ type: 'signedOut', memberId: here.memberId });
  leave();
}

export async function during<T>(act: Promise<T>): Promise<T> {
  ending = act.catch(() => {});
  try {
    return await act;
  } finally {
    ending = undefined;
  }
}

function leave(): void {
  eraseTraces();
  endSession();
}

/** Continues as a visitor. Drafts stay for the member's next sign-in. */
export function endSession(): void {
  forgetSession();
  becomeVisitor();
}

/** Clears the member's cached data before the next person uses this device. */
function becomeVisitor(): void {
  eraseCopies();
  auth.set({ status: 'visitor' });
}

/**
 * The server or Cognito refused the session. If it is still the current one, it has lapsed. `ends`: an act that ends
 * sessions itself was refused, so this one had ended before.
 */
export function lapse(refused: AuthState, { ends = false } = {}): void {
  if (refused !== auth.get() || refused.status !== 'member' || refused.lapsed || (ending && !ends)) return;
  endedAt = Date.now();
  auth.set({ ...refused, lapsed: 'asking' });
}

/** The member closed the dialog: waiting calls are refused. */
export function putOffResuming(): void {
  const here = auth.get();
  if (here.status === 'member' && here.lapsed) auth.set({ ...here, lapsed: 'putOff' });
}

/**
 * The access token for a call to the API, undefined for visitors. `fresh` requests a new one from Cognito (after a
 * 401). For a lapsed session it waits for the member; after they closed the dialog, only an act (`asks`) opens it
 * again. `ends`: the call itself ends the session.
 */
export async function getAccessToken({ fresh = false, asks = true, ends = false } = {}): Promise<string | undefined> {
  for (let renews = fresh; ; renews = false) {
    if (!ends) await ending;
    const here = auth.get();
    if (here.status !== 'member') return undefined;
    if (here.lapsed === 'putOff' && asks) auth.set({ ...here, lapsed: 'asking' });
    if (here.lapsed) {
      if (!(await isResumed())) return undefined;
      continue;
    }
    const token = await tokenOf(here, renews);
    if (token) return token;
    lapse(here, { ends });
  }
}

/** One tab at a time renews, because refresh tokens rotate. */
async function tokenOf({ kind }: StoredSession, fresh: boolean): Promise<string | undefined> {
  const client = await cognito();
  return oneTabAtATime('envoyage.session', async () => {
    const before = JSON.stringify(tabTokens());
    const token = await client.accessToken(kind, fresh);
    if (token && kind === 'tab' && JSON.stringify(tabTokens()) !== before) tellTabSession();
    return token;
  });
}

function tellTabSession(): void {
  const session = storedSession();
  const here = auth.get();
  if (session?.kind !== 'tab' || here.status !== 'member' || here.lapsed) return;
  tell({ type: 'session', session, tokens: tabTokens() });
}

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
