/**
 * Where this browser keeps the session. « Se souvenir de moi » = local storage (30 days), else session
 * storage (12 hours), which dies with the tabs. Only a marker decides whether Amplify is loaded at all:
 * visitors never download it.
 */
export type SessionKind = 'remembered' | 'tab';

const marker = 'envoyage.session';
/** Says that some tab may hold a session of its own; a new tab then asks the others. */
const tabHint = 'envoyage.tabs';
const cognitoKeys = 'CognitoIdentityServiceProvider.';

export const sessionStore = (kind: SessionKind): Storage => (kind === 'remembered' ? localStorage : sessionStorage);

export function storedSession(): SessionKind | undefined {
  if (sessionStorage.getItem(marker)) return 'tab';
  return localStorage.getItem(marker) ? 'remembered' : undefined;
}

export function markSession(kind: SessionKind): void {
  sessionStore(kind).setItem(marker, '1');
  if (kind === 'tab') localStorage.setItem(tabHint, '1');
}

/** Forgets every token of this tab and of this browser's local storage. */
export function forgetSession(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (key.startsWith(cognitoKeys)) storage.removeItem(key);
    storage.removeItem(marker);
  }
  localStorage.removeItem(tabHint);
}

export const anotherTabMayHaveSession = () => localStorage.getItem(tabHint) !== null;
export const noOtherTabHasSession = () => localStorage.removeItem(tabHint);

/** This tab's tokens, for a tab of the same origin that asks. */
export function tabTokens(): Record<string, string> {
  return Object.fromEntries(Object.entries(sessionStorage).filter(([key]) => key.startsWith(cognitoKeys)));
}

export function adoptTabTokens(tokens: Record<string, string>): void {
  for (const [key, value] of Object.entries(tokens))
    if (key.startsWith(cognitoKeys)) sessionStorage.setItem(key, value);
  markSession('tab');
}
