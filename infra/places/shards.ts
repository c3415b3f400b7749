import { gzipSync } from 'node:zlib';
import {
  exactBonus,
  keysOfName,
  maxSuggestions,
  type PlaceRow,
  partMark,
  soundOf,
} from '#shared/values/place-names.ts';
import type { SourcePlace } from './place.ts';

/** A set of shards for one search space (the world, or one country). */
export interface Trie {
  /** Prefix → the letters that follow it, for prefixes whose places do not fit into one shard. */
  readonly branches: Record<string, string>;
  /** Prefix → its places, best first; for a branch only the ten best. */
  readonly shards: Map<string, readonly PlaceRow[]>;
}

/** A place with all keys under which it is found, best first in every list of them. */
export interface KeyedPlace extends SourcePlace {
  readonly keys: readonly string[];
  /** Sounds of its names, for what is typed otherwise. */
  readonly sounds: readonly string[];
  readonly weight: number;
}

const maxShardBytes = 8 * 1024;
/** Compression is never better than 1 : 8, and an entry has five characters at least: more need not be tried. */
const mostEntries = (8 * maxShardBytes) / 5;
const minPrefix = 2;

/** Where our members live, and the countries that they travel to and from: an inhabitant counts for as many. */
const nearness: Readonly<Record<string, number>> = {
  FR: 100,
  DZ: 100,
  ...Object.fromEntries('TN MA BE ES GB DE IT CA CH LU NL PT'.split(' ').map((code) => [code, 10])),
};
/** A smaller place is found by its names alone: what sounds alike would hide it. */
const soundPopulation = 5000;

/** Decibels of its inhabitants, those of near countries counted several times, those of a district for little. */
const weightOf = ({ country, population, isDistrict }: SourcePlace): number =>
  Math.round(10 * Math.log10((population + 1) * (nearness[country] ?? 1) * (isDistrict ? 1 / 20 : 1)));

/** Places with their keys, the most likely ones first. File names and branches consist of plain letters. */
export function keyed(places: readonly SourcePlace[]): KeyedPlace[] {
  return places
    .map((place): KeyedPlace => {
      const names = [place.name, ...place.others];
      const own = [...names.flatMap(keysOfName), ...place.codes];
      const keys = [...own, ...[...place.parts].flatMap(keysOfName).map((key) => key + partMark)];
      const isHeard = place.country in nearness && place.population >= soundPopulation && !place.isDistrict;
      return {
        ...place,
        keys: [...new Set(keys)].filter((key) => key.length >= minPrefix && /^[a-z0-9]+~?$/.test(key)),
        sounds: isHeard ? [...new Set(names.flatMap((name) => soundOf(name) ?? []))] : [],
        weight: weightOf(place),
      };
    })
    .toSorted((a, b) => b.weight - a.weight || b.population - a.population || a.id - b.id);
}

interface Entry {
  readonly key: string;
  readonly place: KeyedPlace;
}

/** Splits the places, given best first, by the letters of their keys until each part is a small download. */
export function buildTrie(places: readonly KeyedPlace[], keysOf: (place: KeyedPlace) => readonly string[]): Trie {
  const branches: Record<string, string> = {};
  const shards = new Map<string, readonly PlaceRow[]>();

  const grow = (prefix: string, entries: readonly Entry[]) => {
    const rows = entries.length > mostEntries ? undefined : rowsOf(entries);
    if (rows && fits(rows)) {
      shards.set(prefix, rows);
      return;
    }
    if (prefix.length >= minPrefix) shards.set(prefix, rowsOf(best(prefix, entries)));
    const children = Map.groupBy(
      entries.filter(({ key }) => key.length > prefix.length),
      ({ key }) => key.charAt(prefix.length),
    );
    branches[prefix] = [...children.keys()].toSorted().join('');
    for (const [letter, child] of children) grow(prefix + letter, child);
  };

  grow(
    '',
    places.flatMap((place) => keysOf(place).map((key) => ({ key, place }))),
  );
  return { branches, shards };
}

const rowsOf = (entries: readonly Entry[]): PlaceRow[] =>
  [...Map.groupBy(entries, ({ place }) => place)].map(([{ id, name, country, region, weight }, own]) => [
    id,
    name,
    country,
    region,
    weight,
    ...own.map(({ key }) => key),
  ]);

/** The entries of the ten best places for a text that is the prefix itself. */
function best(prefix: string, entries: readonly Entry[]): Entry[] {
  const weigh = ({ key, place }: Entry) => place.weight + (key === prefix ? exactBonus : 0);
  const sorted = entries.toSorted((a, b) => weigh(b) - weigh(a));
  const places = new Set([...new Set(sorted.map(({ place }) => place))].slice(0, maxSuggestions));
  const kept = new Map<KeyedPlace, Entry>();
  for (const entry of sorted) if (places.has(entry.place) && !kept.has(entry.place)) kept.set(entry.place, entry);
  return [...kept.values()];
}

function fits(rows: readonly PlaceRow[]): boolean {
  const text = JSON.stringify(rows);
  if (text.length <= maxShardBytes) return true;
  return text.length <= 8 * maxShardBytes && gzipSync(text).length <= maxShardBytes;
}
