import { gzipSync } from 'node:zlib';
import { foldPlace } from '#shared/values/places.ts';

/** `[placeId, name, countryCode, region, other name under which it is searched]`, as the browser reads it. */
export type CityRow = readonly [id: number, name: string, country: string, region: string, other?: string];

/** A set of shards for one search space (the world, or one country). */
export interface Trie {
  /** Prefix → the letters that follow it, for prefixes whose cities do not fit into one shard. */
  readonly branches: Record<string, string>;
  /** Prefix → its cities, best first; for a branch only the ten best. */
  readonly shards: Map<string, readonly CityRow[]>;
}

interface Keyed {
  readonly key: string;
  readonly row: CityRow;
}

const maxShardBytes = 8 * 1024;
const minPrefix = 2;
const maxResults = 10;

/** Splits the cities, given best first, by the letters of their folded names until each part is a small download. */
export function buildTrie(rows: readonly CityRow[]): Trie {
  const branches: Record<string, string> = {};
  const shards = new Map<string, readonly CityRow[]>();

  const grow = (prefix: string, entries: readonly Keyed[]) => {
    const cities = [...new Set(entries.map(({ row }) => row))];
    if (fits(cities)) {
      shards.set(prefix, cities);
      return;
    }
    if (prefix.length >= minPrefix) shards.set(prefix, best(prefix, entries));
    const children = Map.groupBy(
      entries.filter(({ key }) => key.length > prefix.length),
      ({ key }) => key.charAt(prefix.length),
    );
    branches[prefix] = [...children.keys()].toSorted().join('');
    for (const [letter, child] of children) grow(prefix + letter, child);
  };

  grow('', rows.flatMap(keyed));
  return { branches, shards };
}

/** A city under each of its names that can be typed. File names and branches consist of plain letters. */
function keyed(row: CityRow): Keyed[] {
  const [, name, , , other] = row;
  return [name, other ?? '']
    .map(foldPlace)
    .filter((key) => key.length >= minPrefix && /^[a-z0-9 ]+$/.test(key))
    .map((key) => ({ key, row }));
}

/** Names that are the prefix itself come before longer ones. */
function best(prefix: string, entries: readonly Keyed[]): CityRow[] {
  const exact = entries.filter(({ key }) => key === prefix);
  const rows = new Set([...exact, ...entries].map(({ row }) => row));
  return [...rows].slice(0, maxResults);
}

function fits(rows: readonly CityRow[]): boolean {
  const text = JSON.stringify(rows);
  if (text.length <= maxShardBytes) return true;
  // Compression is never better than 1 : 8, so large ones need not be tried.
  return text.length <= 8 * maxShardBytes && gzipSync(text).length <= maxShardBytes;
}
