import { type Key, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { Kind } from './listing.ts';

/**
 * Place counts, listing index and corridors, each in parts of 200 kB. The attribute of each holds its number of parts.
 */
export const partCount = { counts: 'parts', index: 'rollParts', corridors: 'corridorParts' } as const;
export type PartOf = keyof typeof partCount;

/** A snapshot that searches may read: its name, its parts, and the start of the changes it lacks. */
export interface Snapshot {
  readonly build: string;
  readonly parts: Readonly<Record<PartOf, number>>;
  /** The last position that the index covers; absent when it holds all listings. */
  readonly end?: string | undefined;
  /** It contains every change with a key before this (ISO). */
  readonly from: string;
}

export async function snapshotNow(
  table: Table,
  kind: Kind,
  { consistent = false } = {},
): Promise<Snapshot | undefined> {
  const head = await table.get(keys.snapshotNow(kind), { consistent });
  return head?.['build'] === undefined ? undefined : snapshotOf(head);
}

const snapshotOf = (head: Item): Snapshot => ({
  build: String(head['build']),
  parts: {
    counts: Number(head['parts'] ?? 0),
    index: Number(head['rollParts'] ?? 0),
    corridors: Number(head['corridorParts'] ?? 0),
  },
  end: head['rollEnd'] as string | undefined,
  from: head['from'] as string,
});

/** The bytes of all parts of one kind; undefined once one of them was deleted. */
export async function readParts(
  table: Table,
  kind: Kind,
  snapshot: Snapshot,
  of: PartOf,
  consistent: boolean,
): Promise<Buffer | undefined> {
  const parts = await table.getMany(partKeys(kind, snapshot, of), { consistent });
  if (parts.some((part) => part?.['build'] !== snapshot.build)) return undefined;
  return Buffer.concat(parts.map((part) => part?.['data'] as Uint8Array));
}

const partKeys = (kind: Kind, { build, parts }: Pick<Snapshot, 'build' | 'parts'>, of: PartOf): Key[] =>
  Array.from({ length: parts[of] }, (_, number) => keys.snapshotPart(kind, build, of, number));
