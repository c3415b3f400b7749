import { expect } from 'vitest';
import type { Table } from '#functions/platform/table.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { pageSize, searchWorld } from './search-world.ts';

interface Extent {
  readonly listings: number;
  readonly searches: number;
  /** Read units so far; DynamoDB Local's are counted elsewhere. */
  readonly spent?: () => number;
  readonly seed?: number;
}

/** Number of pages to check from the first one, from one in the middle and from the last but one. */
const run = 3;

/**
 * Compares the searches of a world with a plain filter. Every page must be exactly the next 20, full if there are 20,
 * and report a next page exactly if there is one. Every other search has listings published, edited, paused and overdue
 * between its pages. Snapshots are made during its pages, and some of them are never finished.
 */
export async function compareSearches(table: Table, { listings, searches, spent = () => 0, seed = 1 }: Extent) {
  const world = await searchWorld(table, seed);
  const kinds = ['parcel', 'trip'] as const;
  for (let index = 0; index < listings; index++) {
    await world.publish(kinds[index % 2] ?? 'parcel');
    if (index % 1000 < 2) await world.refresh(kinds[index % 2] ?? 'parcel');
    world.clock.now += 200;
  }
  world.clock.now += minuteMs;
  for (const kind of kinds) await world.refresh(kind);
  let pages = 0;
  let dearest = 0;

  async function change(kind: Kind) {
    for (let count = world.random.below(3); count > 0; count--)
      await (world.random.isOne(0.3) ? world.publish(kind) : world.edit(kind));
    if (world.random.isOne(0.1)) await world.changeOwner();
    if (world.random.isOne(0.3)) await world.refresh(kind, 0.2);
    // Expensive reads are cached for a second.
    world.clock.now += 1000 + world.random.below(60_000);
  }

  async function follow(
    kind: Kind,
    query: SearchQuery,
    all: readonly string[],
    from: string | undefined,
    isChanging: boolean,
  ) {
    const isForward = world.goesForward(kind, query);
    let after = from;
    for (let count = 0; count < run; count++) {
      if (isChanging) await change(kind);
      const isBeyond = (order: string) => after === undefined || (isForward ? order > after : order < after);
      const expected = (isChanging ? world.plain(kind, query) : all).filter(isBeyond);
      const before = spent();
      const isBuilding = isChanging && world.random.isOne(0.3);
      const [{ orders, next }] = await Promise.all([
        world.page(kind, query, after),
        isBuilding ? world.refresh(kind, 0.2) : undefined,
      ]);
      if (!isBuilding) dearest = Math.max(dearest, spent() - before);
      pages += 1;
      expect({ kind, query, after, orders }).toEqual({ kind, query, after, orders: expected.slice(0, pageSize) });
      expect({ kind, query, after, hasNext: next !== undefined }).toEqual({
        kind,
        query,
        after,
        hasNext: expected.length > pageSize,
      });
      if (next === undefined) return;
      after = next;
    }
  }

  for (let index = 0; index < searches; index++) {
    const kind = kinds[index % 2] ?? 'parcel';
    const query = world.aQuery(kind);
    const all = world.plain(kind, query);
    const isChanging = index % 4 > 1;
    const starts = [undefined, ...(all.length > run * pageSize ? [world.random.pick(all), all.at(-pageSize - 2)] : [])];
    for (const start of starts) await follow(kind, query, isChanging ? [] : all, start, isChanging);
    if (index % 100 === 99) world.clock.now += 6 * hourMs;
  }
  return { pages, dearest };
}
