import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf, pagesOf } from '#functions/platform/pages.ts';
import { expression, type Item, keyOf, present, type Table, type Write } from '#functions/platform/table.ts';
import { foldPlace } from '#shared/values/places.ts';
import { dayMs } from '#shared/values/time.ts';
import type { Kind, ListedPosition } from './listing.ts';
import { entryOf, type IndexEntry } from './listing-index.ts';
import { termsOfEntry } from './place-counts.ts';
import type { Snapshot } from './snapshot-parts.ts';

/**
 * A change is stored at most this long after the time in its key, because its writer times out after half a minute. A
 * snapshot contains every change from before the start of its reading, minus this time.
 */
export const lateMs = 45_000;
/** Much longer than any snapshot is in use. */
const keptMs = dayMs;

export interface Changes {
  readonly entries: readonly IndexEntry[];
  /** Terms that may be new since the snapshot. */
  readonly terms: readonly string[];
  readonly count: number;
  readonly capacity: number;
}

/**
 * One change of a listing's position in search, as a separate item, so that changes of many listings never meet in one
 * item and each costs the same. A removed listing is only counted, because its rows are gone.
 * @param now at most half a minute before this is stored
 */
export function changeOf(
  table: Table,
  { kind, id, version, now }: { kind: Kind; id: string; version: number; now: number },
  fresh: ListedPosition | undefined,
): Write {
  const entry = fresh && entryOf(kind, fresh);
  return table.put({
    ...keys.listingChange(kind, `${new Date(now).toISOString()}#${id}.${version}`),
    ttl: Math.floor((now + keptMs) / 1000),
    ...(fresh && entry
      ? {
          entry: [
            entry.at,
            entry.from,
            entry.to,
            entry.day,
            foldPlace(fresh.from.city),
            foldPlace(fresh.to.city),
            ...[entry.traits.facts, entry.traits.second ?? []].flat(),
          ],
        }
      : {}),
  });
}

/** Takes the places out of a listing's changes: a typed city is the owner's word. */
export async function forgetChanges(table: Table, kind: Kind, id: string): Promise<void> {
  const all = { ...queryOf({ partition: keys.listingChanges(kind) }), ConsistentRead: true };
  for await (const item of itemsOf(table, all))
    if (item['entry'] && String(item['sk']).includes(`#${id}.`))
      await attempt(table, [table.update(keyOf(item), expression`REMOVE entry`, present)]);
}

type StoredEntry = readonly [
  at: string,
  from: string,
  to: string,
  day: string,
  fromName: string,
  toName: string,
  facts: string,
  second?: string,
];

/** The changes that a snapshot lacks; all changes without a snapshot. */
export async function changesSince(
  table: Table,
  kind: Kind,
  snapshot: Pick<Snapshot, 'from'> | undefined,
  { now, consistent = false }: { now: number; consistent?: boolean },
): Promise<Changes> {
  const from = snapshot?.from;
  // Changes can be older than an existing snapshot after a clock was set back.
  const isLater = from !== undefined && from <= new Date(now).toISOString();
  const items: Item[] = [];
  let capacity = 0;
  for await (const page of pagesOf(table, {
    KeyConditionExpression: isLater ? 'pk = :pk AND sk > :start' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.listingChanges(kind), ...(isLater ? { ':start': from } : {}) },
    ConsistentRead: consistent,
  })) {
    items.push(...page.items);
    capacity += page.capacity;
  }
  const stored = items.flatMap(({ entry }) => (entry ? [entry as StoredEntry] : []));
  const entries = stored.map(([at, from, to, day, , , facts, second]) => ({
    at,
    from,
    to,
    day,
    traits: { facts, second },
  }));
  const terms = stored.flatMap(([, from, to, day, fromName, toName]) =>
    termsOfEntry({ from, to, day, fromName, toName }),
  );
  return { entries, terms, count: items.length, capacity };
}
