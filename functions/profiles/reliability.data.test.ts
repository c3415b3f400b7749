import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { meterReads } from '#test/support/meter.ts';
import { head } from '#test/support/scenes/delivery-market.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, C: carrier, M: member, B: blocked } = memberIds;
const validatedAt = '2026-09-24T10:00:00.000Z';

async function aSite() {
  const [parcel, trip] = [aParcel(1, 'O'), aTrip(1, 'O')];
  const carried = aParcel(2, 'B', { status: 'in_transit', carrierId: carrier });
  const figures = { carriedCount: 4, answerCount: 3, answerMinutes: 125, ratingSum: 5, ratingCount: 1 };
  const world = await aWorld({
    people: ['C', 'M', 'B', aProfile('O', { validatedAt })],
    items: [{ ...keys.stats(owner), ...figures }, parcel, carried, trip, head(member, blocked, carried.id)],
    start: Date.now(),
  });
  return { ...world, parcel, carried, trip };
}

const known = { verifiedAt: validatedAt, memberSince: expect.any(String), carriedCount: 4, answerMinutes: 125 };

test(
  'a listing, a conversation and a profile tell the same of a member, without a read more',
  onDynamoDb(async () => {
    const { parcel, trip, client, call } = await aSite();
    const meter = meterReads(client);
    const units: number[] = [];
    const asked = async (answer: Promise<{ body: Record<string, unknown> }>) => {
      const before = meter.units;
      const { body } = await answer;
      units.push(meter.units - before);
      return body;
    };
    expect((await asked(call('readParcel', member, { params: { parcelId: parcel.id } })))['reliability']).toEqual(
      known,
    );
    expect((await asked(call('readTrip', member, { params: { tripId: trip.id } })))['reliability']).toEqual(known);
    expect((await asked(call('conversation', member, { params: { userId: owner } })))['reliability']).toEqual(known);
    expect(await asked(call('readMember', member, { params: { userId: owner } }))).toMatchObject(known);
    // The caller, and the listing with its owner twice; a thread and two members; a member's page. Each with the ties.
    expect(units).toEqual([4, 4, 3, 2.5]);
  }),
);

test('nothing is told of a blocked member, and of oneself in an own listing', async () => {
  const { parcel, carried, call } = await aSite();
  const own = await call('readParcel', owner, { params: { parcelId: parcel.id } });
  expect(own).toMatchObject({ status: 200 });
  expect(own.body).not.toHaveProperty('reliability');
  const theirs = await call('readParcel', carrier, { params: { parcelId: carried.id } });
  expect(theirs).toMatchObject({ status: 200 });
  expect(theirs.body).not.toHaveProperty('reliability');
  const closed = await call('conversation', member, {
    params: { userId: blocked },
    query: { parcel: carried.id },
  });
  expect(closed).toMatchObject({ status: 200, body: { with: { unavailable: true } } });
  expect(closed.body).not.toHaveProperty('reliability');
});
