import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import {
  acceptDelivery,
  carry,
  chooseCarrier,
  confirmReturn,
  releaseCarrier,
  returnParcel,
} from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { aCard, aReviewRecord } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { aParcel, aProfile, aStream } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { deliveryListHandlers } from './lists.ts';
import { deliveryRepository } from './repository.ts';
import { rowsOf } from './rows.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const carrier = 'a0000000-0000-4000-8000-000000000002';
const stranger = 'a0000000-0000-4000-8000-000000000003';
const idOf = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const numberOf = (id: string) => id.slice(-8).toUpperCase();
const karim = aCard({ id: carrier, firstName: 'Karim', lastName: 'Haddad' });

/** The lists of two members and a stranger, with the stream that keeps their counts. */
async function aMarket() {
  const stream = await aStream();
  const { table, clock } = stream;
  for (const id of [owner, carrier, stranger]) await stream.putProfile(aProfile(id));
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const { myDeliveries, myRequests, findDelivery, myStatistics } = deliveryRoutes;
  const call = pipelineOf({ myDeliveries, myRequests, findDelivery, myStatistics }, deliveryListHandlers(deps), deps);
  const listOf = async (name: 'myDeliveries' | 'myRequests', memberId: string, query = {}) =>
    (await call(name, memberId, { query })).body as { items: Listed[]; counts: object; next?: string };

  /** Stores a parcel after a step, with its list rows, as an act does. */
  async function take(before: ParcelRecord, after: ParcelRecord): Promise<ParcelRecord> {
    const event = await stream.putParcel(after);
    await table.transact(deliveryRepository(table).assignment(before, after, Date.now()));
    await stream.project([event]);
    return after;
  }
  return { ...stream, call, listOf, take };
}
interface Listed {
  readonly id: string;
  readonly title: string;
  readonly situation: Situation;
  readonly partner: { firstName: string; unavailable?: true; rating?: number };
}
/** The acts that a row offers, without those of the listing. */
const actsIn = (rows: readonly Listed[]) => rows.map(({ situation }) => situation.acts.map(({ name }) => name));

const now = Date.parse('2026-12-01T12:00:00Z');
const offered = (parcel: ParcelRecord) => acceptDelivery(parcel, karim, now).parcel;
const agreed = (parcel: ParcelRecord) => chooseCarrier(offered(parcel), owner, karim, now).parcel;

test('an offer waits for an answer of the owner only, until they answer', async () => {
  const { listOf, take } = await aMarket();
  const parcel = aParcel(idOf(1), owner);
  const waiting = await take(parcel, offered(parcel));
  expect((await listOf('myRequests', owner)).items).toMatchObject([
    {
      id: idOf(1),
      title: 'Livres',
      partner: { id: carrier, firstName: 'Yasmine' },
      situation: { stage: 'proposed', waitsFor: 'me', main: 'chooseCarrier' },
    },
  ]);
  expect((await listOf('myRequests', carrier)).items).toEqual([]);
  const sent = (await listOf('myRequests', carrier, { direction: 'sent' })).items;
  expect(sent).toMatchObject([{ id: idOf(1), partner: { id: owner }, situation: { waitsFor: 'other' } }]);
  expect(actsIn(sent)).toEqual([['releaseCarrier']]);
  expect((await listOf('myRequests', stranger)).items).toEqual([]);

  await take(waiting, releaseCarrier(waiting, owner).parcel);
  for (const member of [owner, carrier])
    for (const direction of ['received', 'sent'])
      expect((await listOf('myRequests', member, { direction })).items).toEqual([]);
});

test('the chosen carrier is asked, and a second choice removes the question from the first carrier', async () => {
  const { listOf, take } = await aMarket();
  const parcel = aParcel(idOf(1), owner);
  const chosen = await take(parcel, chooseCarrier(parcel, owner, karim, now).parcel);
  expect((await listOf('myRequests', carrier)).items).toMatchObject([
    { id: idOf(1), situation: { stage: 'chosen', waitsFor: 'me', main: 'acceptDelivery' } },
  ]);
  const nadia = aCard({ id: stranger, firstName: 'Nadia' });
  await take(chosen, chooseCarrier(chosen, owner, nadia, now + 1000).parcel);
  expect((await listOf('myRequests', carrier)).items).toEqual([]);
  expect((await listOf('myRequests', stranger)).items).toHaveLength(1);
  expect((await listOf('myRequests', owner, { direction: 'sent' })).items).toHaveLength(1);
});

test('each of the four cards counts and lists its deliveries, and a returning parcel is on its way', async () => {
  const { listOf, take } = await aMarket();
  const states = ['to_collect', 'in_transit', 'to_deliver', 'completed'] as const;
  const look = async () => {
    const lists = await Promise.all(states.map((state) => listOf('myDeliveries', carrier, { state })));
    expect(lists.map(({ items }) => items.length)).toEqual(Object.values(lists[0]?.counts ?? {}));
    return lists.map(({ items }) => items.length);
  };
  const parcel = aParcel(idOf(1), owner);
  let current = await take(parcel, offered(parcel));
  expect(await look()).toEqual([1, 0, 0, 0]);
  current = await take(current, chooseCarrier(current, owner, karim, now).parcel);
  expect(await look()).toEqual([1, 0, 0, 0]);
  current = await take(current, carry('validatePickup', current, carrier, now).parcel);
  expect(await look()).toEqual([0, 1, 0, 0]);
  current = await take(current, carry('startDelivery', current, carrier, now).parcel);
  expect(await look()).toEqual([0, 0, 1, 0]);
  current = await take(current, returnParcel(current, carrier, 'Personne').parcel);
  expect(await look()).toEqual([0, 1, 0, 0]);
  await take(current, confirmReturn(current, owner, now).parcel);
  expect(await look()).toEqual([0, 0, 0, 1]);
});

test('deliveries to do are listed by their last day', async () => {
  const { listOf, take } = await aMarket();
  for (const [number, deadline] of [
    [1, '2026-12-20'],
    [2, '2026-12-05'],
    [3, '2026-12-12'],
  ] as const) {
    const parcel = aParcel(idOf(number), owner, { deadline });
    await take(parcel, agreed(parcel));
  }
  const { items } = await listOf('myDeliveries', carrier, { state: 'to_collect' });
  expect(items.map(({ id }) => id)).toEqual([idOf(2), idOf(3), idOf(1)]);
});

test('only the two participants find a delivery by its number, in any spelling', async () => {
  const { call, take } = await aMarket();
  const id = 'b0000000-0000-4000-8000-0000ab12cd34';
  const parcel = aParcel(id, owner);
  const held = await take(parcel, agreed(parcel));
  const find = (memberId: string, number: string) => call('findDelivery', memberId, { params: { number } });
  for (const typed of ['AB12CD34', 'ab12cd34', ' ab12 cd34 ', 'AB12-CD34'])
    for (const member of [owner, carrier])
      expect(await find(member, typed)).toMatchObject({ status: 200, body: { id, title: 'Livres' } });
  const nothing = { status: 404, body: { code: 'NOT_FOUND', title: 'Colis non trouvé' } };
  expect(await find(stranger, 'AB12CD34')).toMatchObject(nothing);
  expect(await find(owner, 'AB12CD35')).toMatchObject(nothing);
  for (const odd of ['', ' ', 'AB12CD3', 'AB12CD345', 'ZZZZZZZZ', '<b>', id, 'A'.repeat(10_000)])
    expect(await find(owner, odd)).toMatchObject({
      status: 400,
      body: { code: 'INVALID', fields: { number: expect.stringContaining('8 caractères') } },
    });
  await take(held, releaseCarrier(held, owner).parcel);
  expect(await find(carrier, 'AB12CD34')).toMatchObject(nothing);
});

test('lists show the other member as they are now: renamed, blocked, reviewed', async () => {
  const market = await aMarket();
  const { listOf, take, putProfile, project } = market;
  const [asked, held] = [aParcel(idOf(1), owner), aParcel(idOf(2), owner)];
  const request = await take(asked, offered(asked));
  await take(held, agreed(held));
  const requester = async () => (await listOf('myRequests', owner)).items[0]?.partner;
  const owners = async () => {
    const { items } = await listOf('myDeliveries', carrier, { state: 'to_collect' });
    return items.map(({ partner }) => partner.firstName);
  };
  const become = async (id: string, change: Partial<ProfileRecord>) =>
    project([await putProfile(aProfile(id, change))]);

  await become(carrier, { firstName: 'Karima', version: 2 });
  await become(owner, { firstName: 'Amel', version: 2 });
  expect(await requester()).toMatchObject({ firstName: 'Karima' });
  expect(await owners()).toEqual(['Amel', 'Amel']);
  await become(carrier, { firstName: 'Karima', status: 'blocked', version: 3 });
  expect(await requester()).toMatchObject({ firstName: 'Karima', unavailable: true });
  await become(carrier, { firstName: 'Karima', version: 4 });
  const review = aReviewRecord({ targetId: carrier, reviewerId: stranger, rating: 4 });
  await project([await market.put(reviewItem(review))]);
  expect(await requester()).toMatchObject({ firstName: 'Karima', rating: expect.any(Number) });
  // A later act leaves the card as the projector made it.
  await take(request, chooseCarrier(request, owner, karim, now).parcel);
  expect(await owners()).toEqual(['Amel', 'Amel']);
});

/** `LIST_ROWS=1000 npx vitest run --project data functions/deliveries/lists.data.test.ts` is the whole length. */
const manyRows = Number(process.env['LIST_ROWS'] ?? 200);

test(`${manyRows} rows show a new name within a minute`, async () => {
  const { table, listOf, putProfile, project } = await aMarket();
  await fill(table, manyRows);
  const started = performance.now();
  await project([
    await putProfile(aProfile(owner, { firstName: 'Ancienne' })),
    await putProfile(aProfile(owner, { firstName: 'Nouvelle', version: 2 })),
  ]);
  expect(performance.now() - started).toBeLessThan(60_000);
  let cursor: string | undefined;
  const names = new Set<string>();
  do {
    const page = await listOf('myDeliveries', carrier, cursor ? { cursor } : {});
    for (const { partner } of page.items) names.add(partner.firstName);
    cursor = page.next;
  } while (cursor);
  expect([...names]).toEqual(['Nouvelle']);
});

/** Many deliveries of the two, in every state, with texts of the maximum length. */
async function fill(table: Table, count: number): Promise<void> {
  const long = { title: 'Cadeaux '.repeat(10).trim(), description: 'x'.repeat(2000) };
  const lives: ((parcel: ParcelRecord) => ParcelRecord)[] = [
    offered,
    (parcel) => chooseCarrier(parcel, owner, karim, now).parcel,
    agreed,
    (parcel) => carry('validatePickup', agreed(parcel), carrier, now).parcel,
  ];
  const rows = Array.from({ length: count }, (_, index) => {
    const parcel = aParcel(idOf(index), owner, long);
    return rowsOf(lives[index % lives.length]?.(parcel) ?? parcel, Date.now());
  }).flat();
  for (let at = 0; at < rows.length; at += 25) {
    const puts = rows.slice(at, at + 25).map(({ key, places, ...facts }) => ({
      PutRequest: { Item: { ...key, ...places, ...facts } },
    }));
    await table.documents.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
}

test(
  'a page of requests and of each state costs at most six read units, the same with a hundred and with many more',
  onDynamoDb(async () => {
    const costs = await Promise.all(
      [100, Math.max(300, manyRows)].map(async (count) => {
        const { table, call } = await aMarket();
        // The caller's own record has its maximum size.
        for (const id of [owner, carrier])
          await put(table, profileItem(aProfile(id, { firstName: 'é'.repeat(60), lastName: 'ع'.repeat(60) })));
        await fill(table, count);
        const cost = async (name: 'myDeliveries' | 'myRequests' | 'findDelivery', query: Record<string, string>) => {
          const meter = meterReads(tableClient(table));
          const request = name === 'findDelivery' ? { params: { number: numberOf(idOf(2)) } } : { query };
          expect(await call(name, carrier, request)).toMatchObject({ status: 200 });
          return meter.units;
        };
        return [
          await cost('myRequests', { direction: 'received' }),
          await cost('myRequests', { direction: 'sent' }),
          await cost('myDeliveries', { state: 'to_collect' }),
          await cost('myDeliveries', { state: 'in_transit' }),
          await cost('findDelivery', {}),
        ];
      }),
    );
    const [few = [], many = []] = costs;
    expect(many).toEqual(few);
    expect(Math.max(...many)).toBeLessThanOrEqual(6);
  }),
);

const tableClient = (table: Table) => table.documents as unknown as Parameters<typeof meterReads>[0];
