import { expect, test } from 'vitest';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { ParcelRecord } from '#shared/parcels/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { aTrip } from '#test/access/people.ts';
import { carrier, marketplace, other, owner } from '#test/support/scenes/delivery-market.ts';
import { itemsIn } from '#test/support/table.ts';

const trip = aTrip(201, 'C', { transport: 'plane', travelDate: '2030-12-12' });
const price = { amount: 3000, currency: 'EUR' } as const;
const terms = {
  price,
  grams: 1500,
  trip: { id: trip.id, travelDate: '2030-12-12', transport: 'plane', from: 'Paris', to: 'Alger' },
};
const words = '30 €, 1,5 kg, trajet en avion du 12 déc. 2030';
const tripId = trip.id;

test('both read the same price, weight and trip on the parcel, in lists, in the history and in mails', async () => {
  const { act, call, params, table } = await marketplace({ price }, [trip]);
  const half = { stage: 'proposed', terms: { kind: 'proposed', ...terms }, until: expect.stringMatching(/^\d{4}-/) };
  expect((await act('acceptDelivery', carrier, { tripId })).body).toMatchObject({ situation: half });
  const received = await call('myRequests', owner, {});
  expect(received.body['items']).toMatchObject([{ situation: half }]);
  const whole = { stage: 'agreed', terms: { kind: 'agreed', ...terms } };
  const agreed = await act('chooseCarrier', owner, { carrierId: carrier });
  expect(agreed.body).toMatchObject({ situation: whole });
  expect(agreed.body['situation']).not.toHaveProperty('until');
  for (const memberId of [owner, carrier]) {
    const { body } = await call('tracking', memberId, { params });
    expect(body['items']).toMatchObject([
      { type: 'acceptDelivery', terms },
      { type: 'handshake', terms },
    ]);
  }
  expect((await call('myDeliveries', carrier, {})).body['items']).toMatchObject([{ situation: whole }]);
  expect(await termsInMails(table)).toEqual([
    `deliveryAccepted ${owner} ${words}`,
    `handshakeDone ${carrier} ${words}`,
  ]);
});

test('a carrier whom the owner replaces is not mailed the terms of the next one', async () => {
  const { act, table } = await marketplace({ price }, [trip]);
  await act('acceptDelivery', carrier, { tripId });
  await act('chooseCarrier', owner, { carrierId: other });
  expect(await termsInMails(table)).toEqual([
    `carrierChosen ${other} 30 €, 1,5 kg`,
    `carrierReplaced ${carrier}`,
    `deliveryAccepted ${owner} ${words}`,
  ]);
});

const unavailable: readonly (readonly [string, TripRecord[]])[] = [
  ['of somebody else', [aTrip(201, 'M')]],
  ['of the owner', [aTrip(201, 'O')]],
  ['that waits for its validation', [{ ...trip, adminStatus: 'pending' }]],
  ['that is cancelled', [{ ...trip, status: 'cancelled' }]],
  ['that is over', [{ ...trip, travelDate: '2020-01-01' }]],
  ['that does not exist', []],
];
test.each(unavailable)('a trip %s cannot be named', async (_what, trips) => {
  const { act, table, parcel } = await marketplace({}, trips);
  expect(await act('acceptDelivery', carrier, { tripId })).toMatchObject({
    status: 409,
    body: {
      code: 'TRIP_UNAVAILABLE',
      detail: "Ce trajet n'est plus proposé. Choisissez-en un autre, ou continuez sans trajet.",
    },
  });
  const stored = await table.get(keys.parcel(parcel.id), { consistent: true });
  expect(ParcelRecord.parse(stored?.['record'])).toMatchObject({ status: 'active', version: parcel.version });
});

test('of a parcel that is taken the reason is not the trip', async () => {
  const { act } = await marketplace({}, [{ ...trip, status: 'cancelled' }]);
  await act('acceptDelivery', other);
  expect(await act('acceptDelivery', carrier, { tripId })).toMatchObject({ body: { code: 'ALREADY_ASSIGNED' } });
});

/** The mails that wait, each with its recipient and the terms in it. */
async function termsInMails(table: Table): Promise<string[]> {
  return (await itemsIn(table))
    .filter(isMail)
    .map(parseMail)
    .map(({ mail, memberId, data }) => [mail, memberId, (data as { terms?: string }).terms].join(' '))
    .map((line) => line.replaceAll('\u00a0', ' ').trim())
    .toSorted();
}
