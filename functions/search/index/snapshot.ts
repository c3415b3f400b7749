import { randomUUID } from 'node:crypto';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { packedEnds } from '#functions/search/index/card.ts';
import { isForward, type Kind, partitionOf } from '#functions/search/index/listing.ts';
import {
  entryAt,
  type IndexEntry,
  isIndexChange,
  packIndex,
  positionBefore,
} from '#functions/search/index/listing-index.ts';
import { packPlaceCounts } from '#functions/search/index/place-counts.ts';
import { minuteMs } from '#shared/values/time.ts';

/** An item holds 400 kB at most. */
const partBytes = 350_000;
/** Most listings of the index, in three parts; searches read the others without it. */
const indexLength = 100_000;
/** A snapshot reads every listing; this is the number of listings per change that justifies a new one. */
const listingsPerChange = 1000;

/**
 * Writes a snapshot after enough changes, at most once a minute for all callers. True when this call wrote it.
 */
export async function refreshSnapshot(table: Table, kind: Kind, now: number): Promise<boolean> {
  const [meta, kept] = await table.getMany([keys.snapshot(kind, 'META'), keys.snapshot(kind, 'NEW')], {
    consistent: true,
  });
  const changes = [...textsIn(kept)].filter(isIndexChange).length;
  if (changes * listingsPerChange < Number(meta?.['rows'] ?? 0)) return false;
  return writeSnapshot(table, kind, now);
}

/**
 * Writes the place counts and the listing index as one snapshot that searches keep in memory. Its parts, its name and
 * the changes that it takes over are written in one transaction.
 */
export async function writeSnapshot(table: Table, kind: Kind, now: number): Promise<boolean> {
  if (!(await claim(table, kind, now))) return false;
  // Reads the changes first, then the counts and rows: these include every change stored so far.
  const changes = await table.get(keys.snapshot(kind, 'NEW'), { consistent: true });
  const counts = await readCounts(table, kind);
  const { entries, end } = await readIndex(table, kind);
  const build = randomUUID();
  const countParts = partsOf(packPlaceCounts(counts));
  const indexParts = partsOf(packIndex(entries));
  // A term with count 0 may be in use again: it stays among the changes.
  const known = [...textsIn(changes)].filter((text) => isIndexChange(text) || counts.has(text));
  await table.transact([
    ...countParts.map((data, part) => table.put({ ...keys.snapshot(kind, `PART#${part}`), build, data })),
    ...indexParts.map((data, part) => table.put({ ...keys.snapshot(kind, `ROLL#${part}`), build, data })),
    table.update(
      keys.snapshot(kind, 'META'),
      {
        expression: `SET build = :build, parts = :parts, rollParts = :rollParts, #rows = :rows ${
          end === undefined ? 'REMOVE rollEnd' : ', rollEnd = :end'
        }`,
        names: { '#rows': 'rows' },
        values: {
          ':build': build,
          ':parts': countParts.length,
          ':rollParts': indexParts.length,
          ':rows': entries.length,
          ...(end === undefined ? {} : { ':end': end }),
        },
      },
      { expression: 'claimedAt = :now', values: { ':now': now } },
    ),
    table.update(keys.snapshot(kind, 'NEW'), {
      expression: `SET build = :build ${known.length > 0 ? 'DELETE #words :words' : ''}`,
      names: known.length > 0 ? { '#words': 'words' } : {},
      values: { ':build': build, ...(known.length > 0 ? { ':words': new Set(known) } : {}) },
    }),
  ]);
  return true;
}

/** One writer a minute. A second caller does nothing, because changes stay stored until the next snapshot. */
async function claim(table: Table, kind: Kind, now: number): Promise<boolean> {
  const meta = await table.get(keys.snapshot(kind, 'META'));
  if (Math.abs(now - Number(meta?.['claimedAt'] ?? 0)) < minuteMs) return false;
  return attempt(table, [
    table.update(
      keys.snapshot(kind, 'META'),
      { expression: 'SET claimedAt = :now', values: { ':now': now } },
      {
        expression: 'attribute_not_exists(claimedAt) OR claimedAt = :before',
        values: { ':before': meta?.['claimedAt'] ?? 0 },
      },
    ),
  ]);
}

async function readCounts(table: Table, kind: Kind): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const prefix = keys.term(kind, '').sk;
  const terms = itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
    ExpressionAttributeValues: { ':pk': keys.placeCounts(kind), ':word': prefix },
    ConsistentRead: true,
  });
  for await (const item of terms) {
    const count = Number(item['count']);
    if (count > 0) counts.set(String(item['sk']).slice(prefix.length), count);
  }
  return counts;
}

/** Entries of all listings in their order, or of as many as fit, with the position where they end. */
async function readIndex(table: Table, kind: Kind): Promise<{ entries: IndexEntry[]; end?: string }> {
  const entries: IndexEntry[] = [];
  const rows = itemsOf(table, {
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk, #day, card[0], card[1], card[2]',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':pk': partitionOf(kind, '*', '*') },
    ScanIndexForward: isForward[kind],
    ConsistentRead: true,
  });
  for await (const row of rows) {
    const [from, to] = packedEnds[kind](row['card'] as never);
    const entry = entryAt(kind, String(row['sk']), from, to, String(row['day']));
    if (entries.length >= indexLength)
      return { entries: entries.filter(({ at }) => at !== entry.at), end: positionBefore(kind, entry.at) };
    entries.push(entry);
  }
  return { entries };
}

/** New terms and changes of the index since the snapshot; their attribute is called `words`. */
const textsIn = (changes: Item | undefined) =>
  (changes?.['words'] as ReadonlySet<string> | undefined) ?? new Set<string>();

const partsOf = (packed: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(packed.length / partBytes) }, (_, part) =>
    packed.subarray(part * partBytes, (part + 1) * partBytes),
  );
