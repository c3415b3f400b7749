import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { friendRepository } from '#functions/friends/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { meterReads } from '#test/support/meter.ts';
import { aProfile } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const [amel, karim] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const at = '2026-12-01T10:00:00.000Z';
/** The promised cost of one request of a profile page, with the check of the caller. */
const mostUnits = 2.5;

async function twoMembers() {
  // Names and reasons of the maximum length.
  const long = { firstName: 'é'.repeat(60), lastName: 'ع'.repeat(60), statusReason: 'x'.repeat(500) };
  const world = await aWorld({ people: [aProfile(amel, long), aProfile(karim, long)], start: at });
  return { ...world, read: () => world.as(karim).readMember({ params: { userId: amel } }) };
}

test(
  'a profile costs 2.5 read units between strangers',
  onDynamoDb(async () => {
    const { client, read } = await twoMembers();
    const meter = meterReads(client);
    expect(await read()).toMatchObject({ status: 200, body: { isFriend: false, reviewCount: 0 } });
    expect(meter).toEqual({ units: mostUnits, calls: 4 });
  }),
);

test(
  'a profile costs no more between friends with a review and five deliveries in progress',
  onDynamoDb(async () => {
    const { table, client, read, seed } = await twoMembers();
    await table.transact(friendRepository(table).join(amel, karim, Date.parse(at)));
    const review = {
      targetId: amel,
      reviewerId: karim,
      rating: 4,
      comment: '🚚'.repeat(400),
      createdAt: at,
      version: 1,
    };
    await seed(reviewItem(review));
    await seed({ ...keys.stats(amel), ratingSum: 4, ratingCount: 1, stars4: 1 });
    for (let parcel = 0; parcel < 5; parcel++)
      await seed({ ...keys.inHand(amel, karim, randomUUID()), kind: 'inHand' });
    const meter = meterReads(client);
    const { body } = await read();
    expect(body).toMatchObject({ isFriend: true, rating: 4, myReview: { rating: 4 }, phoneNumber: '+33612345678' });
    expect(meter).toEqual({ units: mostUnits, calls: 4 });
  }),
);
