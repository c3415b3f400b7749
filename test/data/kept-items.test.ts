import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import { parseDeletion } from '#functions/account-deletion/repository.ts';
import { EmailLock } from '#functions/accounts/addresses.ts';
import { invitationRepository } from '#functions/admin/administrators/invitations.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { parseAlert } from '#functions/alerts/repository.ts';
import { bankRepository } from '#functions/banks/repository.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { ArchiveRecord } from '#functions/exports/repository.ts';
import { parseConnection } from '#functions/live/connections.ts';
import { parseMail } from '#functions/mail/outbox.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { parseDevice } from '#functions/notices/push-devices.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import type { ItemKind } from '#functions/platform/item-kind.ts';
import { memberIn } from '#functions/platform/keys.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { parseProfile, parseStats } from '#functions/profiles/repository.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { parseReport } from '#functions/reports/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { lifetimes } from '#functions/scheduled/night/lifetimes.ts';
import { listingsWithLastDay } from '#functions/search/index/listings.ts';
import { secondFactorRepository } from '#functions/second-factor/repository.ts';
import { parseAdvertisement } from '#functions/site/advertisements.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { DeliveryRowRecord, ProofRecord } from '#shared/deliveries/record.ts';
import { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { ReportKeptRecord } from '#shared/reports/record.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { freshTable } from '../support/table.ts';

/** Reads a stored item as today's code does; the table holds all items of the same release. */
type Reader = (item: Item, table: Table) => unknown;
/** Nothing but keys, ids and times that are read one by one: no shape can be missing a part. */
const keysAlone: Reader = ({ pk, sk }) => ({ pk, sk });
/** Gone within two days, and never read by another release than the one before. */
const passing: Reader = keysAlone;

/** A file that is used already is refused, after it was read. */
async function readUpload({ id, ownerId, kind }: Item, table: Table): Promise<unknown> {
  const taken = uploadRepository(table).take(String(id), String(ownerId), kind as UploadKind, { now: 0 });
  return taken.catch((error: unknown) => {
    if (error instanceof Refusal) return error;
    throw error;
  });
}

/** A new kind does not compile without a line. */
const readers: Readonly<Record<ItemKind | UploadKind, Reader>> = {
  profile: parseProfile,
  parcel: parseParcel,
  trip: parseTrip,
  receipt: parseReceipt,
  review: parseReview,
  report: parseReport,
  reportKept: ({ record }) => ReportKeptRecord.parse(record),
  alert: parseAlert,
  alertHit: keysAlone,
  alertMail: keysAlone,
  pushDevice: parseDevice,
  inbox: parseInbox,
  departure: parseDeletion,
  advertisement: parseAdvertisement,
  shownAdvertisement: parseAdvertisement,
  message: ({ record }) => MessageRecord.parse(record),
  thread: ({ record }) => ThreadRecord.parse(record),
  outbox: parseMail,
  notice: parseMail,
  connection: ({ record }) => parseConnection(record),
  log: ({ record }) => AdminLogRecord.parse(record),
  event: ({ record }) => TrackingEvent.parse(record),
  position: ({ record }) => TrackingEvent.parse(record),
  archive: ({ record }) => ArchiveRecord.parse(record),
  carry: ({ record, partner }) => DeliveryRowRecord.parse({ ...(record as object), partner }),
  offer: parseOffer,
  given: ({ record, partner }) => DeliveryRowRecord.parse({ ...(record as object), partner }),
  emailLock: (item) => EmailLock.parse(item),
  administrator: async ({ sk }, table) => (await administratorRepository(table).list(0)).find(({ id }) => id === sk),
  invitation: ({ email }, table) => invitationRepository(table).of(String(email), 0),
  bank: async (_item, table) => (await bankRepository(table).all()).at(0),
  secondFactor: (item, table) => secondFactorRepository({ table, newId: () => 'new' }).reset(memberIn(item), 0),
  async shown({ gs2pk, pk }, table) {
    for await (const { id } of listingsWithLastDay(table, String(gs2pk).slice('END#'.length)))
      if (String(pk).endsWith(id)) return id;
    return undefined;
  },
  proof: (item, table) => (item['record'] ? ProofRecord.parse(item['record']) : readUpload(item, table)),
  avatar: readUpload,
  id_document: readUpload,
  face_photo: readUpload,
  parcel_file: readUpload,
  receipt_file: readUpload,
  advertisement_picture: readUpload,
  ageing: keysAlone,
  connectionOwner: keysAlone,
  pushDeviceOwner: keysAlone,
  friend: keysAlone,
  block: keysAlone,
  blocked: keysAlone,
  inHand: keysAlone,
  met: keysAlone,
  name: keysAlone,
  newName: keysAlone,
  receiptFile: keysAlone,
  subscriptionEnd: keysAlone,
  threadWord: keysAlone,
  tombstone: keysAlone,
  seen: keysAlone,
  relisting: passing,
  secondFactorProof: passing,
  token: passing,
};

const folder = 'test/data/kept';
const releases = readdirSync(folder).map((file) => ({
  release: file.replace('.json', ''),
  items: JSON.parse(readFileSync(join(folder, file), 'utf8')) as (Item & { kind?: keyof typeof readers })[],
}));

/** The last release, and kinds that are newer; the next release replaces `unreleased` by its own file. */
const latest = releases.slice(-2).flatMap(({ items }) => items);

test('the last release kept an item of each kind, or its kind is newer and kept as well', () => {
  const kept = new Set(latest.map(({ kind }) => kind));
  expect(Object.keys(readers).filter((kind) => !kept.has(kind as keyof typeof readers))).toEqual([]);
});

test('an item has a time to live where its lifetime says that it expires', () => {
  const expires = (kind: string) => {
    const lifetime = lifetimes[kind as ItemKind];
    return typeof lifetime === 'object' && 'expires' in lifetime;
  };
  const items = latest.filter(({ kind }) => kind !== undefined && kind in lifetimes);
  expect(items.length).toBeGreaterThan(Object.keys(lifetimes).length / 2);
  expect(items.filter((item) => (item['ttl'] !== undefined) !== expires(item.kind ?? ''))).toEqual([]);
});

describe.each(releases)('today’s code reads what release $release has stored', async ({ items }) => {
  const { name, client, documents } = await freshTable();
  const table = openTable(name, client);
  for (let at = 0; at < items.length; at += 25)
    await documents.send(
      new BatchWriteCommand({
        RequestItems: { [name]: items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } })) },
      }),
    );

  test.each(
    items.map((item) => ({ item, what: `${item.kind ?? 'no kind'} ${String(item['pk'])} ${String(item['sk'])}` })),
  )('$what', async ({ item }) => {
    const read = item.kind ? readers[item.kind](item, table) : parseStats(item);
    expect(await read).toBeTruthy();
  });
});
