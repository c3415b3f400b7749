import type { ItemKind } from '#functions/platform/item-kind.ts';
import type { keys } from '#functions/platform/keys.ts';
import type { UploadKind } from '#shared/values/files.ts';
import type { StepName } from './steps.ts';

/**
 * The fate of one kind of thing in a deletion: the step that deletes it. Or `close` (together with the profile),
 * `finish` (last of all), `projector` (it follows from the rest), or the reason why nothing deletes it.
 */
type Fate =
  | StepName
  | 'close'
  | 'finish'
  | 'projector'
  /** It stays, with no data of the member but what rule 111 allows. */
  | { readonly stays: string }
  /** It expires within this time, and cannot be found by its member. */
  | { readonly expires: string }
  /** It is not personal data, or another line covers it. */
  | { readonly notPersonal: string };

/** Every key of the table. A new key does not compile until it has a line here. */
export const planOfKeys: Readonly<Record<keyof typeof keys, Fate>> = {
  profile: 'close',
  stats: 'rest',
  answers: 'rest',
  newName: 'rest',
  member: { notPersonal: 'the partition of the lines below' },
  nameSuffix: 'names',
  administrator: 'administrator',
  bank: { notPersonal: "the operator's" },
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
  offer: 'offers',
  dayTally: 'rest',
  monthTally: 'rest',
  between: { notPersonal: 'the beginning of a key' },
  inHand: 'deliveries',
  deliveredTogether: 'conversations',
  alert: 'rest',
  alertHit: 'rest',
  alertMail: 'rest',
  pushDevice: 'rest',
  pushDeviceOwner: 'rest',
  trip: 'trips',
  receipt: {
    stays: 'amount, days, states and file, by id (rule 111); the step `receipts` removes the name and typed text',
  },
  receiptFile: { stays: 'the hash of a file and the id' },
  receiptCount: 'rest',
  subscriptionEnd: 'rest',
  parcelSearch: 'parcels',
  tripSearch: 'trips',
  snapshots: { notPersonal: 'sums of all listings' },
  snapshotNow: { notPersonal: 'the name of a snapshot' },
  snapshotBuild: { notPersonal: 'the name of a snapshot' },
  snapshotPart: {
    notPersonal: 'sums of all listings; an entry of the index is deleted with its snapshot within a day',
  },
  listingChanges: { notPersonal: 'the places and days of all listings that changed within a day' },
  listingChange: { notPersonal: 'deleted after a day; the steps `parcels` and `trips` take typed places out' },
  publishedState: 'parcels',
  thread: { notPersonal: 'the partition of a conversation' },
  threadHead: { stays: "the other member's; deleted with the second of the two" },
  message: { stays: "the other member's; deleted with the second of the two" },
  inbox: 'conversations',
  threadWord: 'projector',
  threadWords: { notPersonal: 'the beginning of a key' },
  relisting: 'projector',
  review: 'reviews',
  friend: 'friends',
  report: {
    stays: 'ids, codes and days, until a year after its decision (rule 182); the step `reports` removes all words',
  },
  reportKept: 'reports',
  block: 'friends',
  blockedBy: 'friends',
  advertisement: { notPersonal: "the operator's" },
  shownAdvertisement: { notPersonal: "the operator's" },
  connection: 'rest',
  connectionOwner: 'rest',
  token: { expires: '2 days; a hash and an id' },
  upload: 'files',
  idempotency: 'answers',
  outbox: 'mails',
  notice: 'rest',
  seen: { notPersonal: 'the id of a change' },
  rateBucket: { expires: 'with its window, a day at most; a hash' },
  log: { stays: 'ids, states and days, 3 years (rule 96)' },
  tombstone: { stays: 'the day, 3 years (rule 111)' },
  deletion: 'finish',
  ageing: 'parcels',
  archive: 'archives',
  secondFactor: 'rest',
  provenSession: 'rest',
  adminCounters: { notPersonal: 'sums of all members' },
  done: { notPersonal: 'a job' },
};

/** Every kind of item, with the key that builds it. */
export const keyOfKinds: Readonly<Record<ItemKind, keyof typeof keys>> = {
  advertisement: 'advertisement',
  ageing: 'ageing',
  alert: 'alert',
  alertHit: 'alertHit',
  alertMail: 'alertMail',
  archive: 'archive',
  secondFactor: 'secondFactor',
  secondFactorProof: 'provenSession',
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
  notice: 'notice',
  offer: 'offer',
  connection: 'connection',
  administrator: 'administrator',
  log: 'log',
  bank: 'bank',
  block: 'block',
  blocked: 'blockedBy',
  carry: 'carry',
  connectionOwner: 'connectionOwner',
  departure: 'deletion',
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
  pushDevice: 'pushDevice',
  pushDeviceOwner: 'pushDeviceOwner',
  receiptFile: 'receiptFile',
  report: 'report',
  reportKept: 'reportKept',
  seen: 'seen',
  shown: 'publishedState',
  shownAdvertisement: 'shownAdvertisement',
  subscriptionEnd: 'subscriptionEnd',
  threadWord: 'threadWord',
  token: 'token',
  tombstone: 'tombstone',
};

/** Every kind of file, including files in quarantine. */
export const planOfFiles: Readonly<Record<UploadKind, Fate>> = {
  id_document: 'files',
  face_photo: 'files',
  parcel_file: 'parcels',
  proof: { stays: "on others' parcels, as long as the parcel; the step `parcels` deletes those of own parcels" },
  receipt_file: { stays: 'as long as its receipt (rule 111)' },
  avatar: 'files',
  advertisement_picture: { notPersonal: "the operator's" },
};
