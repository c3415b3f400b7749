import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { Kind } from '../index/listing.ts';
import {
  decodeIndexChange,
  emptyIndex,
  type IndexEntry,
  isIndexChange,
  type ListingIndex,
  unpackIndex,
} from '../index/listing-index.ts';
import { addNewTerms, emptyPlaceCounts, type PlaceCounts, unpackPlaceCounts } from '../index/place-counts.ts';

/** One snapshot, with the parts read so far. */
interface CachedSnapshot {
  readonly counts: PlaceCounts;
  readonly build: string | undefined;
  readonly meta: Item | undefined;
  readonly checkedAt: number;
  index?: ListingIndex;
}

/**
 * A snapshot and the changes since: no listing is missing. The index is larger than the counts, and few searches need
 * it.
 */
export interface Latest {
  readonly counts: PlaceCounts;
  readonly index: () => Promise<{ readonly index: ListingIndex; readonly changes: readonly IndexEntry[] }>;
}

export type PlaceCountsReader = ReturnType<typeof placeCountsReader>;

const tries = 3;

/**
 * The place counts and the listing index as this container caches them: the last snapshot, checked at most once a
 * minute.
 */
export function placeCountsReader(table: Table, now: () => number) {
  const cache = new Map<Kind, CachedSnapshot>();

  /** Parts are read separately from META, so a snapshot made in between is noticed by its different name. */
  async function partsOf(kind: Kind, what: 'PART' | 'ROLL', meta: Item | undefined, consistent: boolean) {
    const count = Number(meta?.[what === 'PART' ? 'parts' : 'rollParts'] ?? 0);
    const wanted = Array.from({ length: count }, (_, part) => keys.snapshot(kind, `${what}#${part}`));
    const parts = await table.getMany(wanted, { consistent });
    if (parts.some((part) => part?.['build'] !== meta?.['build'])) return undefined;
    return Buffer.concat(parts.map((part) => part?.['data'] as Uint8Array));
  }

  async function load(kind: Kind, known: CachedSnapshot | undefined): Promise<CachedSnapshot> {
    for (let attempt = 0; attempt < tries; attempt++) {
      const meta = await table.get(keys.snapshot(kind, 'META'), { consistent: attempt > 0 });
      const build = meta?.['build'] as string | undefined;
      if (known && build === known.build) return { ...known, checkedAt: now() };
      if (build === undefined) return { counts: emptyPlaceCounts(), build, meta, checkedAt: now() };
      const packed = await partsOf(kind, 'PART', meta, attempt > 0);
      if (packed) return { counts: unpackPlaceCounts(packed), build, meta, checkedAt: now() };
    }
    if (known) return known;
    throw new Error(`The place counts of ${kind} change faster than it can be read`);
  }

  async function cached(kind: Kind, maxAgeMs: number): Promise<CachedSnapshot> {
    const known = cache.get(kind);
    // A clock set back must not keep an old snapshot for ever.
    if (known && Math.abs(now() - known.checkedAt) < maxAgeMs) return known;
    const fresh = await load(kind, known);
    cache.set(kind, fresh);
    return fresh;
  }

  async function indexOf(kind: Kind, snapshot: CachedSnapshot): Promise<ListingIndex | undefined> {
    if (snapshot.build === undefined) return emptyIndex;
    if (!snapshot.index) {
      const packed = await partsOf(kind, 'ROLL', snapshot.meta, false);
      if (packed) snapshot.index = unpackIndex(packed, snapshot.meta?.['rollEnd'] as string | undefined);
    }
    return snapshot.index;
  }

  /** A snapshot includes the changes before it: changes belong only to the snapshot that they name. */
  async function changesOf(kind: Kind): Promise<{ snapshot: CachedSnapshot; texts: ReadonlySet<string> }> {
    for (let attempt = 0; ; attempt++) {
      const snapshot = await cached(kind, attempt > 0 ? 0 : minuteMs);
      const changes = await table.get(keys.snapshot(kind, 'NEW'), { consistent: attempt > 0 });
      if (changes?.['build'] !== snapshot.build && attempt + 1 < tries) continue;
      const texts = (changes?.['words'] as Set<string> | undefined) ?? new Set();
      addNewTerms(snapshot.counts, texts);
      return { snapshot, texts };
    }
  }

  return {
    /** Enough for estimates; it lacks the changes since the snapshot. */
    current: async (kind: Kind): Promise<PlaceCounts> => (await cached(kind, minuteMs)).counts,

    async latest(kind: Kind): Promise<Latest> {
      const latest = await changesOf(kind);
      return {
        counts: latest.snapshot.counts,
        async index() {
          let { snapshot, texts } = latest;
          for (let attempt = 0; attempt < tries; attempt++) {
            const index = await indexOf(kind, snapshot);
            if (index) return { index, changes: [...texts].filter(isIndexChange).map(decodeIndexChange) };
            cache.delete(kind);
            ({ snapshot, texts } = await changesOf(kind));
          }
          throw new Error(`The listing index of ${kind} changes faster than it can be read`);
        },
      };
    },
  };
}
