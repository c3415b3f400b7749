import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { aCard } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { euros } from '#test/support/scenes/offer-market.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';
import { offerRepository, openRequests } from './repository.ts';

const { O: owner, C: carrier } = memberIds;
const now = Date.parse('2026-12-01T12:00:00Z');
/** The whole length is 1,000, by night; what reads more with more offers does so here, too. */
const many = amountOf(1000, 250);
const iso = (at: number) => new Date(at).toISOString();

/** A traveller who has received so many invitations and made as many offers, in words as long as they may be. */
async function withOffers(count: number) {
  const world = await aWorld({ people: ['O', 'C'], start: now });
  const { table } = world;
  const long = { firstName: 'é'.repeat(60), lastName: 'ع'.repeat(60) };
  const cards = { owner: aCard({ id: owner, ...long }), traveller: aCard({ id: carrier, ...long }) };
  const trip = { id: owner, travelDate: '2030-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
  const requests = Array.from({ length: 2 * count }, (_, number) => {
    const at = now - number * 1000;
    const by = number % 2 ? owner : carrier;
    const parcel = aParcel(number, 'O', { title: 'é'.repeat(100) });
    const offer = {
      id: parcel.id,
      by,
      price: euros(25),
      trip,
      at: iso(at),
      until: iso(at + 172_800_000),
      edition: 'e',
      seq: 1,
    };
    return offerRepository(table)
      .store(parcel, offer, cards)
      .map(({ item }) => ({ PutRequest: { Item: item.Put?.Item } }));
  }).flat();
  for (let from = 0; from < requests.length; from += 25)
    await table.documents.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: requests.slice(from, from + 25) } }),
    );
  return world;
}

test(
  'a page of requests costs the same behind a hundred offers and behind many more, at most six read units',
  onDynamoDb(async () => {
    const costs = [];
    for (const count of [100, many]) {
      const { call, table } = await withOffers(count);
      for (const direction of ['received', 'sent'] as const) {
        const meter = meterReads(table.documents as never);
        const { body } = await call('myRequests', carrier, { query: { direction } });
        expect(body['items']).toHaveLength(20);
        costs.push(meter.units);
      }
    }
    const [received, sent, ...behindMany] = costs;
    expect(behindMany).toEqual([received, sent]);
    expect(Math.max(...costs)).toBeLessThanOrEqual(6);
  }),
);

test('an offer that has run out counts no more, although its rows are there, and the first end is told', async () => {
  const { table } = await withOffers(100);
  const at = (ms: number) => openRequests(table, carrier, { counted: 100, now: ms });
  const end = (until: number, ms: number) => ({ until: iso(until), at: iso(ms) });
  // The oldest offer of the owner is 199 s old, the next one 197 s.
  const [first, second] = [now - 199_000 + 172_800_000, now - 197_000 + 172_800_000];
  expect(await at(first - 1)).toMatchObject({ requests: 100, end: end(first, first - 1) });
  expect(await at(first)).toMatchObject({ requests: 99, end: end(second, first) });
  expect(await at(now + 172_800_000)).toMatchObject({ requests: 0 });
  expect(await openRequests(table, carrier, { counted: 0, now })).toMatchObject({ requests: 0 });
});

test(
  'the first end is read for half a unit',
  onDynamoDb(async () => {
    const { table } = await withOffers(100);
    const meter = meterReads(table.documents as never);
    await openRequests(table, carrier, { counted: 100, now });
    expect(meter.units).toBeLessThanOrEqual(1);
  }),
);
