import { expect, test } from 'vitest';
import { aCard, aParcelRecord } from '#test/support/factories.ts';
import type { OfferRecord } from './offer.ts';
import { isOpen, makeOffer, offerEnd, takeOffer } from './offer-rules.ts';

const now = Date.parse('2026-11-27T12:00:00Z');
const parcel = aParcelRecord({ status: 'active', adminStatus: 'approved', deadline: '2026-12-20' });
const [owner, carrier] = [parcel.ownerId, aCard({ id: 'c' })];
const sides = { meId: carrier.id, otherId: owner };
const price = { amount: 2500, currency: 'EUR' } as const;
const wish = { price, namesTrip: false, trip: undefined, agreedTrip: undefined };
const offer = { ...makeOffer(parcel, sides, wish, { id: 'o', now }), seq: 1 };
const agreed = takeOffer(parcel, offer, { meId: owner, carrier, now }).parcel;
const change = {
  ...makeOffer(agreed, sides, { ...wish, price: { ...price, amount: 3500 } }, { id: 'p', now }),
  seq: 2,
};

test.each([
  ['a listed parcel', parcel, offer, undefined],
  ['a paused one', { ...parcel, status: 'pending' }, offer, undefined],
  ['half an agreement', { ...parcel, status: 'accepted_for_delivery', carrierId: 'x' }, offer, undefined],
  ['an agreed one', agreed, offer, 'overtaken'],
  ['a delivered one', { ...agreed, status: 'delivered' }, offer, 'overtaken'],
  ['a cancelled one', { ...parcel, status: 'cancelled' }, offer, 'closed'],
  ['a deleted one', undefined, offer, 'closed'],
  ['one that waits for its validation', { ...parcel, adminStatus: 'pending' }, offer, 'closed'],
  ['one that was edited and validated', { ...parcel, submittedAt: '2026-11-27T13:00:00.000Z' }, offer, 'closed'],
  ['its agreement', agreed, change, undefined],
  ['one that is picked up', { ...agreed, status: 'in_transit' }, change, 'closed'],
  ['one that is free again', parcel, change, 'closed'],
  ['another agreement', { ...agreed, assignedAt: '2026-11-28T00:00:00.000Z' }, change, 'closed'],
] as const)('an offer about %s', (_what, current, about: OfferRecord, end) => {
  expect(offerEnd(current, about)).toBe(end);
  expect(isOpen(current, about, now)).toBe(end === undefined);
});

test('a page from before the agreement does not change it, and one from before its end proposes nothing', () => {
  const made = (of: typeof parcel, isChange: boolean) =>
    makeOffer(of, sides, { ...wish, price: { ...price, amount: 3500 }, isChange }, { id: 'q', now });
  expect(() => made(agreed, false)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => made(parcel, true)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect([made(agreed, true).isChange, made(parcel, false).isChange]).toEqual([true, undefined]);
});

test('the same offer is not made again while it is open', () => {
  const made = (of: typeof parcel, open: OfferRecord, facts: object, by = sides) =>
    makeOffer(of, by, { ...wish, ...facts, open }, { id: 'q', now });
  const refused: unknown = expect.objectContaining({ details: { fields: { price: "C'est déjà votre proposition." } } });
  expect(() => made(parcel, offer, {})).toThrow(refused);
  expect(() => made(agreed, change, { price: change.price, grams: agreed.terms?.grams })).toThrow(refused);
  for (const price of [
    { amount: 2600, currency: 'EUR' },
    { amount: 2500, currency: 'DZD' },
  ])
    expect(made(parcel, offer, { price })).toMatchObject({ price });
  expect(made(agreed, change, { price: change.price, grams: 900 })).toMatchObject({ grams: 900 });
  expect(made(parcel, { ...offer, until: new Date(now).toISOString() }, {})).toMatchObject({ price });
});

test('a price that the other one offers is taken, not proposed back', () => {
  const trip = { id: 't', fromCity: 'Paris', toCity: 'Alger', travelDate: '2026-12-10', mode: 'plane' } as const;
  const back = { meId: owner, otherId: carrier.id };
  const made = (of: typeof parcel, facts: object, by = back) =>
    makeOffer(of, by, { ...wish, ...facts }, { id: 'q', now });
  const refused: unknown = expect.objectContaining({
    details: { fields: { price: 'Ce prix vous est déjà proposé.' } },
  });
  expect(() => made(parcel, { open: offer })).toThrow(refused);
  expect(() => made(parcel, { open: { ...offer, trip } })).toThrow(refused);
  const half = { ...parcel, status: 'accepted_for_delivery', carrierId: carrier.id, terms: { price } } as typeof parcel;
  expect(() => made(half, {})).toThrow(refused);
  expect(made(half, { price: { ...price, amount: 2400 } })).toMatchObject({ by: owner });
  expect(made(parcel, { open: { ...offer, trip: { ...trip, obstacle: 'full' } } })).toMatchObject({ price });
  expect(made(parcel, { open: { ...offer, until: new Date(now).toISOString() } })).toMatchObject({ price });
});

test('an offer is over 48 hours after it was made', () => {
  const until = now + 48 * 3_600_000;
  expect([isOpen(parcel, offer, until - 1), isOpen(parcel, offer, until)]).toEqual([true, false]);
});

test('a change names only what differs, and taken it keeps the rest', () => {
  expect(change).toMatchObject({ isChange: true, price: { amount: 3500 } });
  expect(change).not.toHaveProperty('grams');
  const step = takeOffer(agreed, change, { meId: owner, carrier, now });
  expect(step).toMatchObject({ event: 'changeAgreed', parcel: { status: 'pickup', version: agreed.version + 1 } });
  expect(step.parcel.terms).toEqual({ ...agreed.terms, price: change.price });
  expect(() => takeOffer(agreed, change, { meId: carrier.id, carrier, now })).toThrow('NOT_ALLOWED');
});
