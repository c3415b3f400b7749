import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Place } from '#shared/values/fields.ts';
import {
  filters,
  type ModelRow,
  naive,
  place,
  placeCountsOf,
  positions,
  stored,
} from '#test/support/search/search-model.ts';
import { termsOf } from '#test/support/search/terms.ts';
import { isForward, type Kind, partitionOf, type SearchPosition } from '../index/listing.ts';
import { addNewTerms, emptyPlaceCounts, type PlaceCounts } from '../index/place-counts.ts';
import { placeKey } from '../index/place-key.ts';
import { mergePage, type ReadPage } from './merge.ts';
import { type Filter, planSearch } from './planner.ts';

async function allPages(
  kind: Kind,
  all: readonly SearchPosition[],
  counts: PlaceCounts,
  filter: Filter,
  { size, budget, most }: { size: number; budget: number; most: number },
) {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const plan = planSearch(kind, counts, filter, budget * 0.8);
    if (!plan) break;
    const page = await mergePage(plan.reads, {
      read: stored(kind, all, filter.date, most),
      keeps: ({ position }) => plan.from.accepts(placeKey(position.from)) && plan.to.accepts(placeKey(position.to)),
      share: plan.share,
      isForward: isForward[kind],
      size,
      budget,
      after,
    });
    pages.push(page.rows.map(({ order }) => order));
    if (page.next !== undefined && page.next === after) throw new Error('The page does not move on');
    after = page.next;
  } while (after !== undefined);
  return pages;
}

for (const kind of ['parcel', 'trip'] as const) {
  test(`all pages of ${kind}s together are what a plain filter finds, in order, without losses and repeats`, async () => {
    const cases = fc.record({
      all: positions(kind),
      filter: filters,
      size: fc.integer({ min: 1, max: 20 }),
      most: fc.integer({ min: 1, max: 3 }),
      budget: fc.constantFrom(2, 5, 20, 50),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ all, filter, ...page }) => {
        const pages = await allPages(kind, all, placeCountsOf(all), filter, page);
        expect(pages.flat()).toEqual(naive(kind, all, filter));
        for (const { length } of pages) expect(length).toBeLessThanOrEqual(page.size);
      }),
      { numRuns: 300 },
    );
  });
}

test('a place that is new since the snapshot is found', async () => {
  const all: SearchPosition[] = [
    { from: place('Paris', 'FR', '1'), to: place('Alger', 'DZ', '4'), day: '2026-12-10', order: '01#a' },
    { from: place('Lyon', 'FR', '8'), to: place('Oran', 'DZ', '5'), day: '2026-12-10', order: '02#b' },
  ];
  const counts = placeCountsOf(all.slice(0, 1));
  const filter = { from: { city: 'lyon' }, to: {} };
  expect(planSearch('parcel', counts, filter, 40)).toBeUndefined();
  addNewTerms(counts, termsOf(all[1] as SearchPosition));
  expect(await allPages('parcel', all, counts, filter, { size: 20, budget: 50, most: 1000 })).toEqual([['02#b']]);
});

test('two wide filters whose routes never meet cost the budget at most, and each page continues where the last one ended', async () => {
  const cities = (country: string, name: string) =>
    Array.from({ length: 200 }, (_, index) => place(`${name}${index}`, country, `${country === 'FR' ? 1 : 2}${index}`));
  const [fromA, fromB, toA, toB] = [cities('FR', 'ala'), cities('FR', 'bor'), cities('DZ', 'ala'), cities('DZ', 'bor')];
  // Routes from « ala » only lead to « bor », and from « bor » only to « ala ».
  const all = Array.from(
    { length: 4000 },
    (_, index): SearchPosition => ({
      from: (index % 2 ? fromA : fromB)[(index * 7) % 200] as Place,
      to: (index % 2 ? toB : toA)[(index * 11) % 200] as Place,
      day: '2026-12-10',
      order: `${String(index).padStart(6, '0')}#${index}`,
    }),
  );
  const plan = planSearch('parcel', placeCountsOf(all), { from: { city: 'ala' }, to: { city: 'ala' } }, 40);
  if (!plan) throw new Error('There is no plan');
  const read = stored('parcel', all);
  const options = {
    read,
    keeps: ({ position }: ModelRow) =>
      plan.from.accepts(placeKey(position.from)) && plan.to.accepts(placeKey(position.to)),
    share: plan.share,
    isForward: false,
    size: 20,
    budget: 50,
  };
  const first = await mergePage(plan.reads, options);
  expect(first.rows).toEqual([]);
  expect(first.spent).toBeLessThanOrEqual(50);
  const second = await mergePage(plan.reads, { ...options, after: first.next });
  expect((second.next ?? '') < (first.next ?? '')).toBe(true);
});

test('countries that no listing joins are not even read', () => {
  const all: SearchPosition[] = [
    { from: place('Paris', 'FR', '1'), to: place('Alger', 'DZ', '4'), day: '2026-12-10', order: '01#a' },
    { from: place('Almería', 'ES', '7'), to: place('Paris', 'FR', '1'), day: '2026-12-10', order: '02#b' },
  ];
  const filter = { from: { country: 'espagne' }, to: { country: 'algerie' } };
  expect(planSearch('parcel', placeCountsOf(all), filter, 40)).toBeUndefined();
});

test('a chosen pair of cities is one partition, a typed country is one, and no filter at one end leaves it open', () => {
  const counts = placeCountsOf([
    { from: place('Paris', 'FR', '1'), to: place('Alger', 'DZ', '4'), day: '2026-12-10', order: '01#a' },
  ]);
  const partitions = (filter: Filter) =>
    planSearch('trip', counts, filter, 40)?.reads.map(({ partition }) => partition);
  expect(partitions({ from: { place: '1' }, to: { place: '4' } })).toEqual([partitionOf('trip', 'FR.1', 'DZ.4')]);
  expect(partitions({ from: { country: 'FRANCE' }, to: {} })).toEqual([partitionOf('trip', 'FR', '*')]);
  expect(partitions({ from: {}, to: { city: 'alg' } })).toEqual([partitionOf('trip', '*', 'DZ.4')]);
});

test('a listing that was typed as « St-Denis » is found by who chooses Saint-Denis, whatever its spelling', () => {
  const stored = ['St-Denis', 'SAINT DENIS', 'st. denis', 'Saint-Denis (93)', 'Stains'];
  const counts = placeCountsOf(
    stored.map((name, index) => ({
      from: place(name, 'FR'),
      to: place('Alger', 'DZ', '4'),
      day: '2026-12-10',
      order: `0${index}#a`,
    })),
  );
  const filter = { from: { place: '2980916', city: 'Saint-Denis', country: 'FR' }, to: {} };
  const plan = planSearch('parcel', counts, filter, 40);
  const found = stored.filter((city) => plan?.from.accepts(placeKey({ countryCode: 'FR', city })));
  expect(found).toEqual(['St-Denis', 'SAINT DENIS', 'st. denis', 'Saint-Denis (93)']);
});

test('with no places in use nothing is found', () => {
  expect(planSearch('parcel', emptyPlaceCounts(), { from: { city: 'paris' }, to: {} }, 40)).toBeUndefined();
});

test('a page that the budget shortens ends where the slowest partition has been read to', async () => {
  const partitions: Record<string, string[]> = { near: ['9', '8', '7', '2'], far: ['6', '5', '4', '3'] };
  const oneByOne = async (partition: string, after: string | undefined): Promise<ReadPage<{ order: string }>> => {
    const [order] = (partitions[partition] ?? []).filter((row) => after === undefined || row < after);
    return { rows: order ? [{ order }] : [], last: order, capacity: 0.5 };
  };
  const reads = ['near', 'far'].map((partition) => ({ partition, expected: 4 }));
  const options = { read: oneByOne, keeps: () => true, share: 1, isForward: false, size: 20, budget: 1.5 };
  const first = await mergePage(reads, options);
  expect(first).toEqual({ rows: [{ order: '9' }, { order: '8' }], next: '8', spent: 1.5 });
  const second = await mergePage(reads, { ...options, after: first.next });
  expect(second).toEqual({ rows: [{ order: '7' }, { order: '6' }], next: '6', spent: 1.5 });
});
