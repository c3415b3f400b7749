import { randomUUID } from 'node:crypto';
import { DeleteCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { parcelItem } from '#functions/parcels/repository.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import { projector } from '#functions/stream/projector/project.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { aCard, aParcelRecord, aProfileRecord, aTripRecord } from './factories.ts';
import { freshTable } from './table.ts';

/** A member and their listings, with chosen ids. */
export const aProfile = (id: string, change: Partial<ProfileRecord> = {}) =>
  aProfileRecord({ id, email: `${id}@exemple.fr`, firstName: 'Yasmine', lastName: 'Haddad', ...change });

const cardOfOwner = (id: string) => aCard({ id, firstName: 'Yasmine', lastName: 'Haddad' });

export const aParcel = (id: string, ownerId: string, change: Partial<ParcelRecord> = {}) =>
  aParcelRecord({
    id,
    owner: cardOfOwner(ownerId),
    weightGrams: 1500,
    size: 'small',
    deadline: '2026-12-20',
    ...change,
  });

export const aTrip = (id: string, ownerId: string, change: Partial<TripRecord> = {}) =>
  aTripRecord({
    id,
    owner: cardOfOwner(ownerId),
    travelDate: '2026-12-10',
    maxWeightKg: 5,
    acceptsElectronics: true,
    ...change,
  });

const keyOf = ({ pk, sk }: Item) => `${String(pk)}|${String(sk)}`;

/** A table that records its changes as stream events, a projector for them, and the public search. */
export async function aStream(start = Date.parse('2026-12-01T12:00:00Z')) {
  const fresh = await freshTable();
  const table = openTable(fresh.name, fresh.client);
  const clock = { now: start };
  const events: DynamoDBRecord[] = [];
  const items = new Map<string, Item>();
  const project = projector(table, () => clock.now);

  const record = (before: Item | undefined, after: Item | undefined) => {
    const image = (item: Item | undefined) => item && marshall(item, { removeUndefinedValues: true });
    const event = {
      eventID: `event-${events.length}`,
      dynamodb: {
        SequenceNumber: String(events.length),
        ...(before ? { OldImage: image(before) } : {}),
        ...(after ? { NewImage: image(after) } : {}),
      },
    } as DynamoDBRecord;
    events.push(event);
    return event;
  };

  /** Stores an item and returns its stream event. */
  const put = async (item: Item) => {
    const key = keyOf(item);
    await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...item } }));
    const event = record(items.get(key), item);
    items.set(key, item);
    return event;
  };

  return {
    table,
    client: fresh.client,
    clock,
    events,
    put,
    putProfile: (profile: ProfileRecord) => put(profileItem(profile)),
    putParcel: (parcel: ParcelRecord) => put(parcelItem(parcel)),
    putTrip: (trip: TripRecord) => put(tripItem(trip)),
    async remove(item: Item) {
      const { pk, sk } = item;
      await table.documents.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
      return record(item, undefined);
    },
    project: (records: readonly DynamoDBRecord[] = events) => project({ Records: [...records] }),
    /** A newly started search function. */
    search: () =>
      openSearch(
        table,
        () => clock.now,
        placeCountsReader(table, () => clock.now),
      ),
    /** Everything in one partition. */
    partition: async (pk: string): Promise<Item[]> => {
      const found = await table.documents.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
          ConsistentRead: true,
        }),
      );
      return found.Items ?? [];
    },
    /** Every derived item: search rows, counters and name rows, without values that differ between runs. */
    async derived(): Promise<Item[]> {
      const found = await table.documents.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
      const isDerived = ({ pk, sk }: Item) => /^(SP|ST|NS)#|^CNT$/.test(String(pk)) || sk === 'A#STATS';
      return (found.Items ?? []).filter(isDerived).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    },
  };
}

/** Applies the changes of the stream to the lists of conversations, batch by batch, until all are done. */
export function aListFollower(table: Table, now: () => number) {
  const project = projector(table, now);
  const show = async (before: Item | undefined, after: Item | undefined) => {
    const image = (item: Item | undefined) => item && marshall(item, { removeUndefinedValues: true });
    const dynamodb = {
      SequenceNumber: '1',
      ...(before ? { OldImage: image(before) } : {}),
      ...(after ? { NewImage: image(after) } : {}),
    };
    const answer = await project({ Records: [{ eventID: randomUUID(), dynamodb } as DynamoDBRecord] });
    if (answer.batchItemFailures.length > 0) throw new Error('The projector gave a change back.');
  };
  const rowsOf = async (memberId: string, beginsWith: string) => {
    const found = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :member AND begins_with(sk, :rows)',
        ExpressionAttributeValues: { ':member': `U#${memberId}`, ':rows': beginsWith },
        ConsistentRead: true,
      }),
    );
    return (found.Items ?? []) as Item[];
  };
  return {
    /** Stores a profile or a parcel, or removes it, and continues until every list is up to date. */
    async follow(before: Item & { record: { id: string; ownerId?: string } }, after: Item | undefined) {
      const { pk, sk } = before as Item;
      if (after) await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...after } }));
      else await table.documents.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
      await show(before, after);
      const { id, ownerId = id } = before.record;
      for (let [work] = await rowsOf(ownerId, 'CHANGED#'); work; [work] = await rowsOf(ownerId, 'CHANGED#'))
        await show(undefined, work);
    },
    /** Every conversation of a member, as if it had just changed. */
    async followLists(memberId: string) {
      for (const row of await rowsOf(memberId, 'TH#')) await show(undefined, row);
    },
  };
}
