import { eraseOffline } from '#web/lib/offline/erase.ts';
import { deviceStore, eraseDatabase, tabStore } from '#web/lib/storage.ts';

/** Key prefixes of drafts on this device or in this tab. */
export const draftPrefixes = {
  listing: 'envoyage.draft.',
  message: 'envoyage.message.',
  registration: 'envoyage.registration',
  redirect: 'envoyage.redirect',
  searches: 'envoyage.searches',
} as const;
/** Drafts of one name in several tabs are told apart by the tab. */
export const ofTab = (key: string, tab: string): string => `${key}@${tab}`;
/** Database for the files of drafts, because local storage keeps only text. */
export const draftDatabase = 'envoyage';
const ownerKey = 'envoyage.draftsOf';

/** Whether a draft of a form exists here. */
export const holdsForms = (): boolean =>
  [...deviceStore.names(), ...tabStore.names()].some(
    (name) => name.startsWith(draftPrefixes.listing) || name.startsWith(draftPrefixes.registration),
  );

/** Erases all drafts, photos included; the session stays, and so does whose the next drafts are. */
export function eraseDrafts(): void {
  for (const store of [deviceStore, tabStore]) eraseDraftsIn(store);
  eraseDatabase(draftDatabase);
}

function eraseDraftsIn(store: typeof tabStore): void {
  for (const name of store.names())
    if (Object.values(draftPrefixes).some((prefix) => name.startsWith(prefix))) store.drop(name);
}

/** Erases what a member leaves on this device: drafts, copies, what waits to be sent. */
export function eraseTraces(): void {
  eraseDrafts();
  eraseOffline();
  for (const store of [deviceStore, tabStore]) store.drop(ownerKey);
}

/** Whether a member has left nothing here or has signed out since: then no traces of theirs are on this device. */
export const isErased = (): boolean => deviceStore.read(ownerKey) === null;

/**
 * A visitor's drafts become those of the member who signs in; the traces of another member are erased. The tab has an
 * owner too: a second tab may have claimed the device meanwhile, and cannot reach the drafts of this one. Returns
 * whether this tab was another member's.
 */
export function claimDrafts(memberId: string): boolean {
  const isOthers = (store: typeof tabStore) => ![null, memberId].includes(store.read(ownerKey));
  const wasOthers = isOthers(tabStore);
  if (isOthers(deviceStore)) eraseTraces();
  else if (wasOthers) eraseDraftsIn(tabStore);
  for (const store of [deviceStore, tabStore]) store.keep(ownerKey, memberId);
  return wasOthers;
}
