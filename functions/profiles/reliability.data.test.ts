import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { parcelHandlers } from '#functions/parcels/handlers.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import { openTable } from '#functions/platform/table.ts';
import { tripHandlers } from '#functions/trips/handlers.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { profileRoutes } from '#shared/profiles/contract.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { meterReads } from '#test/support/meter.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { fewPlaces } from '#test/support/places.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { freshTable } from '#test/support/table.ts';
import { profileHandlers } from './handlers.ts';
import { profileItem } from './repository.ts';

const { O: owner, C: carrier, M: member, B: blocked } = memberIds;
const validatedAt = '2026-09-24T10:00:00.000Z';

async function aSite() {
  const { name, client } = await freshTable();
  const table = openTable(name, client);
  const parcel = aParcel(1, 'O');
  const carried = aParcel(2, 'B', { status: 'in_transit', carrierId: carrier });
  const trip = aTrip(1, 'O');
  for (const item of [
    ...(['C', 'M', 'B'] as const).map((role) => profileItem(aProfile(role))),
    profileItem(aProfile('O', { validatedAt })),
    { ...keys.stats(owner), carriedCount: 4, answerCount: 3, answerMinutes: 125, ratingSum: 5, ratingCount: 1 },
    parcelItem(parcel),
    parcelItem(carried),
    tripItem(trip),
    head(member, blocked, carried.id),
  ])
    await put(table, item);
  const files = openFiles(
    new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } }),
  );
  const deps = { table, now: () => Date.now(), newId: randomUUID, files, places: fewPlaces, privateBucket: 'private' };
  const readers = {
    readParcel: pipelineOf(parcelRoutes, parcelHandlers(deps), deps),
    readTrip: pipelineOf(tripRoutes, tripHandlers(deps), deps),
    conversation: pipelineOf(messagingRoutes, messagingHandlers(deps), deps),
    readMember: pipelineOf(profileRoutes, profileHandlers(deps), deps),
  };
  return { ...readers, parcel, carried, trip, client };
}

const known = { verifiedAt: validatedAt, memberSince: expect.any(String), carriedCount: 4, answerMinutes: 125 };

test('a listing, a conversation and a profile tell the same of a member, without a read more', async () => {
  const { readParcel, readTrip, conversation, readMember, parcel, trip, client } = await aSite();
  const meter = meterReads(client);
  const units: number[] = [];
  const asked = async (answer: Promise<{ body: Record<string, unknown> }>) => {
    const before = meter.units;
    const { body } = await answer;
    units.push(meter.units - before);
    return body;
  };
  expect((await asked(readParcel('readParcel', member, { params: { parcelId: parcel.id } })))['reliability']).toEqual(
    known,
  );
  expect((await asked(readTrip('readTrip', member, { params: { tripId: trip.id } })))['reliability']).toEqual(known);
  expect((await asked(conversation('conversation', member, { params: { userId: owner } })))['reliability']).toEqual(
    known,
  );
  expect(await asked(readMember('readMember', member, { params: { userId: owner } }))).toMatchObject(known);
  // The caller, and the listing with its owner twice; a thread and two members; a member's page.
  expect(units).toEqual([4, 4, 3.5, 2.5]);
});

test('nothing is told of a blocked member, and of oneself in an own listing', async () => {
  const { readParcel, conversation, parcel, carried } = await aSite();
  const own = await readParcel('readParcel', owner, { params: { parcelId: parcel.id } });
  expect(own).toMatchObject({ status: 200 });
  expect(own.body).not.toHaveProperty('reliability');
  const theirs = await readParcel('readParcel', carrier, { params: { parcelId: carried.id } });
  expect(theirs).toMatchObject({ status: 200 });
  expect(theirs.body).not.toHaveProperty('reliability');
  const closed = await conversation('conversation', member, {
    params: { userId: blocked },
    query: { parcel: carried.id },
  });
  expect(closed).toMatchObject({ status: 200, body: { with: { unavailable: true } } });
  expect(closed.body).not.toHaveProperty('reliability');
});
