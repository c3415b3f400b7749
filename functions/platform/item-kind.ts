import { queueNames } from '#shared/admin/queues.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * Kinds from whose changes the projector derives rows: search rows, counters, lists. Filters keep all others away from
 * it. The kind of an administrators' queue has the queue's name, and the projector counts its items.
 */
export const projectedKinds = [...queueNames, 'review', 'thread', 'inbox', 'relisting', 'block', 'offer'] as const;
type ProjectedKind = (typeof projectedKinds)[number];

/**
 * Kinds whose changes have effects outside the table: mails, pushes, accounts, files. Counters have such effects too.
 */
export const dispatchedKinds = [
  'advertisement',
  'profile',
  'parcel',
  'position',
  'trip',
  'receipt',
  'message',
  'thread',
  'outbox',
  'shown',
  'notice',
  'connection',
  'administrator',
  'log',
] as const;
export type DispatchedKind = (typeof dispatchedKinds)[number];

/**
 * Every `kind` of an item. Add a new one to the kinds of one or both readers of the stream, which must then define
 * their reaction, or to those below, which have no effects. Counters, search rows, snapshots, limits and stored answers
 * have no kind. An upload has the kind of its file.
 */
export type ItemKind =
  | ProjectedKind
  | DispatchedKind
  | 'ageing'
  | 'alert'
  | 'alertHit'
  | 'alertMail'
  | 'archive'
  | 'bank'
  | 'blocked'
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
  | 'pushDevice'
  | 'pushDeviceOwner'
  | 'receiptFile'
  | 'reportKept'
  | 'secondFactor'
  | 'secondFactorProof'
  | 'seen'
  | 'shownAdvertisement'
  | 'subscriptionEnd'
  | 'threadWord'
  | 'token'
  | 'tombstone';

export const isOfKind = (item: Item | undefined, kind: ItemKind): item is Item => item?.['kind'] === kind;

/** The kind of an item if it is one of these; undefined for every other item. */
export const kindAmong = <K extends ItemKind>(kinds: readonly K[], item: Item | undefined): K | undefined =>
  kinds.find((kind) => isOfKind(item, kind));
