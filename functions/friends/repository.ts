import { pageIn } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression, type Table, type Write } from '#functions/platform/table.ts';

const pageSize = 50;

/** A friendship is two mirrored rows (product 1.3): both change in one transaction, so neither ever exists alone. */
export function friendRepository(table: Table) {
  const sides = (a: string, b: string) => [
    { key: keys.friend(a, b), friendId: b },
    { key: keys.friend(b, a), friendId: a },
  ];

  return {
    async areFriends(memberId: string, otherId: string, options = { consistent: true }): Promise<boolean> {
      return (await table.get(keys.friend(memberId, otherId), options)) !== undefined;
    },

    async friendsOf(memberId: string, cursor?: string): Promise<{ ids: string[]; next?: string }> {
      const list = { partition: keys.member(memberId), sort: { beginsWith: keys.friend('', '').sk } };
      const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor });
      return { ids: items.map((item) => String((item['record'] as { friendId: unknown }).friendId)), ...rest };
    },

    /** Writes both rows; existing rows stay unchanged. */
    join: (a: string, b: string, now: number): Write[] =>
      sides(a, b).map(({ key, friendId }) =>
        table.update(
          key,
          expression`SET #kind = ${'friend'}, #record = if_not_exists(#record, ${{ friendId, since: new Date(now).toISOString() }})`,
        ),
      ),

    part: (a: string, b: string): Write[] => sides(a, b).map(({ key }) => table.remove(key)),
  };
}
