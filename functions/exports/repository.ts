import * as z from 'zod/mini';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, type Item, recordHaving, type Table, type Write } from '#functions/platform/table.ts';

const Part = z.object({ key: z.string(), name: z.string(), bytes: z.int() });

/** A member's request for their data: `waiting` → `ready` | `failed`. */
export const ArchiveRecord = z.object({
  id: z.string(),
  memberId: z.string(),
  requestedAt: z.string(),
  state: z.enum(['waiting', 'ready', 'failed']),
  /** Starts since the last stored part. */
  tries: z.int(),
  /** End of a run's lease on it, in milliseconds. */
  leaseUntil: z.int(),
  parts: z.array(Part),
  /** The archive path of the last file of the stored parts, after which the next part continues. */
  reached: z.optional(z.string()),
  endedAt: z.optional(z.string()),
});
export type ArchiveRecord = z.infer<typeof ArchiveRecord>;

const parse = ({ record }: Item): ArchiveRecord => ArchiveRecord.parse(record);

function itemOf(archive: ArchiveRecord) {
  const { memberId, requestedAt, endedAt } = archive;
  return {
    ...keys.archive(memberId, requestedAt),
    ...(endedAt ? indexes.archives('ended', endedAt, memberId) : indexes.archives('waiting', requestedAt, memberId)),
    kind: 'archive' as const,
    record: archive,
  };
}

export const requestedArchive = (memberId: string, facts: { id: string; now: number }): ArchiveRecord => ({
  id: facts.id,
  memberId,
  requestedAt: new Date(facts.now).toISOString(),
  state: 'waiting',
  tries: 0,
  leaseUntil: 0,
  parts: [],
});

export function archiveRepository(table: Table) {
  const listed = (which: 'waiting' | 'ended') => ({
    index: 'gs2' as const,
    partition: indexes.archives(which, '', '').gs2pk,
  });

  return {
    async archivesOf(memberId: string): Promise<ArchiveRecord[]> {
      const { pk, sk } = keys.archive(memberId, '');
      const query = queryOf({ partition: pk, sort: { beginsWith: sk } });
      const { items } = await table.query({ ...query, ScanIndexForward: false, ConsistentRead: true });
      return items.map(parse);
    },

    async *waiting(): AsyncGenerator<ArchiveRecord> {
      for await (const item of itemsOf(table, queryOf(listed('waiting')))) yield parse(item);
    },

    async *endedBefore(moment: string): AsyncGenerator<ArchiveRecord> {
      for await (const item of itemsOf(table, queryOf({ ...listed('ended'), sort: { before: moment } })))
        yield parse(item);
    },

    add: (archive: ArchiveRecord): Write => table.put(itemOf(archive), absent),

    /** Stores it unless another run has taken it since it was read. */
    save: (archive: ArchiveRecord, before: ArchiveRecord): Write =>
      table.put(itemOf(archive), recordHaving('leaseUntil', before.leaseUntil)),

    remove: ({ memberId, requestedAt }: ArchiveRecord): Write => table.remove(keys.archive(memberId, requestedAt)),
  };
}
