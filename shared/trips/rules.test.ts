import { expect, test } from 'vitest';
import { aTrip, memberIds } from '#test/access/people.ts';
import { NewTrip } from './contract.ts';
import { cancelTrip, editTrip, isListed, publishTrip, type TripFacts, toTrip } from './rules.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const { O: owner, M: stranger } = memberIds;
const lyon = { city: 'Lyon', country: 'France', countryCode: 'FR' };
const facts: TripFacts = {
  depart: lyon,
  arrival: { city: 'Oran', country: 'Algérie', countryCode: 'DZ' },
  stops: [],
  transport: 'boat',
  travelDate: '2026-12-01',
  maxWeightKg: 12,
  maxSize: 'large',
  priceType: 'negotiable',
  acceptsFragile: true,
  acceptsElectronics: false,
};

test('an edited trip keeps its owner and its creation date, and waits for validation again', () => {
  const before = aTrip(1, 'O', { adminStatus: 'rejected', rejectionReason: 'Date fausse', notes: 'Matin', version: 4 });
  expect(editTrip(before, facts, now)).toEqual({
    ...facts,
    id: before.id,
    submittedAt: new Date(now).toISOString(),
    ownerId: owner,
    owner: before.owner,
    createdAt: before.createdAt,
    status: 'active',
    adminStatus: 'pending',
    version: 5,
  });
});

test('an edited trip keeps its booked kilos and takes no less than they weigh', () => {
  const before = aTrip(1, 'O', { depart: facts.depart, arrival: facts.arrival, bookedGrams: 12_000 });
  expect(editTrip(before, facts, now)).toMatchObject({ bookedGrams: 12_000, maxWeightKg: 12 });
  expect(() => editTrip({ ...before, bookedGrams: 12_500 }, facts, now)).toThrow(
    expect.objectContaining({
      details: { fields: { maxWeightKg: '12,5\u00a0kg sont déjà réservés sur ce trajet.' } },
    }),
  );
});

test('while kilos are booked the places of a trip are fixed, its day and transport are not', () => {
  const before = aTrip(1, 'O', { depart: facts.depart, arrival: facts.arrival, bookedGrams: 500 });
  const moved = { ...facts, travelDate: '2026-12-05', transport: 'plane' } as const;
  expect(editTrip(before, moved, now)).toMatchObject({ travelDate: '2026-12-05', transport: 'plane' });
  const elsewhere = { ...facts, depart: { ...lyon, city: 'Lille' }, stops: [lyon] };
  const sentence = 'Des colis comptent sur ces villes : elles ne changent plus.';
  expect(() => editTrip(before, elsewhere, now)).toThrow(
    expect.objectContaining({ details: { fields: { 'depart.city': sentence, stops: sentence } } }),
  );
  expect(editTrip({ ...before, bookedGrams: 0 }, elsewhere, now)).toMatchObject(elsewhere);
});

test('a cancelled trip is listed no more, and its owner reads why', () => {
  const cancelled = cancelTrip(aTrip(1, 'O'), 'Vol annulé', now);
  expect(isListed(cancelled, now)).toBe(false);
  expect(toTrip(owner, cancelled, now)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Vol annulé',
    actions: {},
  });
  expect(toTrip(stranger, cancelled, now)).not.toHaveProperty('cancelReason');
});

test.each([
  ['over', { travelDate: '2026-11-19' }],
  ['cancelled', { status: 'cancelled' }],
] as const)('a trip that is %s is neither edited nor cancelled, and offers neither', (_what, change) => {
  const trip = aTrip(1, 'O', change);
  expect(() => editTrip(trip, facts, now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(() => cancelTrip(trip, 'Vol annulé', now)).toThrow(expect.objectContaining({ code: 'STATE_CHANGED' }));
  expect(toTrip(owner, trip, now).actions).toEqual({});
});

test('only the owner can change a trip, until the end of its day', () => {
  const today = aTrip(1, 'O', { travelDate: '2026-11-20' });
  const allowed = { allowed: true };
  expect(toTrip(owner, today, now).actions).toEqual({ editTrip: allowed, cancelTrip: allowed });
  expect(toTrip(stranger, today, now).actions).toEqual({});
});

test('two places that turn out to be the same are reported at their fields', () => {
  const wrong = { ...facts, stops: [lyon], travelDate: '2026-11-19' };
  expect(() => publishTrip(wrong, aTrip(1, 'O').owner, { id: 'new', now })).toThrow(
    expect.objectContaining({
      code: 'INVALID',
      details: { fields: { 'stops.0.city': expect.any(String), travelDate: expect.any(String) } },
    }),
  );
});

const body = {
  depart: { countryCode: 'FR', city: 'Paris' },
  arrival: { countryCode: 'DZ', city: 'Alger' },
  transport: 'plane',
  travelDate: '2026-12-01',
  maxWeightKg: 5,
  maxSize: 'medium',
  priceType: 'fixed',
  price: { amount: 2000, currency: 'EUR' },
};
const problemsOf = (change: object) => {
  const { error } = NewTrip.safeParse({ ...body, ...change });
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
};

test.each([
  ['maxWeightKg', 0, 'Indiquez au moins 1 kg'],
  ['maxWeightKg', 21, '20 kg au maximum'],
  ['maxWeightKg', 2.5, 'Indiquez un poids entier'],
  ['maxWeightKg', 1e9, '20 kg au maximum'],
  ['travelDate', '2026-02-31', 'Date incorrecte'],
  ['transport', 'rocket', 'Choisissez un moyen de transport'],
  ['notes', 'x'.repeat(501), 'Ce texte est trop long (500 caractères au maximum)'],
] as const)('%s %.12j is refused in French', (field, value, sentence) => {
  expect(problemsOf({ [field]: value })).toEqual({ [field]: sentence });
});

test('a stop that repeats an end or another stop is reported at its own field', () => {
  const stops = [
    { countryCode: 'FR', city: 'Lyon' },
    { countryCode: 'DZ', city: 'alger' },
    { countryCode: 'FR', city: 'LYON' },
  ];
  expect(problemsOf({ stops })).toEqual({
    'stops.1.city': 'Cette ville est déjà sur votre trajet',
    'stops.2.city': 'Cette ville est déjà sur votre trajet',
  });
});
