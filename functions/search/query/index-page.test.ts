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
import { isForward, type Kind, partitionOf, type SearchPosition } from '../index/listing.ts';
import {
  emptyIndex,
  entryOf,
  type IndexEntry,
  type ListingIndex,
  packIndex,
  positionBefore,
  unpackIndex,
} from '../index/listing-index.ts';
import { placeKey } from '../index/place-key.ts';
import { type IndexFilter, pageFromIndex } from './index-page.ts';
import { type Filter, type Plan, planSearch } from './planner.ts';

const traits = { facts: '' };

const inOrder = (kind: Kind, all: readonly SearchPosition[]) =>
  all.toSorted((a, b) => (a.order < b.order === isForward[kind] ? -1 : 1));

const indexOf = (kind: Kind, all: readonly SearchPosition[], end?: string): ListingIndex =>
  unpackIndex(packIndex(inOrder(kind, all).map((position) => entryOf(kind, { ...position, traits }))), end);

const changesOf = (kind: Kind, all: readonly SearchPosition[]): IndexEntry[] =>
  all.map((position) => entryOf(kind, { ...position, traits }));

const wantedOf = (kind: Kind, plan: Plan, filter: Filter): IndexFilter => ({
  from: plan.from.accepts,
  to: plan.to.accepts,
  day: filter.date ?? '',
  partition: (from, to) => partitionOf(kind, plan.from.keyOf(from), plan.to.keyOf(to)),
});

const keptBy =
  (plan: Plan) =>
  ({ position }: ModelRow) =>
    plan.from.accepts(placeKey(position.from)) && plan.to.accepts(placeKey(position.to));

for (const kind of ['parcel', 'trip'] as const) {
  test(`pages of ${kind}s by the listing index are what a plain filter finds, also after changes since the snapshot`, async () => {
    const cases = fc.record({
      all: positions(kind),
      gone: positions(kind),
      filter: filters,
      newShare: fc.integer({ min: 0, max: 3 }),
      size: fc.integer({ min: 1, max: 20 }),
      most: fc.integer({ min: 1, max: 3 }),
      budget: fc.constantFrom(0.5, 3, 15),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ all, gone, filter, newShare, size, most, budget }) => {
        const isNew = (_: SearchPosition, index: number) => index % 4 < newShare;
        const index = indexOf(kind, [...all.filter((position, at) => !isNew(position, at)), ...gone]);
        const changes = changesOf(kind, [...all.filter(isNew), ...gone.filter(isNew)]);
        const plan = planSearch(kind, placeCountsOf([...all, ...gone]), filter, 12);
        const found: string[] = [];
        let after: string | undefined;
        do {
          if (!plan) break;
          const page = await pageFromIndex(kind, index, changes, wantedOf(kind, plan, filter), {
            read: stored(kind, all, filter.date, most),
            keeps: keptBy(plan),
            size,
            budget,
            after,
          });
          expect(page.rows.length).toBeLessThanOrEqual(size);
          found.push(...page.rows.map(({ order }) => order));
          if (page.next !== undefined && page.next === after) throw new Error('The page does not move on');
          after = page.next;
        } while (after !== undefined);
        expect(found).toEqual(naive(kind, all, filter));
      }),
      { numRuns: 300 },
    );
  });
}

const paris = place('Paris', 'FR', '1');
const alger = place('Alger', 'DZ', '4');
const day = '2026-12-10';
const everything: IndexFilter = {
  from: () => true,
  to: () => true,
  day,
  partition: () => partitionOf('parcel', '*', '*'),
};
const moment = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;

test('each row costs half a unit at most, at any distance between rows', async () => {
  const cities = Array.from({ length: 200 }, (_, at) => place(`Ville ${at}`, 'FR', String(at)));
  const all = Array.from(
    { length: 4000 },
    (_, index): SearchPosition => ({
      from: cities[index % 200] as Place,
      to: alger,
      day,
      order: `${new Date(Date.parse(moment(0)) - index * 60_000).toISOString()}#${index}`,
    }),
  );
  const isWanted = (key: string) => key.endsWith('0');
  const page = await pageFromIndex(
    'parcel',
    indexOf('parcel', all),
    [],
    { ...everything, from: isWanted, partition: (from) => partitionOf('parcel', from, '*') },
    { read: stored('parcel', all), keeps: () => true, size: 20, budget: 15 },
  );
  expect(page.rows).toHaveLength(20);
  expect(page.spent).toBeLessThanOrEqual(10.5);
});

test('an index that does not cover all listings says where it ends, and returns nothing beyond', async () => {
  const all = Array.from(
    { length: 10 },
    (_, at): SearchPosition => ({ from: paris, to: alger, day, order: `${moment(at)}#a` }),
  );
  const end = positionBefore('parcel', moment(6));
  const index = indexOf('parcel', all.slice(7), end);
  const options = { read: stored('parcel', all), keeps: () => true, size: 20, budget: 15 };
  const page = await pageFromIndex('parcel', index, changesOf('parcel', all.slice(0, 3)), everything, options);
  expect(page.rows.map(({ order }) => order)).toEqual([9, 8, 7].map((at) => `${moment(at)}#a`));
  expect(page.next).toBe(end);
  const beyond = await pageFromIndex('parcel', index, [], everything, { ...options, after: `${moment(4)}#a` });
  expect(beyond).toEqual({ rows: [], next: `${moment(4)}#a`, spent: 0 });
});

test('many listings of one moment, more than one read looks at, are all found', async () => {
  const all = Array.from(
    { length: 50 },
    (_, at): SearchPosition => ({ from: paris, to: alger, day, order: `${moment(0)}#${at}` }),
  );
  const page = await pageFromIndex('parcel', indexOf('parcel', all), [], everything, {
    read: stored('parcel', all, '', 7),
    keeps: () => true,
    size: 50,
    budget: 100,
  });
  expect(page.rows.map(({ order }) => order)).toEqual(naive('parcel', all, { from: {}, to: {} }));
  expect(page.next).toBeUndefined();
});

test('with no listings nothing is read', async () => {
  const read = () => Promise.reject(new Error('read'));
  const page = await pageFromIndex('trip', emptyIndex, [], everything, {
    read,
    keeps: () => true,
    size: 20,
    budget: 15,
  });
  expect(page).toEqual({ rows: [], next: undefined, spent: 0 });
});
