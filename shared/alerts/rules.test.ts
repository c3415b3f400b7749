import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { type Alert, NewAlert } from './contract.ts';
import { type AlertFacts, addAlert, alertLimit, editAlert } from './rules.ts';

const now = Date.parse('2026-11-26T10:00:00Z');
const paris = { countryCode: 'FR', country: 'France', city: 'Paris', placeId: '2988507' };
const oran = { countryCode: 'DZ', country: 'Algérie', city: 'Oran', placeId: '2485926' };
const wish: AlertFacts = { kind: 'trip', from: paris, to: oran, when: 'now' };
const add = (input: AlertFacts, existing: readonly Alert[] = []) => addAlert(input, existing, { id: 'new', now });

const problemsOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error.details.fields ?? error.code;
    throw error;
  }
  return undefined;
};

test('an alert ends 180 days after it was made, or on the given day if that is sooner', () => {
  expect(add(wish)).toEqual({ ...wish, id: 'new', until: '2027-05-25', createdAt: new Date(now).toISOString() });
  expect(add({ ...wish, until: '2026-12-20' })).toMatchObject({ until: '2026-12-20' });
});

test.each([
  [{ until: '2026-11-25' }, 'until'],
  [{ until: '2027-05-26' }, 'until'],
  [{ date: '2027-05-26' }, 'date'],
  [{ date: '2026-12-21', until: '2026-12-20' }, 'date'],
])('an end that is over or too far, and a first day after it, are refused: %o', (change, field) => {
  expect(problemsOf(() => add({ ...wish, ...change }))).toEqual({ [field]: 'Date incorrecte' });
});

test('a first day that has passed is the same as none', () => {
  expect(add({ ...wish, date: '2026-01-01' })).toMatchObject({ date: '2026-01-01' });
});

test('the same search again prolongs its alert, and never shortens it', () => {
  const old: Alert = { ...wish, id: 'old', until: '2027-01-01', createdAt: '2026-07-01T10:00:00.000Z' };
  expect(add({ ...wish, when: 'day' }, [old])).toEqual({ ...old, when: 'day', until: '2027-05-25' });
  expect(add({ ...wish, until: '2026-12-01' }, [old])).toEqual(old);
  expect(add({ ...wish, filter: 'verified' }, [old])).toMatchObject({ id: 'new' });
});

test('a member has ten alerts; the same search is still prolonged', () => {
  const existing = Array.from({ length: alertLimit }, (_, at): Alert => {
    const from = { ...paris, placeId: String(at) };
    return { ...wish, from, id: `old-${at}`, until: '2027-01-01', createdAt: '2026-07-01T10:00:00.000Z' };
  });
  expect(problemsOf(() => add(wish, existing))).toBe('LIMIT');
  expect(add({ ...wish, from: { ...paris, placeId: '3' } }, existing)).toMatchObject({ id: 'old-3' });
});

test('an edit keeps id and age of the alert', () => {
  const old = add({ ...wish, until: '2026-12-20' });
  const edited = editAlert(old, { ...wish, when: 'off' }, now);
  expect(edited).toEqual({ ...old, when: 'off', until: '2027-05-25' });
});

const typedParis = { countryCode: 'FR', city: 'Paris', placeId: '2988507' };
const body = { kind: 'trip', from: typedParis, to: { countryCode: 'DZ' }, when: 'now' };

const wrongFilters = ['', 'newest', 'soonest', 'newest.verified', 'weight-3', 'weight-2.weight-5', 'verified.fragile'];
const unsound: [change: object, path: string, sentence: string][] = [
  [{ from: undefined, to: undefined }, 'from', 'Indiquez un départ ou une arrivée'],
  [{ to: typedParis }, 'to', "Le départ et l'arrivée sont identiques"],
  [{ to: { countryCode: 'FR', city: 'paris' } }, 'to', "Le départ et l'arrivée sont identiques"],
  [{ from: { countryCode: 'fr' } }, 'from.countryCode', 'Le pays est requis'],
  [{ from: { countryCode: 'FR', placeId: '2988507' } }, 'from.city', 'La ville est requise'],
  [{ from: { ...typedParis, placeId: '12345678901234567890' } }, 'from.placeId', 'Lieu inconnu'],
  [{ date: '2026-02-30' }, 'date', 'Date incorrecte'],
  [{ until: 'demain' }, 'until', 'Date incorrecte'],
  [{ kind: 'car' }, 'kind', 'Choisissez des colis ou des trajets'],
  [{ when: 'hourly' }, 'when', 'Choisissez quand vous voulez être prévenu'],
  [{ kind: 'parcel', filter: 'fragile' }, 'filter', 'Filtre inconnu'],
  ...wrongFilters.map((filter): [object, string, string] => [{ filter }, 'filter', 'Filtre inconnu']),
];

test.each(unsound)('what is no search is refused at its field: %o', (change, path, sentence) => {
  const { error } = NewAlert.safeParse({ ...body, ...change });
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, sentence]]);
});

test.each([
  {},
  { from: { countryCode: 'FR' }, to: { countryCode: 'FR' } },
  { from: undefined },
  { filter: 'fragile.transport-plane.verified' },
])('a search with a side can be kept: %o', (change) => {
  expect(NewAlert.safeParse({ ...body, ...change }).success).toBe(true);
});
