import * as z from 'zod/mini';
import { pageIn } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, expression, type Table, type Write } from '#functions/platform/table.ts';
import { ownBlockRefusal } from '#shared/friends/blocks.ts';
import type { Refusal } from '#shared/refusal.ts';

const pageSize = 20;

export const BlockRecord = z.object({ otherId: z.string(), since: z.string() });

/** A block is two mirrored rows, like a friendship, so that either member finds it in one query (rule 183). */
export function blockRepository(table: Table) {
  return {
    async blocksOf(memberId: string, cursor?: string): Promise<{ ids: string[]; next?: string }> {
      const list = { index: 'gs1', partition: indexes.blocksOf(memberId, '').gs1pk } as const;
      const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor, isNewestFirst: true });
      return { ids: items.map(({ record }) => BlockRecord.parse(record).otherId), ...rest };
    },

    /** Members whom this one has blocked, or who have blocked them: the latest hundred of each. */
    async between(memberId: string): Promise<ReadonlySet<string>> {
      const [mine, theirs] = await Promise.all(
        [indexes.blocksOf(memberId, '').gs1pk, indexes.blocksAgainst(memberId, '').gs1pk].map((partition) =>
          pageIn(table, { index: 'gs1', partition }, { size: 100, cursor: undefined, isNewestFirst: true }),
        ),
      );
      return new Set([
        ...(mine?.items ?? []).map(({ record }) => BlockRecord.parse(record).otherId),
        ...(theirs?.items ?? []).map(({ gs1sk }) => String(gs1sk)),
      ]);
    },

    /** Writes both rows; existing rows stay unchanged. */
    block(memberId: string, otherId: string, now: number): Write[] {
      const at = new Date(now).toISOString();
      const { gs1pk, gs1sk } = indexes.blocksOf(memberId, at);
      return [
        table.update(
          keys.block(memberId, otherId),
          expression`SET #kind = ${'block'}, gs1pk = ${gs1pk}, gs1sk = if_not_exists(gs1sk, ${gs1sk}), #record = if_not_exists(#record, ${{ otherId, since: at }})`,
        ),
        table.put({
          ...keys.blockedBy(otherId, memberId),
          ...indexes.blocksAgainst(otherId, memberId),
          kind: 'blocked',
        }),
      ];
    },

    unblock: (memberId: string, otherId: string): Write[] => [
      table.remove(keys.block(memberId, otherId)),
      table.remove(keys.blockedBy(otherId, memberId)),
    ],

    /** Hold only if neither of the two has blocked the other; `refuse` is for the member whom the other has blocked. */
    mustBeOpen: (memberId: string, otherId: string, refuse: () => Refusal): Write[] => [
      table.check(keys.block(memberId, otherId), absent, () => ownBlockRefusal('act')),
      table.check(keys.block(otherId, memberId), absent, refuse),
    ],
  };
}
