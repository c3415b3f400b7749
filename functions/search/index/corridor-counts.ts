import { gunzipSync, gzipSync } from 'node:zlib';
import { isUnlisted } from './place-key.ts';

/** The number of listings between two places of the data, by their ids: `2988507>2507480`. */
export type CorridorCounts = ReadonlyMap<string, number>;

/** The corridor of a listing, by the keys of its ends. Undefined when one of them is in no list. */
export const corridorOf = (from: string, to: string): string | undefined =>
  isUnlisted(from) || isUnlisted(to) ? undefined : `${from.slice(3)}>${to.slice(3)}`;

/** One `from>to|count` per line, compressed. */
export const packCorridors = (counts: CorridorCounts): Uint8Array =>
  gzipSync([...counts].map(([corridor, count]) => `${corridor}|${count}`).join('\n'));

export function unpackCorridors(packed: Buffer): CorridorCounts {
  const lines = gunzipSync(packed).toString().split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [corridor = '', count] = line.split('|');
      return [corridor, Number(count)];
    }),
  );
}
