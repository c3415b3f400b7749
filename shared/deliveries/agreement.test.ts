import { expect, test } from 'vitest';
import { aParcel, aTrip, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { type ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import { situationOf } from '../situation/situation.ts';
import { dayMs, hourMs } from '../values/time.ts';
import { answerBy, dueOf, loadOf, requireSameTrip } from './agreement.ts';
import { decideProblem, overrideParcel, reportProblem, settleProblem } from './problem-rules.ts';
import { acceptDelivery, chooseCarrier, endBySilence, releaseCarrier } from './rules.ts';
import { termsWords } from './words.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const price = { amount: 3000, currency: 'EUR' } as const;
const parcel = aParcel(1, 'O', { price, weightGrams: 3500 });
const trip = aTrip(2, 'C', { transport: 'plane', travelDate: '2026-12-12' });
const named = { id: trip.id, travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
const carrier = aCard({ id: memberIds.C });
const other = aCard({ id: memberIds.W });
const offered = acceptDelivery(parcel, carrier, now, trip).parcel;
const chosen = chooseCarrier(parcel, memberIds.O, carrier, now).parcel;

test('a yes means the announced price, and the trip that the carrier names', () => {
  expect(offered.terms).toEqual({ price, grams: 3500, trip: named });
  expect(chosen.terms).toEqual({ price, grams: 3500 });
});

test('terms name the country of a place that is in no list, because its city is the words of the traveller', () => {
  const typed = { ...trip, depart: { city: 'Hameau du Lac', country: 'France', countryCode: 'FR' } };
  expect(acceptDelivery(parcel, carrier, now, typed).parcel.terms?.trip).toMatchObject({ from: 'France', to: 'Alger' });
  expect(() => requireSameTrip(typed, { ...named, from: 'France' })).not.toThrow();
  expect(() => requireSameTrip(typed, named)).toThrow();
});

test('the second yes keeps the terms of the first, and a carrier adds their trip', () => {
  expect(chooseCarrier(offered, memberIds.O, carrier, now).parcel.terms).toEqual(offered.terms);
  expect(acceptDelivery(chosen, carrier, now, trip).parcel.terms).toEqual({ ...chosen.terms, trip: named });
});

test('an agreement without an announced price has none', () => {
  const { price: _none, ...free } = parcel;
  expect(acceptDelivery(free, carrier, now).parcel.terms).toEqual({ grams: 3500 });
});

test('half an agreement of a release without terms gets them with the second yes', () => {
  const { terms: _none, ...old } = offered;
  expect(chooseCarrier(old, memberIds.O, carrier, now).parcel.terms).toEqual({ price, grams: 3500 });
});

test('the terms of one carrier are never those of the next', () => {
  expect(chooseCarrier(offered, memberIds.O, other, now).parcel.terms).toEqual({ price, grams: 3500 });
  expect(releaseCarrier(offered, memberIds.O).parcel).not.toHaveProperty('terms');
  expect(overrideParcel(offered, 'active', 'Bloqué', now).parcel).not.toHaveProperty('terms');
});

test('a parcel takes its kilos in a trip from the agreement on, also when it has arrived', () => {
  const loading = ParcelStatus.options.filter((status) => loadOf({ ...offered, status }));
  expect(loading).toEqual(['pickup', 'in_transit', 'delivery', 'delivered', 'returned']);
  expect(loadOf({ ...offered, status: 'pickup' })).toEqual({ tripId: trip.id, grams: 3500 });
  expect(loadOf({ ...chosen, status: 'pickup' })).toBeUndefined();
});

test('a parcel that came back or arrived before the day of its trip takes none of its kilos', () => {
  const ended = (at: string) => [
    loadOf({ ...offered, status: 'delivered', deliveredAt: at }),
    loadOf({ ...offered, status: 'returned', returnConfirmedAt: at }),
  ];
  // The day ends in Algiers, an hour before it ends in UTC.
  expect(ended('2026-12-11T22:59:00.000Z')).toEqual([undefined, undefined]);
  const booked = { tripId: trip.id, grams: 3500 };
  expect(ended('2026-12-11T23:01:00.000Z')).toEqual([booked, booked]);
});

const agreed = chooseCarrier(offered, memberIds.O, carrier, now).parcel;

test('half an agreement waits for 48 hours', () => {
  for (const half of [offered, chosen]) {
    expect(answerBy(half)).toBe(Date.parse('2026-11-22T10:00:00.000Z'));
    expect(dueOf(half)).toEqual({ at: Date.parse('2026-11-22T10:00:00.000Z'), what: 'expired' });
  }
  expect(answerBy(agreed)).toBeUndefined();
});

test.each([
  ['the last day of the parcel', '2026-12-20', '2026-12-20'],
  ['the day of a trip after it', '2026-12-10', '2026-12-12'],
  // Clocks change in Paris on this Sunday, and never in Algiers.
  ['a day on which clocks change elsewhere', '2027-03-28', '2027-03-28'],
])('what silence brings counts from %s, at 8:00 in Algiers', (_day, deadline, day) => {
  const at = (days: number) => Date.parse(`${day}T07:00:00.000Z`) + days * dayMs;
  const dueIn = (status: ParcelStatus) => dueOf({ ...agreed, deadline, status });
  expect(dueIn('pickup')).toEqual({ at: at(4), what: 'overdue' });
  expect(dueIn('in_transit')).toEqual({ at: at(1), what: 'late' });
  expect(dueIn('delivery')).toEqual({ at: at(1), what: 'late' });
  for (const status of ['active', 'pending', 'delivered', 'returned', 'cancelled'] as const)
    expect(dueIn(status)).toBeUndefined();
});

test.each([
  ['decided without an end', (of: ParcelRecord, at: number) => decideProblem(of, { end: undefined, reason: '' }, at)],
  ['settled', (of: ParcelRecord, at: number) => settleProblem(of, memberIds.O, at)],
])('a declaration waits three days again after a problem that was %s', (_how, end) => {
  const declared = { ...agreed, status: 'delivery' as const, declaredAt: new Date(now).toISOString() };
  const { parcel: open } = reportProblem(
    declared,
    memberIds.O,
    { kind: 'not_arrived', text: 'Rien', reportId: 'r1' },
    now + hourMs,
  );
  expect(dueOf(declared)).toEqual({ at: now + 3 * dayMs, what: 'declared' });
  expect(dueOf(open)).toBeUndefined();
  expect(dueOf(end(open, now + 4 * dayMs).parcel)).toEqual({ at: now + 7 * dayMs, what: 'declared' });
});

test('an agreement without a pickup ends at exactly its moment, and the parcel has no carrier any more', () => {
  const { at = 0 } = dueOf(agreed) ?? {};
  expect(() => endBySilence(agreed, at - 1)).toThrow();
  const { parcel: ended, event } = endBySilence(agreed, at);
  expect(event).toBe('agreementOverdue');
  expect(ended).toEqual({ ...releaseCarrier(agreed, memberIds.O).parcel });
  expect(endBySilence(offered, now + 48 * hourMs).event).toBe('agreementExpired');
});

test.each(['in_transit', 'delivery', 'delivered'] as const)('a parcel that is %s ends by no silence', (status) => {
  expect(() => endBySilence({ ...agreed, status }, now + 400 * dayMs)).toThrow();
});

test('only owner and carrier read the terms and until when they wait', () => {
  const me = { isVerified: true, lacksSubscription: false };
  const seenBy = (id: string) => situationOf(offered, id, { me }, now);
  const told = { terms: offered.terms, until: '2026-11-22T10:00:00.000Z' };
  expect(seenBy(memberIds.O)).toMatchObject(told);
  expect(seenBy(memberIds.C)).toMatchObject(told);
  for (const id of [memberIds.W, memberIds.M]) {
    expect(seenBy(id)).toMatchObject({ stage: 'unavailable', terms: { kind: 'announced' } });
    expect(seenBy(id)).not.toHaveProperty('until');
  }
});

test('the terms in one line, without what was not agreed', () => {
  expect(termsWords({ price, grams: 3500, trip: named })).toBe(
    '30\u00a0€, 3,5\u00a0kg, trajet en avion du 12\u00a0déc.\u00a02026',
  );
  expect(termsWords({ grams: 500, trip: { ...named, transport: undefined } })).toBe(
    '0,5\u00a0kg, trajet du 12\u00a0déc.\u00a02026',
  );
});
