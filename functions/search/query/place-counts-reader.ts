import type { Table } from '#functions/platform/table.ts';
import { minuteMs } from '#shared/values/time.ts';
import { type Changes, changesSince } from '../index/changes.ts';
import type { Kind } from '../index/listing.ts';
import { emptyIndex, type IndexEntry, type ListingIndex, unpackIndex } from '../index/listing-index.ts';
import { addNewTerms, emptyPlaceCounts, type PlaceCounts, unpackPlaceCounts } from '../index/place-counts.ts';
import { readParts, type Snapshot, snapshotNow } from '../index/snapshot-parts.ts';

interface CachedSnapshot {
  readonly counts: PlaceCounts;
  readonly snapshot: Snapshot | undefined;
  readonly checkedAt: number;
  index?: ListingIndex;
  changes?: Changes & { readonly readAt: number };
}

/**
 * A snapshot and the changes since, so that no listing is missing. The index is larger than the counts, and few
 * searches need it.
 */
export interface Latest {
  readonly counts: PlaceCounts;
  readonly index: () => Promise<{ readonly index: ListingIndex; readonly changes: readonly IndexEntry[] }>;
}

export type PlaceCountsReader = ReturnType<typeof placeCountsReader>;

const tries = 3;
/** Changes that cost more than this are cached for a second, as long as the edge caches an answer. */
const dearUnits = 2;
const keptMs = 1000;

/**
 * The place counts and the listing index as this container caches them: the last snapshot, checked at most once a
 * minute.
 */
export function placeCountsReader(table: Table, now: () => number) {
  const cache = new Map<Kind, CachedSnapshot>();

  async function load(kind: Kind, known: CachedSnapshot | undefined): Promise<CachedSnapshot> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const snapshot = await snapshotNow(table, kind, { consistent: attempt > 0 });
      if (known && snapshot?.build === known.snapshot?.build) return { ...known, checkedAt: now() };
      if (!snapshot) return { counts: emptyPlaceCounts(), snapshot, checkedAt: now() };
      const packed = await readParts(table, kind, snapshot, 'counts', attempt > 0);
      if (packed) return { counts: unpackPlaceCounts(packed), snapshot, checkedAt: now() };
    }
    if (known) return known;
    throw new Error(`The place counts of ${kind} change faster than they can be read`);
  }

  async function cached(kind: Kind, maxAgeMs: number): Promise<CachedSnapshot> {
    const known = cache.get(kind);
    if (known && Math.abs(now() - known.checkedAt) < maxAgeMs) return known;
    const fresh = await load(kind, known);
    cache.set(kind, fresh);
    return fresh;
  }

  async function indexOf(kind: Kind, known: CachedSnapshot): Promise<ListingIndex | undefined> {
    const { snapshot } = known;
    if (!snapshot) return emptyIndex;
    if (!known.index) {
      const packed = await readParts(table, kind, snapshot, 'index', false);
      if (packed) known.index = unpackIndex(packed, snapshot.end);
    }
    return known.index;
  }

  async function changesOf(kind: Kind): Promise<{ known: CachedSnapshot; changes: Changes }> {
    for (let attempt = 0; ; attempt++) {
      const known = await cached(kind, attempt > 0 ? 0 : minuteMs);
      if (known.changes && Math.abs(now() - known.changes.readAt) < keptMs) return { known, changes: known.changes };
      const changes = await changesSince(table, kind, known.snapshot, { now: now(), consistent: attempt > 0 });
      addNewTerms(known.counts, changes.terms);
      if (changes.capacity > dearUnits) known.changes = { ...changes, readAt: now() };
      return { known, changes };
    }
  }

  return {
    /** Sufficient for estimates; it lacks the changes since the snapshot. */
    current: async (kind: Kind): Promise<PlaceCounts> => (await cached(kind, minuteMs)).counts,

    async latest(kind: Kind): Promise<Latest> {
      const latest = await changesOf(kind);
      return {
        counts: latest.known.counts,
        async index() {
          let { known, changes } = latest;
          for (let attempt = 0; attempt < tries; attempt++) {
            const index = await indexOf(kind, known);
            if (index) return { index, changes: changes.entries };
            cache.delete(kind);
            ({ known, changes } = await changesOf(kind));
          }
          throw new Error(`The listing index of ${kind} changes faster than it can be read`);
        },
      };
    },
  };
}
