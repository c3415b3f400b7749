import type { Table } from '#functions/platform/table.ts';
import { type CorridorCounts, unpackCorridors } from '#functions/search/index/corridor-counts.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import { readParts, snapshotNow } from '#functions/search/index/snapshot-parts.ts';
import { minuteMs } from '#shared/values/time.ts';
import { type Pair, pairsOf } from './market.ts';

interface Counts {
  readonly build: string | undefined;
  readonly counts: CorridorCounts;
}
interface Market {
  readonly parcels: Counts;
  readonly trips: Counts;
  readonly pairs: readonly Pair[];
  readonly checkedAt: number;
}

const tries = 3;

/**
 * The pairs of places with listings, from the last snapshots of the search. A container checks for newer ones at most
 * once a minute.
 */
export function marketReader(table: Table, now: () => number): () => Promise<readonly Pair[]> {
  let market: Market | undefined;
  return async () => {
    if (market && Math.abs(now() - market.checkedAt) < minuteMs) return market.pairs;
    const known = market;
    const [parcels, trips] = await Promise.all([
      countsNow(table, 'parcel', known?.parcels),
      countsNow(table, 'trip', known?.trips),
    ]);
    const isKnown = parcels === known?.parcels && trips === known?.trips;
    market = { parcels, trips, pairs: isKnown ? known.pairs : pairsOf(parcels.counts, trips.counts), checkedAt: now() };
    return market.pairs;
  };
}

async function countsNow(table: Table, kind: Kind, known: Counts | undefined): Promise<Counts> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const consistent = attempt > 0;
    const snapshot = await snapshotNow(table, kind, { consistent });
    if (known && known.build === snapshot?.build) return known;
    if (!snapshot) return { build: undefined, counts: new Map() };
    const packed = await readParts(table, kind, snapshot, 'corridors', consistent);
    if (packed) return { build: snapshot.build, counts: unpackCorridors(packed) };
  }
  if (known) return known;
  throw new Error(`The corridors of ${kind} change faster than they can be read`);
}
