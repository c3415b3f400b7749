import { randomUUID } from 'node:crypto';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf, pacedPagesOf } from '#functions/platform/pages.ts';
import { expression, type Item, setting, type Table } from '#functions/platform/table.ts';
import { packedCities, packedEnds } from '#functions/search/index/card.ts';
import { changesSince, lateMs } from '#functions/search/index/changes.ts';
import { isForward, type Kind, partitionOf, traitsOf } from '#functions/search/index/listing.ts';
import { entryAt, type IndexEntry, packIndex, positionBefore } from '#functions/search/index/listing-index.ts';
import { corridorOf, packCorridors, packPlaceCounts, termsOfEntry } from '#functions/search/index/place-counts.ts';
import { partCount } from '#functions/search/index/snapshot-parts.ts';
import { foldPlace } from '#shared/values/places.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';

/** An item is at most 400 kB, and writing one part takes 400 units of its key in one second. */
const partBytes = 200_000;
/** Most listings of the index; searches read further ones without it. */
const indexLength = 100_000;
/** A snapshot reads every listing. A new one is worth it after one change per this many listings. */
const listingsPerChange = 1000;
/**
 * Read units a second that a snapshot takes from the key of all listings, which provides 3,000. The most visited page
 * of the search reads it, too (decision 055).
 */
export const snapshotUnitsASecond = 600;
/** The function times out after five minutes, so an older claim is abandoned. */
const claimMs = 6 * minuteMs;

/** Makes a snapshot when enough has changed. False when one is due that this call did not make. */
export async function refreshSnapshot(table: Table, kind: Kind, now: () => number): Promise<boolean> {
  return !(await isDue(table, kind, now())) || writeSnapshot(table, kind, now);
}

async function isDue(table: Table, kind: Kind, now: number): Promise<boolean> {
  const head = await table.get(keys.snapshotNow(kind), { consistent: true });
  const from = head?.['from'] as string | undefined;
  if (from === undefined) return true;
  if (from > iso(now) || now - Number(head?.['madeAt']) >= dayMs) return true;
  const { count } = await changesSince(table, kind, { from: iso(Date.parse(from) + lateMs) }, { now });
  return count > 0 && count * listingsPerChange >= Number(head?.['rows']);
}

/**
 * Writes place counts, listing index and corridors as one snapshot that readers cache: each part under the name of its
 * build, then the name. A process that dies before that leaves the earlier snapshot in use. True when this call made
 * it. It does not disturb another writer.
 */
export async function writeSnapshot(
  table: Table,
  kind: Kind,
  now: () => number,
  mostEntries = indexLength,
): Promise<boolean> {
  const build = randomUUID();
  if (!(await claim(table, kind, build, now()))) return false;
  const from = iso(now() - lateMs);
  const { counts, corridors, entries, end } = await readRows(table, kind, mostEntries);
  const parts = {
    counts: partsOf(packPlaceCounts(counts)),
    index: partsOf(packIndex(entries)),
    corridors: partsOf(packCorridors(corridors)),
  };
  const sizes = { parts: parts.counts.length, rollParts: parts.index.length, corridorParts: parts.corridors.length };
  await table.transact([table.put({ ...keys.snapshotBuild(kind, build), ...sizes, begunAt: now() })]);
  for (const what of allParts)
    for (const [number, data] of parts[what].entries())
      await table.transact([table.put({ ...keys.snapshotPart(kind, build, what, number), build, data })]);
  const isMine = expression`claimedBy = ${build}`;
  const head = table.update(
    keys.snapshotNow(kind),
    setting(
      {},
      {
        build,
        from,
        ...sizes,
        rows: entries.length,
        madeAt: now(),
        rollEnd: end,
        claimedAt: undefined,
        claimedBy: undefined,
      },
    ),
    isMine,
  );
  return attempt(table, [head]);
}

async function claim(table: Table, kind: Kind, build: string, now: number): Promise<boolean> {
  const key = keys.snapshotNow(kind);
  const claimedAt = (await table.get(key, { consistent: true }))?.['claimedAt'] as number | undefined;
  if (claimedAt !== undefined && Math.abs(now - claimedAt) < claimMs) return false;
  const change = expression`SET claimedAt = ${now}, claimedBy = ${build}`;
  const unclaimed =
    claimedAt === undefined ? expression`attribute_not_exists(claimedAt)` : expression`claimedAt = ${claimedAt}`;
  return attempt(table, [table.update(key, change, unclaimed)]);
}

/**
 * Counts of the terms and corridors of all listings. Entries in order, as many as fit, with the position where they
 * end.
 */
async function readRows(table: Table, kind: Kind, mostEntries: number) {
  const counts = new Map<string, number>();
  const corridors = new Map<string, number>();
  let entries: IndexEntry[] = [];
  let end: string | undefined;
  // Eventually consistent, for half the units: stale rows are younger than the changes that searches read too.
  const all = {
    KeyConditionExpression: 'pk = :pk',
    ProjectionExpression: 'sk, #day, card',
    ExpressionAttributeNames: { '#day': 'day' },
    ExpressionAttributeValues: { ':pk': partitionOf(kind, '*', '*') },
    ScanIndexForward: isForward[kind],
  };
  const take = (row: Item) => {
    const card = row['card'] as never;
    const [from, to] = packedEnds[kind](card);
    const [fromName, toName] = packedCities[kind](card).map(foldPlace) as [string, string];
    const day = String(row['day']);
    for (const term of termsOfEntry({ from, to, day, fromName, toName })) counts.set(term, (counts.get(term) ?? 0) + 1);
    const corridor = corridorOf(from, to);
    if (corridor !== undefined) corridors.set(corridor, (corridors.get(corridor) ?? 0) + 1);
    if (end !== undefined) return;
    const entry = entryAt(kind, String(row['sk']), { from, to, day, traits: traitsOf(kind, card) });
    if (entries.length < mostEntries) {
      entries.push(entry);
      return;
    }
    entries = entries.filter(({ at }) => at !== entry.at);
    end = positionBefore(kind, entry.at);
  };
  for await (const { items } of pacedPagesOf(table, all, snapshotUnitsASecond)) for (const row of items) take(row);
  return { counts, corridors, entries, end };
}

/** After the next build, a search that has just read the name of a build may read its parts for this time. */
const graceMs = 10 * minuteMs;
const abandonedMs = 30 * minuteMs;

/** Removes builds that are no longer in use, or never were. Returns how many. */
export async function removeFormerBuilds(table: Table, kind: Kind, now: number): Promise<number> {
  const head = await table.get(keys.snapshotNow(kind), { consistent: true });
  if (head?.['madeAt'] !== undefined && now - Number(head['madeAt']) < graceMs) return 0;
  const { pk, sk: prefix } = keys.snapshotBuild(kind, '');
  const builds: Item[] = [];
  for await (const build of itemsOf(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
    ExpressionAttributeValues: { ':pk': pk, ':word': prefix },
  }))
    builds.push(build);
  let removed = 0;
  for (const { sk, begunAt, ...stored } of builds) {
    const build = String(sk).slice(prefix.length);
    if (build === head?.['build'] || now - Number(begunAt) < abandonedMs) continue;
    for (const of of allParts)
      for (let number = 0; number < Number(stored[partCount[of]] ?? 0); number++)
        await table.transact([table.remove(keys.snapshotPart(kind, build, of, number))]);
    await table.transact([table.remove(keys.snapshotBuild(kind, build))]);
    removed += 1;
  }
  return removed;
}

const allParts = ['counts', 'index', 'corridors'] as const;

const iso = (ms: number) => new Date(ms).toISOString();

const partsOf = (packed: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(packed.length / partBytes) }, (_, part) =>
    packed.subarray(part * partBytes, (part + 1) * partBytes),
  );

/**
 * Makes the due snapshots of the search and removes former builds. The alarm `SnapshotsWait` counts the line of the
 * log.
 */
export async function refreshSnapshots(table: Table, now: () => number): Promise<void> {
  const failed: unknown[] = [];
  let waitingSnapshots = 0;
  for (const kind of ['parcel', 'trip'] as const) {
    try {
      if (!(await refreshSnapshot(table, kind, now))) waitingSnapshots += 1;
      await removeFormerBuilds(table, kind, now());
    } catch (error) {
      waitingSnapshots += 1;
      failed.push(error);
    }
  }
  logger.info('snapshots', { waitingSnapshots });
  if (failed.length > 0) throw new AggregateError(failed, 'A snapshot was not made');
}
