import type { Queue } from '#shared/admin/queues.ts';
import type { keys } from './keys.ts';

type Item = Readonly<Record<string, unknown>>;

/**
 * How long an item is stored while its member stays. /privacy promises each of these times
 * (`web/features/site/retention-words.ts`).
 */
type Lifetime =
  | 'account'
  | 'operator'
  | { readonly with: string }
  | { readonly until: string }
  /** DynamoDB deletes it by its `ttl`. */
  | { readonly expires: string }
  /** The daily job deletes it: the file of its part in `functions/scheduled/night`. */
  | { readonly night: 'age-data' | 'retention'; readonly after: string };

/**
 * The end of one kind of thing in a deletion: the step that deletes it (`functions/account-deletion/steps.ts`). Or
 * `close` (together with the profile), `finish` (last of all), `projector` (it follows from the rest), or the reason
 * why nothing deletes it.
 */
export type Erasure<Step extends string = string> =
  | Step
  /** It stays, with no data of the member but what rule 111 allows. */
  | { readonly stays: string }
  /** It expires within this time, and cannot be found by its member. */
  | { readonly expires: string }
  /** It is not personal data, or another line covers it. */
  | { readonly notPersonal: string };

interface Kind {
  /** The function that builds its key. */
  readonly key: keyof typeof keys;
  readonly kept: Lifetime;
  readonly erased: Erasure;
  /** Why an archive of « Mes données » does not show it. */
  readonly archive: 'shown' | (string & {});
  /**
   * The projector derives rows from its changes: search rows, counters, lists; the dispatcher causes effects outside
   * the table: mails, pushes, accounts, files. Filters keep all other kinds away from them.
   */
  readonly followedBy?: readonly ('projector' | 'dispatcher')[];
}

/**
 * Every `kind` of an item, with all that is decided for it; the compiler asks each reader of the stream for its
 * reaction. The kind of an administrators' queue has the queue's name. Counters, search rows, snapshots, limits and
 * stored answers have no kind. An upload has the kind of its file.
 */
export const kinds = {
  administrator: {
    key: 'administrator',
    kept: 'operator',
    erased: 'administrator',
    archive: 'the profile says so; the list is about the office',
    followedBy: ['dispatcher'],
  },
  advertisement: {
    key: 'advertisement',
    kept: 'operator',
    erased: { notPersonal: "the operator's" },
    archive: 'of the operator',
    followedBy: ['dispatcher'],
  },
  ageing: { key: 'ageing', kept: { with: 'parcel' }, erased: 'parcels', archive: 'a day on which the machinery looks' },
  alert: { key: 'alert', kept: { expires: '30 days after its end' }, erased: 'rest', archive: 'shown' },
  alertHit: {
    key: 'alertHit',
    kept: { expires: 'on the last day of the listing, after 30 days at least' },
    erased: 'rest',
    archive: 'a mark of the machinery: the listing was found once',
  },
  alertMail: {
    key: 'alertMail',
    kept: { expires: '3 days after its moment' },
    erased: 'rest',
    archive: 'a mark of the machinery: when a mail goes',
  },
  archive: {
    key: 'archive',
    kept: { night: 'retention', after: 'a day after its end' },
    erased: 'archives',
    archive: 'shown',
  },
  bank: { key: 'bank', kept: 'operator', erased: { notPersonal: "the operator's" }, archive: 'of the operator' },
  block: {
    key: 'block',
    kept: { until: 'its member ends it' },
    erased: 'friends',
    archive: 'shown',
    followedBy: ['projector'],
  },
  blocked: {
    key: 'blockedBy',
    kept: { with: 'block' },
    erased: 'friends',
    archive: 'tells who has blocked the member',
  },
  carry: { key: 'carry', kept: { with: 'parcel' }, erased: 'deliveries', archive: 'shown' },
  connection: {
    key: 'connection',
    kept: { expires: 'about two hours' },
    erased: 'rest',
    archive: 'an open page',
    followedBy: ['dispatcher'],
  },
  connectionOwner: { key: 'connectionOwner', kept: { with: 'connection' }, erased: 'rest', archive: 'an open page' },
  departure: {
    key: 'deletion',
    kept: { until: 'the account is deleted' },
    erased: 'finish',
    archive: 'work in progress',
  },
  emailLock: { key: 'emailLock', kept: 'account', erased: 'address', archive: 'the address is in the profile' },
  event: { key: 'parcelEvent', kept: { with: 'parcel' }, erased: 'parcels', archive: 'shown' },
  friend: { key: 'friend', kept: 'account', erased: 'friends', archive: 'shown' },
  given: {
    key: 'given',
    kept: { with: 'parcel' },
    erased: 'parcels',
    archive: 'the owner’s row of a parcel that is shown',
  },
  inHand: {
    key: 'inHand',
    kept: { until: 'the end of the delivery' },
    erased: 'deliveries',
    archive: 'follows from the deliveries that are shown',
  },
  inbox: {
    key: 'inbox',
    kept: { with: 'thread' },
    erased: 'conversations',
    archive: 'shown',
    followedBy: ['projector'],
  },
  invitation: {
    key: 'invitation',
    kept: { expires: '7 days' },
    erased: { expires: '7 days; a member has none, because the confirmation of their address uses it' },
    archive: 'of an address without an account',
  },
  log: {
    key: 'log',
    kept: { expires: '3 years' },
    erased: { stays: 'ids, states and days, 3 years (rule 96)' },
    archive: 'shown',
    followedBy: ['dispatcher'],
  },
  message: {
    key: 'message',
    kept: { with: 'thread' },
    erased: { stays: "the other member's; deleted with the second of the two" },
    archive: 'shown',
    followedBy: ['dispatcher'],
  },
  met: {
    key: 'deliveredTogether',
    kept: 'account',
    erased: 'conversations',
    archive: 'follows from the deliveries that are shown',
  },
  name: { key: 'nameSuffix', kept: 'account', erased: 'names', archive: 'an index of the administrators’ search' },
  newName: {
    key: 'newName',
    kept: { until: 'the decision about the name' },
    erased: 'rest',
    archive: 'points to the profile, which is shown',
  },
  notice: {
    key: 'notice',
    kept: { expires: '30 days' },
    erased: 'rest',
    archive: 'as a mail',
    followedBy: ['dispatcher'],
  },
  offer: {
    key: 'offer',
    kept: { expires: 'a day after its end' },
    erased: 'offers',
    archive: 'words of a message that is shown; ends within two days',
    followedBy: ['projector', 'dispatcher'],
  },
  outbox: {
    key: 'outbox',
    kept: { expires: '30 days' },
    erased: 'mails',
    archive: 'the mail was sent to the member; erased after 30 days',
    followedBy: ['dispatcher'],
  },
  parcel: {
    key: 'parcel',
    kept: 'account',
    erased: 'parcels',
    archive: 'shown',
    followedBy: ['projector', 'dispatcher'],
  },
  poolUser: { key: 'poolUser', kept: 'account', erased: 'user', archive: 'the name of the user at Cognito' },
  position: {
    key: 'parcelPosition',
    kept: { with: 'parcel' },
    erased: 'parcels',
    archive: 'shown',
    followedBy: ['dispatcher'],
  },
  profile: {
    key: 'profile',
    kept: 'account',
    erased: 'close',
    archive: 'shown',
    followedBy: ['projector', 'dispatcher'],
  },
  proof: {
    key: 'proof',
    kept: { night: 'age-data', after: 'a year after the end of the parcel' },
    erased: 'parcels',
    archive: 'shown',
  },
  pushDevice: { key: 'pushDevice', kept: { expires: '30 days after the sign-in' }, erased: 'rest', archive: 'shown' },
  pushDeviceOwner: {
    key: 'pushDeviceOwner',
    kept: { expires: '30 days after the sign-in' },
    erased: 'rest',
    archive: 'an index of the devices, which are shown',
  },
  receipt: {
    key: 'receipt',
    kept: { night: 'retention', after: 'with its file: 10 years if approved, else 90 days' },
    erased: {
      stays: 'amount, days, states and file, by id (rule 111); the step `receipts` removes the name and typed text',
    },
    archive: 'shown',
    followedBy: ['projector', 'dispatcher'],
  },
  receiptFile: {
    key: 'receiptFile',
    kept: { with: 'receipt' },
    erased: { stays: 'the hash of a file and the id' },
    archive: 'recognises a file that was sent before',
  },
  relisting: {
    key: 'relisting',
    kept: { until: 'its conversations are listed again' },
    erased: 'projector',
    archive: 'work in progress',
    followedBy: ['projector'],
  },
  report: {
    key: 'report',
    kept: { expires: 'a year after its decision' },
    erased: {
      stays: 'ids, codes and days, until a year after its decision (rule 182); the step `reports` removes all words',
    },
    archive: 'shown',
    followedBy: ['projector'],
  },
  reportKept: {
    key: 'reportKept',
    kept: { expires: 'with its report' },
    erased: 'reports',
    archive: 'words of another member, and what they say is shown',
  },
  review: { key: 'review', kept: 'account', erased: 'reviews', archive: 'shown', followedBy: ['projector'] },
  secondFactor: {
    key: 'secondFactor',
    kept: { until: 'the rights end, or a reset' },
    erased: 'rest',
    archive: 'a secret of a former administrator',
  },
  secondFactorProof: { key: 'provenSession', kept: { expires: '30 minutes' }, erased: 'rest', archive: 'of a session' },
  seen: {
    key: 'seen',
    kept: { expires: '30 days' },
    erased: { notPersonal: 'the id of a change' },
    archive: 'work that is done',
  },
  shown: {
    key: 'publishedState',
    kept: { until: 'the listing leaves the search' },
    erased: 'parcels',
    archive: 'an index of the search of listings',
    followedBy: ['dispatcher'],
  },
  shownAdvertisement: {
    key: 'shownAdvertisement',
    kept: { with: 'advertisement' },
    erased: { notPersonal: "the operator's" },
    archive: 'of the operator',
  },
  subscriptionEnd: {
    key: 'subscriptionEnd',
    kept: { until: 'the subscription ends, or is renewed' },
    erased: 'rest',
    archive: 'the end is in the profile',
  },
  thread: {
    key: 'threadHead',
    kept: { night: 'age-data', after: 'two years after the last message written or read' },
    erased: { stays: "the other member's; deleted with the second of the two" },
    archive: 'shown',
    followedBy: ['projector', 'dispatcher'],
  },
  threadWord: {
    key: 'threadWord',
    kept: { with: 'thread' },
    erased: 'projector',
    archive: 'an index of the search of conversations',
  },
  token: {
    key: 'token',
    kept: { expires: 'a day after it becomes invalid' },
    erased: { expires: '2 days; a hash and an id' },
    archive: 'a secret that is kept as a hash',
  },
  tombstone: {
    key: 'tombstone',
    kept: { expires: '3 years' },
    erased: { stays: 'the day, 3 years (rule 111)' },
    archive: 'of an account that is gone',
  },
  trip: { key: 'trip', kept: 'account', erased: 'trips', archive: 'shown', followedBy: ['projector', 'dispatcher'] },
} as const satisfies Readonly<Record<string, Kind>> & Readonly<Record<Queue, Kind>>;

export type ItemKind = keyof typeof kinds;

type Follower = NonNullable<Kind['followedBy']>[number];

type FollowedBy<F extends Follower> = {
  [K in ItemKind]: (typeof kinds)[K] extends { readonly followedBy: readonly (infer By)[] }
    ? F extends By
      ? K
      : never
    : never;
}[ItemKind];

const followedBy = <F extends Follower>(follower: F) =>
  Object.entries<Kind>(kinds)
    .filter(([, kind]) => kind.followedBy?.includes(follower))
    .map(([name]) => name as FollowedBy<F>);

export const projectedKinds = followedBy('projector');

export const dispatchedKinds = followedBy('dispatcher');

export type DispatchedKind = FollowedBy<'dispatcher'>;

export const isOfKind = (item: Item | undefined, kind: ItemKind): item is Item => item?.['kind'] === kind;

export const kindAmong = <K extends ItemKind>(among: readonly K[], item: Item | undefined): K | undefined =>
  among.find((kind) => isOfKind(item, kind));
