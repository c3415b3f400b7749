import { keys } from '#functions/platform/keys.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';

/** The row of an administrator; other members have none. */
export interface Standing {
  readonly isAdmin: boolean;
  readonly isRootAdmin: boolean;
}

const standingOf = (row: Item | undefined): Standing => ({
  isAdmin: row?.['status'] === 'active',
  isRootAdmin: row?.['rootAdmin'] === true,
});

/** The rows that make a member an administrator; each request reads its caller's row. */
export function administratorRepository(table: Table) {
  async function all(options: { consistent?: true } = {}): Promise<Item[]> {
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :administrators',
      ExpressionAttributeValues: { ':administrators': keys.administrator('').pk },
      ConsistentRead: options.consistent ?? false,
    });
    return items;
  }

  return {
    async standing(memberId: string): Promise<Standing> {
      return standingOf(await table.get(keys.administrator(memberId), { consistent: true }));
    },

    /** Ids of the active administrators. */
    active: async (): Promise<string[]> =>
      (await all()).filter((row) => standingOf(row).isAdmin).map(({ sk }) => String(sk)),

    /** The root administrators, read consistently: one, or two during a handover. */
    async rootAdmins(): Promise<{ id: string; email: string }[]> {
      const rows = (await all({ consistent: true })).filter((row) => standingOf(row).isRootAdmin);
      return rows.map(({ sk, email }) => ({ id: String(sk), email: String(email) }));
    },

    makeRootAdmin: ({ id, email }: { id: string; email: string }, now: number): Write =>
      table.put({
        ...keys.administrator(id),
        kind: 'administrator',
        status: 'active',
        rootAdmin: true,
        email,
        createdAt: new Date(now).toISOString(),
      }),

    /** Makes the root administrator an ordinary administrator. */
    demote: (id: string): Write =>
      table.update(keys.administrator(id), { expression: 'SET rootAdmin = :no', values: { ':no': false } }, present),
  };
}
