/**
 * Storage of the session. « Se souvenir de moi » = local storage (30 days), else session
 * storage (12 hours), which ends with the tabs. A marker, the member's id, decides whether Amplify is
 * loaded at all: visitors never download it.
 */
export type SessionKind = 'remembered' | 'tab';

const marker = 'envoyage.session';
/** Marks that a tab may have a session in its own storage; a new tab then asks the others. */
const tabHint = 'envoyage.tabs';
/** The height of the banner about the account; `start.ts`, which is loaded alone, has this name too. */
export const bannerKey = 'envoyage.banner';
const cognitoKeys = 'CognitoIdentityServiceProvider.';

export const sessionStore = (kind: SessionKind): Storage => (kind === 'remembered' ? localStorage : sessionStorage);

/** The session of this browser: its member, and the storage of its tokens. */
export type StoredSession = { kind: SessionKind; memberId: string };

export function storedSession(): StoredSession | undefined {
  for (const kind of ['tab', 'remembered'] as const) {
    const memberId = sessionStore(kind).getItem(marker);
    if (memberId) return { kind, memberId };
  }
  return undefined;
}

export const isMarker = (key: string | null): boolean => key === marker;

export function markSession({ kind, memberId }: StoredSession): void {
  sessionStore(kind).setItem(marker, memberId);
  if (kind === 'tab') localStorage.setItem(tabHint, '1');
}

/** Deletes every token of this tab and of this browser's local storage. */
export function forgetSession(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(cognitoKeys)) storage.removeItem(key);
    storage.removeItem(marker);
    storage.removeItem(bannerKey);
  }
  localStorage.removeItem(tabHint);
}

/** The refresh token of this browser's session, with the client of the pool that it was given to. */
export function refreshTokenOf(kind: SessionKind): { clientId: string; token: string } | undefined {
  for (const [key, token] of Object.entries(sessionStore(kind))) {
    const clientId = key.startsWith(cognitoKeys) && key.endsWith('.refreshToken') && key.split('.')[1];
    if (clientId) return { clientId, token: String(token) };
  }
  return undefined;
}

export const anotherTabMayHaveSession = () => localStorage.getItem(tabHint) !== null;
export const noOtherTabHasSession = () => localStorage.removeItem(tabHint);

/** This tab's tokens, for another tab of the same origin. */
export function tabTokens(): Record<string, string> {
  return Object.fromEntries(Object.entries(sessionStorage).filter(([key]) => key.startsWith(cognitoKeys)));
}

/** Copies another tab's session into this tab. */
export function adoptTabSession(memberId: string, tokens: Record<string, string>): void {
  for (const [key, value] of Object.entries(tokens))
    if (key.startsWith(cognitoKeys)) sessionStorage.setItem(key, value);
  markSession({ kind: 'tab', memberId });
}
