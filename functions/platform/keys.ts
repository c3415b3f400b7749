import { createHash } from 'node:crypto';
import type { Queue } from '#shared/admin/queues.ts';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import type { RequestDirection } from '#shared/deliveries/listed.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import type { Section } from '#shared/situation/stages.ts';
import { monthOf } from '#shared/values/time.ts';

/**
 * Every key and index of the single table, on one page (docs/table.md lists the query of each). Index attributes are
 * set only if a list needs the item, so indexes stay sparse.
 */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'ttl',
  /** An entity's own facts are in the one map attribute `record`, beside keys, `kind` and `version`. */
  indexes: {
    gs1: { projection: 'ALL' },
    gs2: { projection: 'ALL' },
    gs3: { projection: 'INCLUDE', attributes: ['record'] },
  },
} as const;

export const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Whole numbers from the highest to the lowest; not by one difference, which would not be exact. */
const descending = (number: number) =>
  number < 0 ? `1${padded(-number)}` : `0${padded(Number.MAX_SAFE_INTEGER - number)}`;
const padded = (number: number) => String(number).padStart(16, '0');

export const keys = {
  profile: (id: string): Key => ({ pk: `U#${id}`, sk: 'A#PROFILE' }),
  stats: (id: string): Key => ({ pk: `U#${id}`, sk: 'A#STATS' }),
  /** The last first messages to a member, and the time to each answer. */
  answers: (id: string): Key => ({ pk: `U#${id}`, sk: 'A#ANSWERS' }),
  newName: (id: string): Key => ({ pk: `U#${id}`, sk: 'A#NAME' }),
  /** An administrator's second factor: its sealed key, the last used step, recovery codes and wrong tries. */
  secondFactor: (id: string): Key => ({ pk: `U#${id}`, sk: 'A#SECOND' }),
  /** A session that passed the second factor; without a session, the prefix of all of a member's. */
  provenSession: (id: string, session = ''): Key => ({ pk: `U#${id}`, sk: `SF#${session}` }),
  member: (id: string) => `U#${id}`,
  nameSuffix: (suffix: string, id: string): Key => ({ pk: `NS#${suffix.slice(0, 2)}`, sk: `${suffix}#${id}` }),
  administrator: (id: string): Key => ({ pk: 'ADMINS', sk: id }),
  /** All bank accounts are in one partition, by age. */
  bank: (createdAt: string, id: string): Key => ({ pk: 'BANKS', sk: `${createdAt}#${id}` }),
  /** An address that waits for its account. Members' ids never begin like this. */
  invitation: (email: string): Key => ({ pk: 'ADMINS', sk: `INVITED#${email}` }),
  emailLock: (email: string): Key => ({ pk: `EMAIL#${email}`, sk: 'LOCK' }),
  /** The member of a user whose name in the pool is not the member's id. */
  poolUser: (user: string): Key => ({ pk: `USER#${user}`, sk: 'MEMBER' }),

  parcel: (id: string): Key => ({ pk: `P#${id}`, sk: 'META' }),
  parcelEvent: (id: string, version: number): Key => ({ pk: `P#${id}`, sk: `EV#${String(version).padStart(6, '0')}` }),
  /** Sorted after the version in which it was sent, and separate from its event. */
  parcelPosition: (id: string, version: number, at: string): Key => ({
    pk: `P#${id}`,
    sk: `${keys.parcelEvent(id, version).sk}#${at}`,
  }),
  positionCount: (id: string): Key => ({ pk: `P#${id}`, sk: 'PC' }),
  proof: (parcelId: string, at: string, proofId: string): Key => ({ pk: `P#${parcelId}`, sk: `PH#${at}#${proofId}` }),
  proofCount: (parcelId: string, assignedAt: string, stage: string): Key => ({
    pk: `P#${parcelId}`,
    sk: `PN#${assignedAt}#${stage}`,
  }),
  /** The codes that were tried for an assignment. Sorted beside the parcel, so that the recipient's page reads both. */
  codeTries: (parcelId: string, assignedAt: string): Key => ({ pk: `P#${parcelId}`, sk: `GUESS#${assignedAt}` }),
  /** The carrier's row of a present or past delivery, with what lists show of it. */
  carry: (carrierId: string, at: string, parcelId: string): Key => ({
    pk: `U#${carrierId}`,
    sk: `CARRY#${at}#${parcelId}`,
  }),
  /** The owner's row of the same delivery. */
  given: (ownerId: string, at: string, parcelId: string): Key => ({
    pk: `U#${ownerId}`,
    sk: `GIVEN#${at}#${parcelId}`,
  }),
  /** One of the two rows of an open offer; without the other member, the prefix of all about the parcel. */
  offer: (memberId: string, parcelId: string, otherId = ''): Key => ({
    pk: `U#${memberId}`,
    sk: `OFFER#${parcelId}#${otherId}`,
  }),
  /**
   * Counts of a member's acts on a day (`YYYY-MM-DD`) or in a month (`YYYY-MM`), written only by the projector (rule
   * 108).
   */
  dayTally: (memberId: string, day: string): Key => ({ pk: `U#${memberId}`, sk: `DAY#${day}` }),
  monthTally: (memberId: string, month: string): Key => ({ pk: `U#${memberId}`, sk: `MON#${month}` }),
  between: (memberId: string, otherId: string): Key => ({ pk: `U#${memberId}`, sk: `BY#${otherId}#` }),
  /** Each of two members has this row during a delivery that they share, when phone numbers are shown. */
  inHand: (memberId: string, otherId: string, parcelId: string): Key => ({
    pk: `U#${memberId}`,
    sk: `${keys.between(memberId, otherId).sk}HAND#${parcelId}`,
  }),
  deliveredTogether: (a: string, b: string): Key => ({
    pk: `MET#${[a, b].sort().join('_')}`,
    sk: 'MET',
  }),
  trip: (id: string): Key => ({ pk: `T#${id}`, sk: 'META' }),
  /** A search that a member keeps; without an id, the prefix of all of theirs. */
  alert: (memberId: string, id = ''): Key => ({ pk: `U#${memberId}`, sk: `AL#${id}` }),
  alertHit: (memberId: string, listingId: string): Key => ({ pk: `U#${memberId}`, sk: `HIT#${listingId}` }),
  /** The mail about what alerts have found until a moment (ISO). */
  alertMail: (memberId: string, due: string): Key => ({ pk: `U#${memberId}`, sk: `AM#${due}` }),
  receipt: (id: string): Key => ({ pk: `RC#${id}`, sk: 'META' }),
  /** One for each receipt of a file, oldest first, to recognise a file that was sent before. */
  receiptFile: (sha256: string, sentAt: string, receiptId: string): Key => ({
    pk: `RF#${sha256}`,
    sk: `${sentAt}#${receiptId}`,
  }),
  archive: (memberId: string, requestedAt: string): Key => ({ pk: `U#${memberId}`, sk: `ARCHIVE#${requestedAt}` }),
  receiptCount: (memberId: string): Key => ({ pk: `U#${memberId}`, sk: 'RC' }),
  subscriptionEnd: (memberId: string): Key => ({ pk: `U#${memberId}`, sk: 'SUBEND' }),

  parcelSearch: (from: string, to: string) => `SP#${from}>${to}`,
  tripSearch: (from: string, to: string) => `ST#${from}>${to}`,
  snapshots: (kind: 'parcel' | 'trip') => `VOC#${kind}`,
  /** The snapshot that searches read, by the name of its build, and the claim on the next one. */
  snapshotNow: (kind: 'parcel' | 'trip'): Key => ({ pk: keys.snapshots(kind), sk: 'NOW' }),
  snapshotBuild: (kind: 'parcel' | 'trip', build: string): Key => ({ pk: keys.snapshots(kind), sk: `BUILD#${build}` }),
  /** Each part has its own partition, so that one key never takes a whole snapshot. */
  snapshotPart: (
    kind: 'parcel' | 'trip',
    build: string,
    of: 'counts' | 'index' | 'corridors',
    number: number,
  ): Key => ({
    pk: `${keys.snapshots(kind)}#${build}#${of}#${number}`,
    sk: 'PART',
  }),
  /** Changes of listings by time; a search reads those since its snapshot. */
  listingChanges: (kind: 'parcel' | 'trip') => `${keys.snapshots(kind)}#NEW`,
  listingChange: (kind: 'parcel' | 'trip', order: string): Key => ({ pk: keys.listingChanges(kind), sk: order }),
  /** The published state of a listing, so that its rows can be removed exactly. */
  publishedState: (kind: 'parcel' | 'trip', id: string): Key => ({ pk: `SHOWN#${kind}#${id}`, sk: 'SHOWN' }),

  thread: (a: string, b: string, parcelId?: string) => `CV#${threadIdOf(a, b, parcelId)}`,
  threadHead: (a: string, b: string, parcelId?: string): Key => ({
    pk: `CV#${threadIdOf(a, b, parcelId)}`,
    sk: 'HEAD',
  }),
  message: (a: string, b: string, parcelId: string | undefined, seq: number): Key => ({
    pk: `CV#${threadIdOf(a, b, parcelId)}`,
    sk: `M#${String(seq).padStart(10, '0')}`,
  }),
  inbox: (memberId: string, otherId: string, parcelId?: string): Key => ({
    pk: `U#${memberId}`,
    sk: `TH#${otherId}#${parcelId ?? '-'}`,
  }),
  /** A conversation in a member's list by one folded word that its row shows; a search reads by prefix of `sk`. */
  threadWord: (memberId: string, word: string, otherId: string, parcelId?: string): Key => ({
    pk: `U#${memberId}`,
    sk: `${keys.threadWords(memberId, word).sk}#${otherId}#${parcelId ?? '-'}`,
  }),
  threadWords: (memberId: string, beginning: string): Key => ({ pk: `U#${memberId}`, sk: `TW#${beginning}` }),
  /** The progress of an update of the lists of others, after a change of the member or of a parcel's title. */
  relisting: (memberId: string, parcelId?: string): Key => ({ pk: `U#${memberId}`, sk: `CHANGED#${parcelId ?? '-'}` }),

  /** One for each pair, guaranteed by its key. */
  review: (targetId: string, reviewerId: string): Key => ({
    pk: `U#${targetId}`,
    sk: `${keys.between(targetId, reviewerId).sk}REVIEW`,
  }),
  /** A friendship is two of these rows, one for each member. */
  friend: (memberId: string, friendId: string): Key => ({ pk: `U#${memberId}`, sk: `FR#${friendId}` }),
  report: (id: string): Key => ({ pk: `RP#${id}`, sk: 'META' }),
  /** The excerpt that a report keeps, which lists of reports do not read. */
  reportKept: (id: string): Key => ({ pk: `RP#${id}`, sk: 'KEPT' }),
  /** The member has blocked the other one, who has the row `blockedBy`. */
  block: (memberId: string, otherId: string): Key => ({
    pk: `U#${memberId}`,
    sk: `${keys.between(memberId, otherId).sk}BLOCK`,
  }),
  blockedBy: (memberId: string, otherId: string): Key => ({
    pk: `U#${memberId}`,
    sk: `${keys.between(memberId, otherId).sk}BLOCKED`,
  }),
  advertisement: (id: string): Key => ({ pk: `AD#${id}`, sk: 'META' }),
  shownAdvertisement: (position: string, priority: number, id: string): Key => ({
    pk: `AD#${position}#1`,
    sk: `${descending(priority)}#${id}`,
  }),

  connection: (memberId: string, connectionId: string): Key => ({ pk: `U#${memberId}`, sk: `WS#${connectionId}` }),
  /** Leads from a connection id (`$disconnect`) to its member. */
  connectionOwner: (connectionId: string): Key => ({ pk: `WS#${connectionId}`, sk: 'WS' }),

  pushDevice: (memberId: string, device: string): Key => ({ pk: `U#${memberId}`, sk: `PD#${device}` }),
  /** The one member whose device a browser is: the last who subscribed with its endpoint. */
  pushDeviceOwner: (device: string): Key => ({ pk: `PD#${device}`, sk: 'PD' }),

  token: (token: string): Key => ({ pk: `TK#${sha256(token)}`, sk: 'TK' }),
  upload: (id: string): Key => ({ pk: `UP#${id}`, sk: 'UP' }),
  /** Those of one member are one partition, so that they can be deleted with the account. */
  idempotency: (memberId: string, key: string): Key => ({ pk: `IDEM#${memberId}`, sk: key }),
  outbox: (id: string): Key => ({ pk: `OUT#${id}`, sk: 'OUT' }),
  /** A mail that the member's list shows, by time; its id in the API is `<createdAt>#<id>`. */
  notice: (memberId: string, noticeId: string): Key => ({ pk: `U#${memberId}`, sk: `NT#${noticeId}` }),
  seen: (consumer: string, eventId: string): Key => ({ pk: `SEEN#${consumer}#${eventId}`, sk: 'SEEN' }),
  rateBucket: (scope: string, key: string): Key => ({ pk: `RL#${scope}#${sha256(key)}`, sk: 'RL' }),
  log: (iso: string, id: string): Key => ({ pk: `LOG#${monthOf(iso)}`, sk: `${iso}#${id}` }),
  /** The tombstone of a deleted account: the day (rule 111). */
  tombstone: (memberId: string): Key => ({ pk: `GONE#${memberId}`, sk: 'GONE' }),
  deletion: (memberId: string): Key => ({ pk: `GONE#${memberId}`, sk: 'DEPARTURE' }),
  adminCounters: (): Key => ({ pk: 'CNT', sk: 'ADMIN' }),
  ageing: (pk: string): Key => ({ pk, sk: 'AGE' }),
  done: (work: string): Key => ({ pk: 'DONE', sk: work }),
} as const;

/** The member to whom the partition of this item belongs: their own row, or a row of one of their lists. */
export const memberIn = ({ pk }: Readonly<Record<string, unknown>>): string => String(pk).slice(keys.member('').length);

export const indexes = {
  ownParcels: (ownerId: string, section: Section, createdAt: string) => ({
    gs1pk: `U#${ownerId}#P`,
    gs1sk: `${{ todo: 'C', going: 'B', over: 'A' }[section]}#${createdAt}`,
  }),
  /** The parcels that I carry: one partition for each of the four states, in the order of its list. */
  deliveries: (carrierId: string, state: DeliveryState, order: string, parcelId: string) => ({
    gs1pk: `DL#${carrierId}#${state}`,
    gs1sk: `${order}#${parcelId}`,
  }),
  requests: (memberId: string, direction: RequestDirection, at: string, parcelId: string) => ({
    gs2pk: `REQ#${memberId}#${direction}`,
    gs2sk: `${at}#${parcelId}`,
  }),
  carriedProblems: (carrierId: string, at: string, parcelId: string) => ({
    gs2pk: `PB#${carrierId}`,
    gs2sk: `${at}#${parcelId}`,
  }),
  deliveryNumber: (memberId: string, number: string, parcelId: string) => ({
    gs3pk: `NO#${memberId}`,
    gs3sk: `${number}#${parcelId}`,
  }),
  /** The event that ended the delivery of an earlier carrier, whose words in the history are erased with them. */
  formerCarrier: (carrierId: string, parcelId: string) => ({ gs3pk: `FC#${carrierId}`, gs3sk: parcelId }),
  ownTrips: (ownerId: string, travelDate: string, id: string) => ({
    gs1pk: `U#${ownerId}#T`,
    gs1sk: `${travelDate}#${id}`,
  }),
  inbox: (memberId: string, at: string) => ({ gs1pk: `IN#${memberId}`, gs1sk: at }),
  filteredInbox: (memberId: string, of: { unread: boolean; parcel: boolean }, order: string) => ({
    gs3pk: `IN#${memberId}#${of.unread ? 'U' : ''}${of.parcel ? 'P' : ''}`,
    gs3sk: order,
  }),
  /** Unread conversations by the quarter of an hour in which a mail is due, in eight parts. */
  reminder: (quarter: string, part: number, order: string) => ({ gs2pk: `REMIND#${quarter}#${part}`, gs2sk: order }),
  /** Everything that ends or is sent by itself, by the quarter of an hour at whose end it is due, in eight parts. */
  due: (quarter: string, part: number, order: string) => ({ gs1pk: `DUE#${quarter}#${part}`, gs1sk: order }),
  /** A mailed conversation. Later messages schedule no mail until it is read. */
  reminded: (memberId: string) => ({ gs2pk: `REMINDED#${memberId}` }),
  ofSignUp: (memberId: string, { pk, sk }: Key) => ({ gs1pk: `SU#${memberId}`, gs1sk: `${pk}|${sk}` }),
  ownReceipts: (memberId: string, sentAt: string) => ({ gs1pk: `U#${memberId}#RC`, gs1sk: sentAt }),
  subscriptionReminder: (day: string, memberId: string) => ({ gs2pk: `SUBEND#${day}`, gs2sk: memberId }),
  reviewsOf: (targetId: string, createdAt: string) => ({ gs1pk: `RV#${targetId}`, gs1sk: createdAt }),
  reviewsBy: (reviewerId: string, targetId: string) => ({ gs3pk: `RB#${reviewerId}`, gs3sk: targetId }),
  reportsAbout: (accusedId: string, createdAt: string) => ({ gs1pk: `RPA#${accusedId}`, gs1sk: createdAt }),
  reportsBy: (reporterId: string, createdAt: string) => ({ gs3pk: `RPB#${reporterId}`, gs3sk: createdAt }),
  blocksOf: (memberId: string, at: string) => ({ gs1pk: `BLK#${memberId}`, gs1sk: at }),
  blocksAgainst: (memberId: string, otherId: string) => ({ gs1pk: `BLKBY#${memberId}`, gs1sk: otherId }),
  /** Administrators' queue of one kind and state: profiles with documents before those without. */
  queue: (queue: Queue, status: string, order: string) => ({
    gs2pk: `Q#${queue.toUpperCase()}#${status}`,
    gs2sk: order,
  }),
  /** Listings in search by their last day, after which the daily job removes them. */
  lastDay: (day: string, kind: 'parcel' | 'trip', id: string) => ({ gs2pk: `END#${day}`, gs2sk: `${kind}#${id}` }),
  /** Alerts on a route, a side of which may be a country or `*`, by their last day. */
  alertsOn: (kind: 'parcel' | 'trip', from: string, to: string, until: string, alert: string) => ({
    gs2pk: `AR#${kind}#${from}>${to}`,
    gs2sk: `${until}#${alert}`,
  }),
  /** A member's unused files: their number is limited. */
  waitingFiles: (ownerId: string, uploadId: string) => ({ gs1pk: `UP#${ownerId}`, gs1sk: uploadId }),
  keptUntil: (day: string, uploadId: string) => ({ gs2pk: `KEEP#${day}`, gs2sk: uploadId }),
  /** Parcels and threads by the day after which the nightly job checks their age, by month. */
  ageing: (day: string, pk: string) => ({ gs2pk: `AGE#${monthOf(day)}`, gs2sk: `${day}#${pk}` }),
  /** Archives of members' data: waiting ones, and finished ones by the time of their end, to erase after a day. */
  archives: (which: 'waiting' | 'ended', at: string, memberId: string) => ({
    gs2pk: which === 'waiting' ? 'EXPORTS' : 'EXPORTED',
    gs2sk: `${at}#${memberId}`,
  }),
  /** Mails by the day they were written, so that the daily job retries unsent ones. */
  outbox: (createdAt: string, id: string) => ({ gs2pk: `OUT#${createdAt.slice(0, 10)}`, gs2sk: `${createdAt}#${id}` }),
  mailsTo: (memberId: string, id: string) => ({ gs1pk: `TO#${memberId}`, gs1sk: id }),
  deletions: (dueAt: string, memberId: string) => ({ gs2pk: 'DEPARTURES', gs2sk: `${dueAt}#${memberId}` }),
  logOf: (targetId: string, at: string, id: string) => ({ gs1pk: `LOG#${targetId}`, gs1sk: `${at}#${id}` }),
  all: (kind: Queue | 'advertisement', createdAt: string, id: string) => ({
    gs3pk: `ADM#${kind.toUpperCase()}#${monthOf(createdAt)}`,
    gs3sk: `${createdAt}#${id}`,
  }),
} as const;
