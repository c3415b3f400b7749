import {
  BatchGetCommand,
  type BatchGetCommandInput,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { openTable } from '#functions/platform/table.ts';
import { dayOf } from '#shared/values/time.ts';
import { naive } from '#test/bench/search-scenarios.ts';
import { mockClass } from '#test/support/run/mock-class.ts';
import { searchItems, someListings } from '#test/support/search/listings.ts';
import { memoryTable } from '#test/support/search/memory-table.ts';
import { packParcel, packTrip, unpackParcel, unpackTrip } from '../index/card.ts';
import { parcelRows, tripRows } from '../index/listing.ts';
import { packIndex } from '../index/listing-index.ts';
import { packPlaceCounts } from '../index/place-counts.ts';
import { writeSnapshot } from '../index/snapshot.ts';
import { placeCountsReader } from './place-counts-reader.ts';
import { openSearch } from './search.ts';

const now = Date.parse('2026-12-01T12:00:00Z');

function searchOver(answers: (input: { ExpressionAttributeValues?: Record<string, unknown> }) => object) {
  const aws = mockClass(DynamoDBDocumentClient);
  aws.on(GetCommand).resolves({});
  const isOfRows = (input: { ExpressionAttributeValues?: Record<string, unknown> }) =>
    input.ExpressionAttributeValues?.[':pk'] !== keys.listingChanges('parcel');
  aws.on(QueryCommand).callsFake((input) => (isOfRows(input) ? answers(input) : {}));
  const table = openTable('table');
  return {
    search: openSearch(
      table,
      () => now,
      placeCountsReader(table, () => now),
    ),
    aws,
  };
}

test('reading continues after an empty page that is not the last', async () => {
  const [parcel] = someListings(1, now).parcels;
  if (!parcel) throw new Error('There is no parcel');
  const [row] = parcelRows(parcel);
  let calls = 0;
  const { search } = searchOver(() => {
    calls += 1;
    const isLast = calls === 4;
    return {
      Items: isLast ? [row] : [],
      ...(isLast ? {} : { LastEvaluatedKey: { pk: 'SP#*>*', sk: `2026-11-${30 - calls}T10:00:00.000Z#a` } }),
      ConsumedCapacity: { CapacityUnits: 1 },
    };
  });
  expect((await search.parcels({})).items).toEqual([parcel]);
  expect(calls).toBe(4);
});

test('beyond the listing index, a search that finds nothing stops at its budget and says where to continue', async () => {
  let calls = 0;
  const { search, aws } = searchOver(() => {
    calls += 1;
    return {
      Items: [],
      LastEvaluatedKey: { pk: 'SP#*>*', sk: `2026-11-${30 - calls}T10:00:00.000Z#a` },
      ConsumedCapacity: { CapacityUnits: 5 },
    };
  });
  const from = '2026-12-01T11:00:00.000Z';
  const snapshot = { build: 'a', from, parts: 1, rollParts: 1, rollEnd: '2026-11-30T10:00:00.000Z~' };
  aws.on(GetCommand).resolves({ Item: snapshot });
  aws.on(BatchGetCommand).callsFake(({ RequestItems }: BatchGetCommandInput) => ({
    Responses: {
      table: RequestItems?.['table']?.Keys?.map((key) => ({
        ...key,
        build: 'a',
        data: String(key['pk']).includes('#index#') ? packIndex([]) : packPlaceCounts([]),
      })),
    },
  }));
  const page = await search.parcels({});
  expect(page.items).toEqual([]);
  expect(page.isCut).toBe(true);
  expect(calls).toBe(3);
  expect(JSON.parse(Buffer.from(page.next ?? '', 'base64url').toString())).toEqual({
    after: '2026-11-27T10:00:00.000Z#a',
  });
});

test('a position that this search did not return is refused before anything is read', async () => {
  const { search, aws } = searchOver(() => ({ Items: [] }));
  const cursors = [
    'no position',
    ...[
      {},
      { after: '' },
      { after: `2026-11-20T10:00:00.000Z#${'a'.repeat(1000)}` },
      { after: '2026-12-10#a' },
      { pk: 'P#1', sk: 'META' },
      ['2026-11-20T10:00:00.000Z#a'],
      7,
    ].map((position) => Buffer.from(JSON.stringify(position)).toString('base64url')),
  ];
  for (const cursor of cursors)
    await expect(search.parcels({ cursor })).rejects.toMatchObject({
      code: 'INVALID',
      details: { fields: { cursor: 'Page inconnue' } },
    });
  expect(aws.commandCalls(QueryCommand)).toHaveLength(0);
});

test('a card is unchanged after it was stored in its row', () => {
  const { parcels, trips } = someListings(50, now);
  for (const parcel of parcels) {
    const [row] = parcelRows(parcel);
    expect(unpackParcel({ sk: row?.sk ?? '', day: parcel.deadline, card: packParcel(parcel) })).toEqual(parcel);
  }
  for (const trip of trips) {
    const [row] = tripRows(trip);
    expect(unpackTrip({ sk: row?.sk ?? '', day: trip.travelDate, card: packTrip(trip) })).toEqual(trip);
  }
});

test('a card without price, rating and known places is unchanged after it was stored', () => {
  const [listed] = someListings(1, now).parcels;
  if (!listed) throw new Error('There is no parcel');
  const { price: _price, ...rest } = listed;
  const { placeId: _placeId, ...pickup } = listed.pickup;
  const parcel = { ...rest, pickup, owner: { firstName: 'Léa', verified: false, reviewCount: 0 } };
  const [row] = parcelRows(parcel);
  expect(unpackParcel({ sk: row?.sk ?? '', day: parcel.deadline, card: packParcel(parcel) })).toEqual(parcel);
});

/** 400 parcels, of which the index contains the newest 100. */
async function beyondIndex() {
  const table = memoryTable();
  const listings = someListings(400, now);
  table.fill(searchItems(listings));
  await writeSnapshot(table, 'parcel', () => now, 100);
  const clock = () => now;
  return { listings, search: openSearch(table, clock, placeCountsReader(table, clock)) };
}

test('the second order is exact beyond the listing index where the route has little, and says so where it has much', async () => {
  const { listings, search } = await beyondIndex();
  const fromParis = { fromPlace: '2988507', filter: 'soonest' };
  const expected = naive(listings, 'parcel', fromParis, dayOf(now));
  expect(expected.length).toBeGreaterThan(3);
  const page = await search.parcels(fromParis);
  expect(page.items.map(({ id }) => id)).toEqual(expected.slice(0, 20));
  expect(page.isCut).toBeUndefined();
  expect((await search.parcels({ filter: 'soonest' })).isCut).toBe(true);
});
