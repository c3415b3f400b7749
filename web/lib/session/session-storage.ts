import { deviceStore, tabStore } from '#web/lib/storage.ts';

/**
 * Storage of the session. « Se souvenir de moi » means local storage (30 days), otherwise session storage (12 hours),
 * which ends with the tabs. A marker with the member's id decides whether Amplify loads; visitors never download it.
 */
export type SessionKind = 'remembered' | 'tab';

const marker = 'envoyage.session';
/** Marks that a tab may have a session in its own storage, so that a new tab asks the others. */
const tabHint = 'envoyage.tabs';
/** The height of the account's banner. `start.ts`, which loads alone, has this name too. */
export const bannerKey = 'envoyage.banner';
const isToken = (name: string): boolean => name.startsWith('CognitoIdentityServiceProvider.');

export const sessionStore = (kind: SessionKind) => (kind === 'remembered' ? deviceStore : tabStore);

export function tokensOf(kind: SessionKind) {
  const { read, keep, drop, names } = sessionStore(kind);
  return {
    getItem: async (name: string) => read(name),
    setItem: async (name: string, text: string) => void keep(name, text),
    removeItem: async (name: string) => drop(name),
    clear: async () => names().filter(isToken).forEach(drop),
  };
}

/** The session of this browser: its member, and the storage of its tokens. */
export interface StoredSession {
  kind: SessionKind;
  memberId: string;
}

export function storedSession(): StoredSession | undefined {
  for (const kind of ['tab', 'remembered'] as const) {
    const memberId = sessionStore(kind).read(marker);
    if (memberId) return { kind, memberId };
  }
  return undefined;
}

export const isMarker = (key: string | null): boolean => key === marker;

/** False if the browser stores nothing, so that the session ends with this page. */
export function markSession({ kind, memberId }: StoredSession): boolean {
  if (kind === 'tab') deviceStore.keep(tabHint, '1');
  return sessionStore(kind).keep(marker, memberId);
}

/** Deletes every token of this tab and of this browser's local storage. */
export function forgetSession(): void {
  for (const store of [deviceStore, tabStore]) {
    for (const name of store.names()) if (isToken(name)) store.drop(name);
    store.drop(marker);
    store.drop(bannerKey);
  }
  deviceStore.drop(tabHint);
}

/** The refresh token of this browser's session, with the client of the pool that received it. */
export function refreshTokenOf(kind: SessionKind): { clientId: string; token: string } | undefined {
  const store = sessionStore(kind);
  for (const name of store.names()) {
    const clientId = isToken(name) && name.endsWith('.refreshToken') && name.split('.')[1];
    if (clientId) return { clientId, token: store.read(name) ?? '' };
  }
  return undefined;
}

export const anotherTabMayHaveSession = () => deviceStore.read(tabHint) !== null;
export const noOtherTabHasSession = () => deviceStore.drop(tabHint);

/** This tab's tokens, for another tab of the same origin. */
export function tabTokens(): Record<string, string> {
  const names = tabStore.names().filter(isToken);
  return Object.fromEntries(names.map((name) => [name, tabStore.read(name) ?? '']));
}

/** Copies another tab's session into this tab. */
export function adoptTabSession(memberId: string, tokens: Record<string, string>): void {
  for (const [name, value] of Object.entries(tokens)) if (isToken(name)) tabStore.keep(name, value);
  markSession({ kind: 'tab', memberId });
}
