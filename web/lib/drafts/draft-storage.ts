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
/** The key of a tab's own draft among those of the same name. */
export const ofTab = (key: string, tab: string): string => `${key}@${tab}`;
/** Database for the files of drafts, because local storage keeps only text. */
export const draftDatabase = 'envoyage';
const ownerKey = 'envoyage.draftsOf';

export const holdsForms = (): boolean =>
  [...deviceStore.names(), ...tabStore.names()].some(
    (name) => name.startsWith(draftPrefixes.listing) || name.startsWith(draftPrefixes.registration),
  );

/** Erases all drafts, photos included. The session and the owner of the next drafts stay. */
export function eraseDrafts(): void {
  for (const store of [deviceStore, tabStore]) eraseDraftsIn(store);
  eraseDatabase(draftDatabase);
}

function eraseDraftsIn(store: typeof tabStore): void {
  for (const name of store.names())
    if (Object.values(draftPrefixes).some((prefix) => name.startsWith(prefix))) store.drop(name);
}

/** Erases a member's traces on this device: drafts, copies, queued acts. */
export function eraseTraces(): void {
  eraseDrafts();
  eraseOffline();
  for (const store of [deviceStore, tabStore]) store.drop(ownerKey);
}

export const isErased = (): boolean => deviceStore.read(ownerKey) === null;

/**
 * Gives a visitor's drafts to the member who signs in, and erases the traces of another member. The tab has its own
 * owner, because a second tab may have claimed the device but cannot reach the drafts of this one. Returns whether this
 * tab belonged to another member.
 */
export function claimDrafts(memberId: string): boolean {
  const isOthers = (store: typeof tabStore) => ![null, memberId].includes(store.read(ownerKey));
  const wasOthers = isOthers(tabStore);
  if (isOthers(deviceStore)) eraseTraces();
  else if (wasOthers) eraseDraftsIn(tabStore);
  for (const store of [deviceStore, tabStore]) store.keep(ownerKey, memberId);
  return wasOthers;
}
