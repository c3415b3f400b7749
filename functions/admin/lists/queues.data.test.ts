import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { parseProfile, profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { editParcel } from '#shared/parcels/publishing.ts';
import { editTrip } from '#shared/trips/rules.ts';
import { hourMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aParcelRecord, aReceiptRecord, aTripRecord } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const ago = (hours: number) => new Date(now - hours * hourMs).toISOString();
const { A: judge, O: owner } = memberIds;
const id = (number: number) => `00000000-0000-4000-8000-1${String(number).padStart(11, '0')}`;
const documentOf = (hours: number) => ({ uploadId: 'u', key: 'k', contentType: 'image/png', at: ago(hours) }) as const;

interface Listed {
  id?: string;
  card?: { id: string };
  waitsSince?: string;
}

/** The panel of an administrator who looks at these items. */
async function panel(...items: Item[]) {
  const world = await aWorld({ people: ['A'], items, start: now });
  const page = async (row: 'adminProfiles' | 'adminTrips' | 'adminParcels', query: Record<string, string> = {}) => {
    const { status, body } = await world.call(row, judge, { query });
    expect(status).toBe(200);
    return body as { items: Listed[]; next?: string };
  };
  const listed = async (...asked: Parameters<typeof page>) =>
    (await page(...asked)).items.map((item) => [item.card?.id ?? item.id, item.waitsSince]);
  const oldest = async () => (await world.as(judge).adminQueues()).body.oldest;
  return { ...world, page, listed, oldest };
}

const member = (number: number, facts: Parameters<typeof aProfile>[1] = {}) =>
  profileItem(
    aProfile('O', { id: id(number), status: 'pending', emailConfirmedAt: ago(500), createdAt: ago(500), ...facts }),
  );

test('members are decided about in the order in which they could be, those without documents come last', async () => {
  const { table, listed, call } = await panel(
    member(1, { idDocument: documentOf(10) }),
    member(2, { createdAt: ago(600) }),
    member(3, { idDocument: documentOf(60), facePhoto: documentOf(31) }),
    member(4, { idDocument: documentOf(80), emailConfirmedAt: ago(50) }),
    member(5, { idDocument: documentOf(90), emailConfirmedAt: undefined }),
    member(6, { idDocument: documentOf(300), status: 'blocked' }),
    member(7),
  );
  expect(await listed('adminProfiles', { status: 'pending' })).toEqual([
    [id(4), ago(50)],
    [id(3), ago(31)],
    [id(1), ago(10)],
    [id(2), undefined],
    [id(7), undefined],
  ]);
  await call('unblockProfile', judge, { asAdmin: true, params: { userId: id(6) }, version: 1 });
  const unblocked = parseProfile((await table.get(keys.profile(id(6)), { consistent: true })) ?? {});
  expect(unblocked.unblockedAt).toBe(ago(0));
  expect((await listed('adminProfiles', { status: 'pending' }))[3]).toEqual([id(6), ago(0)]);
});

test('a changed listing waits since its change, and goes behind those that were there before', async () => {
  const parcel = (number: number, hours: number) =>
    aParcelRecord({ id: id(number), adminStatus: 'pending', deadline: '2026-12-20', createdAt: ago(hours) });
  const trip = (number: number, hours: number) =>
    aTripRecord({ id: id(number), adminStatus: 'pending', travelDate: '2026-12-20', createdAt: ago(hours) });
  const { listed, oldest } = await panel(
    parcelItem(parcel(1, 20)),
    parcelItem(editParcel(parcel(2, 400), parcel(2, 400), now - 3 * hourMs)),
    parcelItem({ ...parcel(3, 450), status: 'cancelled' }),
    parcelItem({ ...parcel(4, 500), adminStatus: 'approved' }),
    tripItem(trip(1, 49)),
    tripItem(editTrip(trip(2, 400), trip(2, 400), now - 5 * hourMs)),
    receiptItem(aReceiptRecord({ id: id(1), memberId: owner, sentAt: ago(25) })),
  );
  expect(await listed('adminParcels', { status: 'pending' })).toEqual([
    [id(1), ago(20)],
    [id(2), ago(3)],
  ]);
  expect(await listed('adminTrips', { status: 'pending' })).toEqual([
    [id(1), ago(49)],
    [id(2), ago(5)],
  ]);
  // All of them are still listed newest first, the decided ones, too.
  expect((await listed('adminParcels')).map(([name]) => name)).toEqual([id(1), id(2), id(3), id(4)]);
  expect(await listed('adminParcels', { status: 'approved' })).toEqual([[id(4), undefined]]);
  expect(await oldest()).toEqual({ trip: ago(49), parcel: ago(20), receipt: ago(25) });
});

test(
  'the queue of members is read to its end, each once, with one query a page',
  onDynamoDb(async () => {
    const { table, page } = await panel(
      ...Array.from({ length: 50 }, (_, number) =>
        member(number, number % 2 ? { idDocument: documentOf(number) } : { createdAt: ago(1000 - number) }),
      ),
    );
    const meter = meterReads(table.documents as never);
    const seen: Listed[] = [];
    const costs: number[] = [];
    let cursor: string | undefined;
    do {
      const calls = meter.calls;
      const { items, next } = await page('adminProfiles', { status: 'pending', ...(cursor ? { cursor } : {}) });
      seen.push(...items);
      costs.push(meter.calls - calls);
      cursor = next;
    } while (cursor);
    // The check of the caller and the list; a second query where the two parts meet.
    expect(costs).toEqual([2, 3, 2]);
    expect(new Set(seen.map(({ card }) => card?.id)).size).toBe(50);
    const since = seen.map(({ waitsSince }) => waitsSince);
    expect(since).toEqual([
      ...Array.from({ length: 25 }, (_, index) => ago(49 - 2 * index)),
      ...Array(25).fill(undefined),
    ]);
  }),
);

test('a cursor of one queue opens no other', async () => {
  const parcels = Array.from({ length: 21 }, (_, number) =>
    parcelItem(aParcelRecord({ id: id(number), adminStatus: 'pending', createdAt: ago(number) })),
  );
  const { page, call } = await panel(...parcels);
  const { next = '' } = await page('adminParcels', { status: 'pending' });
  expect(next).not.toBe('');
  for (const cursor of [next, `waiting.${next}`])
    expect(await call('adminProfiles', judge, { asAdmin: true, query: { status: 'pending', cursor } })).toMatchObject({
      status: 400,
    });
});

test('nothing waits in empty queues', async () => {
  const { oldest } = await panel(member(1));
  expect(await oldest()).toEqual({});
});

test('a report leads to one listing alone, whatever its state', async () => {
  const listings = [
    parcelItem(aParcelRecord({ id: id(1), adminStatus: 'rejected' })),
    tripItem(aTripRecord({ id: id(2) })),
  ];
  const { listed, call } = await panel(...listings, parcelItem(aParcelRecord({ id: id(3) })));
  expect(await listed('adminParcels', { id: id(1) })).toEqual([[id(1), undefined]]);
  expect(await listed('adminTrips', { id: id(2) })).toEqual([[id(2), undefined]]);
  expect(await listed('adminTrips', { id: id(1) })).toEqual([]);
  expect(await call('adminParcels', judge, { query: { id: 'x' } })).toMatchObject({ status: 400 });
});
