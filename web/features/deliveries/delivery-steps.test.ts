import { expect, test } from 'vitest';
import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ParcelStatus } from '#shared/parcels/contract.ts';
import { deliverySteps } from '#web/features/deliveries/delivery-steps.ts';

const events: TrackingEvent[] = [
  { version: 4, type: 'handshake', at: '2026-11-18T10:00:00.000Z', by: 'owner' },
  { version: 5, type: 'validatePickup', at: '2026-11-19T10:00:00.000Z', by: 'carrier' },
  { version: 6, type: 'startDelivery', at: '2026-11-20T10:00:00.000Z', by: 'carrier' },
];
const photo: Proof = { id: 'p', stage: 'pickup', by: 'carrier', at: '2026-11-19T09:59:00.000Z', url: '/p.jpg' };

const statesOf = (status: ParcelStatus) => deliverySteps(status, events, []).map(({ state }) => state);

test.each<[ParcelStatus, string[]]>([
  ['active', ['later', 'later', 'later', 'later', 'later']],
  ['carrier_chosen', ['later', 'later', 'later', 'later', 'later']],
  ['pickup', ['current', 'later', 'later', 'later', 'later']],
  ['in_transit', ['done', 'done', 'current', 'later', 'later']],
  ['delivery', ['done', 'done', 'done', 'current', 'later']],
  ['delivered', ['done', 'done', 'done', 'done', 'done']],
])('the steps of a parcel that is %s', (status, expected) => {
  expect(statesOf(status)).toEqual(expected);
});

test('a step says when and by whom it was reached, and shows its photos', () => {
  const [agreed, pickedUp, , inDelivery, delivered] = deliverySteps('delivery', events, [photo]);
  expect(agreed).toMatchObject({ at: '2026-11-18T10:00:00.000Z', by: 'owner', proofs: [] });
  expect(pickedUp).toMatchObject({ at: '2026-11-19T10:00:00.000Z', by: 'carrier', proofs: [photo] });
  expect(inDelivery?.at).toBe('2026-11-20T10:00:00.000Z');
  expect(delivered).toMatchObject({ at: undefined, proofs: [] });
});

test('before the pickup nothing is picked up: the hand-over is the current step', () => {
  const current = deliverySteps('pickup', events, []).filter(({ state }) => state === 'current');
  expect(current.map(({ title }) => title)).toEqual(['Remise prévue']);
});

test('a pickup that is still to come has no date, though an earlier one is in the history', () => {
  expect(deliverySteps('pickup', events, [])[1]?.at).toBeUndefined();
});
