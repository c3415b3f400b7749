import { expect, test } from 'vitest';
import { aTrip } from '#test/access/people.ts';
import { carrier, marketplace, other, owner } from '#test/support/scenes/delivery-market.ts';

const price = { amount: 3000, currency: 'EUR' } as const;

test("a member who is invited while another's half agreement waits reads neither its carrier nor its terms", async () => {
  const trip = aTrip(201, 'C');
  const { act, call, params } = await marketplace({ price }, [trip]);
  await act('acceptDelivery', carrier, { tripId: trip.id });
  const body = { memberId: other, price: { amount: 2000, currency: 'EUR' } };
  expect((await call('makeOffer', owner, { params, body })).status).toBe(201);
  const received = await call('myRequests', other, {});
  expect(received.body['items']).toMatchObject([{ offer: { price: { amount: 2000 } } }]);
  const shown = JSON.stringify(received.body);
  expect(shown).not.toContain(carrier);
  expect(shown).not.toContain(trip.id);
  expect(shown).not.toContain('answerBy');
});
