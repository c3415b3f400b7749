import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { openTable } from '#functions/platform/table.ts';
import { someListings } from '#test/support/listings.ts';
import { packParcel, packTrip, unpackParcel, unpackTrip } from './card.ts';
import { parcelRows, tripRows } from './listing.ts';
import { openSearch } from './search.ts';
import { vocabularyReader } from './vocabulary-reader.ts';

const now = Date.parse('2026-12-01T12:00:00Z');

function searchOver(answers: (input: { ExpressionAttributeValues?: Record<string, unknown> }) => object) {
  const aws = mockClient(DynamoDBDocumentClient);
  aws.on(GetCommand).resolves({});
  aws.on(QueryCommand).callsFake(answers);
  const table = openTable('table');
  return {
    search: openSearch(
      table,
      () => now,
      vocabularyReader(table, () => now),
    ),
    aws,
  };
}

test('empty pages that are not the last are read on', async () => {
  const [parcel] = someListings(1, now).parcels;
  if (!parcel) throw new Error('There is no parcel');
  const [row] = parcelRows(parcel);
  let calls = 0;
  const { search } = searchOver(() => {
    calls += 1;
    const isLast = calls === 4;
    return {
      Items: isLast ? [row] : [],
      ...(isLast ? {} : { LastEvaluatedKey: { pk: 'SP#*>*', sk: `2026-11-${30 - calls}` } }),
      ConsumedCapacity: { CapacityUnits: 1 },
    };
  });
  expect((await search.parcels({})).items).toEqual([parcel]);
  expect(calls).toBe(4);
});

test('a search that finds nothing stops at its budget and says where to go on', async () => {
  let calls = 0;
  const { search } = searchOver(() => {
    calls += 1;
    return {
      Items: [],
      LastEvaluatedKey: { pk: 'SP#*>*', sk: `2026-11-${String(30 - calls).padStart(2, '0')}` },
      ConsumedCapacity: { CapacityUnits: 10 },
    };
  });
  const page = await search.parcels({});
  expect(page.items).toEqual([]);
  expect(calls).toBe(5);
  expect(JSON.parse(Buffer.from(page.next ?? '', 'base64url').toString())).toEqual({ after: '2026-11-25' });
});

test('a made-up position is refused', async () => {
  const { search } = searchOver(() => ({ Items: [] }));
  await expect(search.parcels({ cursor: 'no position' })).rejects.toMatchObject({ code: 'INVALID' });
});

test('a card comes out of its row as it went in', () => {
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

test('a card without price, rating and known places comes out as it went in', () => {
  const [listed] = someListings(1, now).parcels;
  if (!listed) throw new Error('There is no parcel');
  const { price: _price, ...rest } = listed;
  const { placeId: _placeId, ...pickup } = listed.pickup;
  const parcel = { ...rest, pickup, owner: { firstName: 'Léa', verified: false, reviewCount: 0 } };
  const [row] = parcelRows(parcel);
  expect(unpackParcel({ sk: row?.sk ?? '', day: parcel.deadline, card: packParcel(parcel) })).toEqual(parcel);
});
