import type { keys } from '#functions/platform/keys.ts';
import { type Erasure, kinds } from '#functions/platform/kinds.ts';
import type { UploadKind } from '#shared/values/files.ts';
import type { StepName } from './steps.ts';

type Fate = Erasure<StepName | 'close' | 'finish' | 'projector'>;

type Key = keyof typeof keys;

/** The keys that no kind of item has. A new one does not compile until it has a line here. */
const planOfOtherKeys: Readonly<Record<Exclude<Key, (typeof kinds)[keyof typeof kinds]['key']>, Fate>> = {
  stats: 'rest',
  answers: 'rest',
  member: { notPersonal: 'the partition of the lines below' },
  positionCount: 'parcels',
  proofCount: 'parcels',
  codeTries: 'parcels',
  dayTally: 'rest',
  monthTally: 'rest',
  between: { notPersonal: 'the beginning of a key' },
  receiptCount: 'rest',
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
  thread: { notPersonal: 'the partition of a conversation' },
  threadWords: { notPersonal: 'the beginning of a key' },
  upload: 'files',
  idempotency: 'answers',
  rateBucket: { expires: 'with its window, a day at most; a hash' },
  adminCounters: { notPersonal: 'sums of all members' },
  done: { notPersonal: 'a job' },
};

/** Every key of the table. */
export const planOfKeys: Readonly<Partial<Record<Key, Fate>>> = {
  ...planOfOtherKeys,
  ...Object.fromEntries(Object.values(kinds).map(({ key, erased }): [Key, Fate] => [key, erased])),
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
