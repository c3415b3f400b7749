import { expect, test } from 'vitest';
import { fewSlugs, slugsOf } from '#test/support/search/slugs.ts';
import { corridorSlug, endsOf } from './handlers.ts';

const slugs = await fewSlugs();

/** The canonical slug of what was asked for. */
function canonical(slug: string, ids = {}): string | undefined {
  const ends = endsOf(slugs, slug, ids);
  return ends && corridorSlug(slugs, ends);
}

test.each([
  ['paris-alger', 'paris-alger'],
  ['PARIS-Alger', 'paris-alger'],
  ['Páris--Algér', 'paris-alger'],
  ['paris alger', 'paris-alger'],
  ['paris/alger', 'paris-alger'],
  ['../paris-alger/..', 'paris-alger'],
  ['aix-en-provence-Aïn Témouchent', 'aix-en-provence-ain-temouchent'],
  ['saint-denis-alger', 'saint-denis-alger'],
  ['alger-saint-denis-aude', 'alger-saint-denis-aude'],
  ['saint-denis-la-reunion-saint-denis', 'saint-denis-la-reunion-saint-denis'],
  ['paris-2988507-oran', 'paris-oran'],
])('« %s » is the corridor %s', (typed, slug) => {
  expect(canonical(typed)).toBe(slug);
});

test.each([
  '',
  '-',
  '..',
  '%2F',
  'paris',
  'paris-',
  'paris-paris',
  'paris-2988507-paris',
  'paris-atlantis',
  'lyon-2988507-oran',
  'paris-alger\u0000oran',
])('« %s » is no corridor', (typed) => {
  expect(canonical(typed)).toBeUndefined();
});

test('ten thousand characters are no corridor, and are refused within a moment', () => {
  const before = performance.now();
  for (const part of ['paris-', '-', 'é', 'saint-denis-', '١'])
    expect(canonical(part.repeat(10_000).slice(0, 10_000))).toBeUndefined();
  expect(performance.now() - before).toBeLessThan(500);
});

test('known ids win over the words; an id that the data dropped leaves the words', () => {
  expect(canonical('saint-denis-alger', { fromPlace: '935264', toPlace: '2507480' })).toBe(
    'saint-denis-la-reunion-alger',
  );
  expect(canonical('atlantis-nowhere', { fromPlace: '2996944', toPlace: '2485926' })).toBe('lyon-oran');
  expect(canonical('paris-alger', { fromPlace: '2996944' })).toBe('lyon-alger');
  expect(canonical('paris-alger', { fromPlace: '1', toPlace: '2485926' })).toBe('paris-oran');
  expect(canonical('paris-alger', { fromPlace: '2507480' })).toBeUndefined();
  expect(canonical('paris-alger', { fromPlace: '2507480', toPlace: '2507480' })).toBeUndefined();
  expect(canonical('atlantis-alger', { fromPlace: '1', toPlace: '2485926' })).toBeUndefined();
});

test('of two ways to split a slug the heavier pair is meant, and the other one gets its ids', () => {
  const ambiguous = slugsOf([
    [1, 'Ville', 'FR', '', 100_000],
    [2, 'Haute-Rive', 'FR', '', 100_000],
    [3, 'Ville-Haute', 'FR', '', 900],
    [4, 'Rive', 'FR', '', 900],
  ]);
  const meant = endsOf(ambiguous, 'ville-haute-rive');
  expect([meant?.from.place.placeId, meant?.to.place.placeId]).toEqual(['1', '2']);
  expect(meant && corridorSlug(ambiguous, meant)).toBe('ville-haute-rive');
  const other = endsOf(ambiguous, '', { fromPlace: '3', toPlace: '4' });
  const slug = other ? corridorSlug(ambiguous, other) : '';
  expect(slug).toBe('ville-haute-3-rive-4');
  expect(endsOf(ambiguous, slug)).toEqual(other);
});
