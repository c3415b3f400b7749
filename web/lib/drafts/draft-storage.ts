/** Names of what was typed and not sent, by their beginning: in this browser's local storage or in a tab's own. */
export const draftPrefixes = {
  listing: 'envoyage.draft.',
  message: 'envoyage.message.',
  registration: 'envoyage.registration',
  redirect: 'envoyage.redirect',
} as const;
/** Files of drafts, which no storage of texts holds. */
export const draftDatabase = 'envoyage';
const ownerKey = 'envoyage.draftsOf';

/** Whether a form was begun here and not sent: it begins with what was typed then. */
export const holdsForms = (): boolean =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].some(
    (name) => name.startsWith(draftPrefixes.listing) || name.startsWith(draftPrefixes.registration),
  );

/** Erases what was typed and not sent, photos included; a session stays. */
export function eraseDrafts(): void {
  for (const store of [localStorage, sessionStorage]) {
    for (const name of Object.keys(store)) {
      if (Object.values(draftPrefixes).some((prefix) => name.startsWith(prefix))) store.removeItem(name);
    }
  }
  localStorage.removeItem(ownerKey);
  globalThis.indexedDB?.deleteDatabase(draftDatabase);
}

/** A visitor's drafts become those of the member who signs in; what another member left behind is erased. */
export function claimDrafts(memberId: string): void {
  const owner = localStorage.getItem(ownerKey);
  if (owner !== null && owner !== memberId) eraseDrafts();
  localStorage.setItem(ownerKey, memberId);
}
