/** An item as read from the table; `table.ts` imports the kinds. */
type Item = Readonly<Record<string, unknown>>;

/** Kinds of items whose changes the stream's readers handle: search rows, counters, mails, pushes, files to erase. */
const followedKinds = [
  'advertisement',
  'profile',
  'parcel',
  'position',
  'trip',
  'receipt',
  'review',
  'message',
  'thread',
  'inbox',
  'relisting',
  'outbox',
  'connection',
  'administrator',
  'log',
] as const;
export type FollowedKind = (typeof followedKinds)[number];

/**
 * Every `kind` of an item. A new one joins the kinds above, and then each reader of the stream must define what it
 * does with it, or those below, from which nothing follows. Counters, search rows, snapshots, limits and stored answers
 * have no kind. An upload has the kind of its file.
 */
export type ItemKind =
  | FollowedKind
  | 'ageing'
  | 'archive'
  | 'bank'
  | 'carry'
  | 'connectionOwner'
  | 'departure'
  | 'emailLock'
  | 'event'
  | 'friend'
  | 'given'
  | 'inHand'
  | 'invitation'
  | 'met'
  | 'name'
  | 'newName'
  | 'proof'
  | 'receiptFile'
  | 'secondFactor'
  | 'secondFactorProof'
  | 'seen'
  | 'shown'
  | 'shownAdvertisement'
  | 'subscriptionEnd'
  | 'threadWord'
  | 'token'
  | 'tombstone';

/** Whether the item is of this kind. */
export const isOfKind = (item: Item | undefined, kind: ItemKind): item is Item => item?.['kind'] === kind;

/** The kind of an item from which something may follow; undefined for every other item. */
export const followedKindOf = (item: Item | undefined): FollowedKind | undefined =>
  followedKinds.find((kind) => isOfKind(item, kind));
