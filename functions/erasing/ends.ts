import type { ItemKind } from '#functions/platform/item-kind.ts';
import type { keys } from '#functions/platform/keys.ts';
import type { UploadKind } from '#shared/values/files.ts';
import type { StepName } from './steps.ts';

/**
 * What becomes of one kind of thing when its member is erased: the step that erases it; `close`, at once with the
 * profile; `finish`, last of all; `projector`, because it follows from the rest; or why it is not erased.
 */
type End =
  | StepName
  | 'close'
  | 'finish'
  | 'projector'
  /** It remains, and holds nothing of the member but what rule 111 allows. */
  | { readonly stays: string }
  /** It ends by itself within this time, and nobody can find it by its member. */
  | { readonly expires: string }
  /** It is nobody's, or part of the key of another line. */
  | { readonly isNobodys: string };

/** Every key of the table. A new one without a line here does not compile. */
export const endOfKeys: Readonly<Record<keyof typeof keys, End>> = {
  profile: 'close',
  stats: 'rest',
  answers: 'rest',
  newName: 'rest',
  member: { isNobodys: 'the partition of the lines below' },
  nameSuffix: 'names',
  administrator: 'administrator',
  bank: { isNobodys: "the operator's" },
  invitation: { expires: '7 days; a member has none, because the confirmation of their address uses it' },
  emailLock: 'address',
  parcel: 'parcels',
  parcelEvent: 'parcels',
  parcelPosition: 'parcels',
  positionCount: 'parcels',
  proof: 'parcels',
  proofCount: 'parcels',
  carry: 'deliveries',
  given: 'parcels',
  dayTally: 'rest',
  monthTally: 'rest',
  between: { isNobodys: 'the beginning of a key' },
  inHand: 'deliveries',
  deliveredTogether: 'conversations',
  trip: 'trips',
  receipt: {
    stays: 'amount, days, states and file, by id (rule 111); the step `receipts` takes name and what was typed',
  },
  receiptFile: { stays: 'the hash of a file and the id' },
  receiptCount: 'rest',
  subscriptionEnd: 'rest',
  parcelSearch: 'parcels',
  tripSearch: 'trips',
  snapshots: { isNobodys: 'sums of all listings' },
  snapshotNow: { isNobodys: 'the name of a snapshot' },
  snapshotBuild: { isNobodys: 'the name of a snapshot' },
  snapshotPart: {
    isNobodys: 'sums of all listings; an entry of the index goes with a snapshot a day later at the latest',
  },
  listingChanges: { isNobodys: 'the places and days of all listings that changed within a day' },
  listingChange: { isNobodys: 'gone after a day' },
  oldSnapshot: { isNobodys: 'sums of all listings' },
  publishedState: 'parcels',
  thread: { isNobodys: 'the partition of a conversation' },
  threadHead: { stays: "the other one's; the last of the two takes it along" },
  message: { stays: "the other one's; the last of the two takes it along" },
  inbox: 'conversations',
  threadWord: 'projector',
  threadWords: { isNobodys: 'the beginning of a key' },
  relisting: 'projector',
  review: 'reviews',
  friend: 'friends',
  advertisement: { isNobodys: "the operator's" },
  shownAdvertisement: { isNobodys: "the operator's" },
  connection: 'rest',
  connectionOwner: 'rest',
  token: { expires: '2 days; a hash and an id' },
  upload: 'files',
  idempotency: 'answers',
  outbox: 'mails',
  seen: { isNobodys: 'the id of a change' },
  rateBucket: { expires: 'with its window, a day at most; a hash' },
  log: { stays: 'ids, states and days, 3 years (rule 96)' },
  tombstone: { stays: 'the day, 3 years (rule 111)' },
  departure: 'finish',
  // In the partition of its parcel or conversation.
  ageing: 'parcels',
  archive: 'archives',
  secondFactor: 'rest',
  secondFactorProof: 'rest',
  adminCounters: { isNobodys: 'sums of all members' },
  done: { isNobodys: 'a job' },
};

/** Every kind of item, by the key that builds it: a kind of its own key needs a line above. */
export const keyOfKinds: Readonly<Record<ItemKind, keyof typeof keys>> = {
  advertisement: 'advertisement',
  ageing: 'ageing',
  archive: 'archive',
  secondFactor: 'secondFactor',
  secondFactorProof: 'secondFactorProof',
  profile: 'profile',
  parcel: 'parcel',
  position: 'parcelPosition',
  trip: 'trip',
  receipt: 'receipt',
  review: 'review',
  message: 'message',
  thread: 'threadHead',
  inbox: 'inbox',
  relisting: 'relisting',
  outbox: 'outbox',
  connection: 'connection',
  administrator: 'administrator',
  log: 'log',
  bank: 'bank',
  carry: 'carry',
  connectionOwner: 'connectionOwner',
  departure: 'departure',
  emailLock: 'emailLock',
  event: 'parcelEvent',
  friend: 'friend',
  given: 'given',
  inHand: 'inHand',
  invitation: 'invitation',
  met: 'deliveredTogether',
  name: 'nameSuffix',
  newName: 'newName',
  proof: 'proof',
  receiptFile: 'receiptFile',
  seen: 'seen',
  shown: 'publishedState',
  shownAdvertisement: 'shownAdvertisement',
  subscriptionEnd: 'subscriptionEnd',
  threadWord: 'threadWord',
  token: 'token',
  tombstone: 'tombstone',
};

/** Every kind of file, in quarantine too. */
export const endOfFiles: Readonly<Record<UploadKind, End>> = {
  id_document: 'files',
  face_photo: 'files',
  parcel_file: 'parcels',
  proof: { stays: "of others' parcels, with them; those of own parcels go with the step `parcels`" },
  receipt_file: { stays: 'as long as its receipt (rule 111)' },
  avatar: 'files',
  advertisement_picture: { isNobodys: "the operator's" },
};
