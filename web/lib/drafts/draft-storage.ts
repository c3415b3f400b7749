import { eraseOffline } from '#web/lib/offline/erase.ts';

/** Key prefixes of drafts in local storage or in a tab's session storage. */
export const draftPrefixes = {
  listing: 'envoyage.draft.',
  message: 'envoyage.message.',
  registration: 'envoyage.registration',
  redirect: 'envoyage.redirect',
  searches: 'envoyage.searches',
} as const;
/** Database for the files of drafts, because local storage keeps only text. */
export const draftDatabase = 'envoyage';
const ownerKey = 'envoyage.draftsOf';

/** Whether a draft of a form exists here. */
export const holdsForms = (): boolean =>
  [...Object.keys(localStorage), ...Object.keys(sessionStorage)].some(
    (name) => name.startsWith(draftPrefixes.listing) || name.startsWith(draftPrefixes.registration),
  );

/** Erases all drafts, photos included; the session stays, and so does whose the next drafts are. */
export function eraseDrafts(): void {
  for (const store of [localStorage, sessionStorage]) {
    for (const name of Object.keys(store)) {
      if (Object.values(draftPrefixes).some((prefix) => name.startsWith(prefix))) store.removeItem(name);
    }
  }
  globalThis.indexedDB?.deleteDatabase(draftDatabase);
}

/** Erases what a member leaves on this device: drafts, copies, what waits to be sent. */
export function eraseTraces(): void {
  eraseDrafts();
  eraseOffline();
  localStorage.removeItem(ownerKey);
}

/** Whether a member has left nothing here or has signed out since: then no traces of theirs are on this device. */
export const isErased = (): boolean => localStorage.getItem(ownerKey) === null;

/** A visitor's drafts become those of the member who signs in; the traces of another member are erased. */
export function claimDrafts(memberId: string): void {
  const owner = localStorage.getItem(ownerKey);
  if (owner !== null && owner !== memberId) eraseTraces();
  localStorage.setItem(ownerKey, memberId);
}
