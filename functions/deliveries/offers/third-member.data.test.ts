import { expect, test } from 'vitest';
import { aParcel, aTrip, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, C: carrier, M: other } = memberIds;
const price = { amount: 2000, currency: 'EUR' } as const;

test("a member who is invited while another's half agreement waits reads neither its carrier nor its terms", async () => {
  const trip = aTrip(201, 'C');
  const parcel = aParcel(1, 'O', {
    status: 'accepted_for_delivery',
    carrierId: carrier,
    carrier: aCard({ id: carrier }),
    assignedAt: new Date().toISOString(),
    terms: { grams: 1500, trip: { id: trip.id, travelDate: trip.travelDate, from: 'Paris', to: 'Alger' } },
  });
  const { call } = await aWorld({ people: ['O', 'C', 'M'], start: Date.now(), items: [parcel, trip] });
  const made = await call('makeOffer', owner, { params: { parcelId: parcel.id }, body: { memberId: other, price } });
  expect(made.status).toBe(201);
  const { body } = await call('myRequests', other, {});
  expect(body['items']).toMatchObject([{ offer: { price } }]);
  const shown = JSON.stringify(body);
  for (const hidden of [carrier, trip.id, 'answerBy']) expect(shown).not.toContain(hidden);
});
