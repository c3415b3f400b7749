import { keys } from '#functions/platform/keys.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';

/** What a member is among administrators; a member who is none has no row. */
export interface Standing {
  readonly isAdmin: boolean;
  readonly isPrincipal: boolean;
}

const standingOf = (row: Item | undefined): Standing => ({
  isAdmin: row?.['status'] === 'active',
  isPrincipal: row?.['principal'] === true,
});

/** The rows that make a member an administrator; each request reads its caller's own. */
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

    /** The chief ones, freshly read: one, or two while they hand over. */
    async principals(): Promise<{ id: string; email: string }[]> {
      const rows = (await all({ consistent: true })).filter((row) => standingOf(row).isPrincipal);
      return rows.map(({ sk, email }) => ({ id: String(sk), email: String(email) }));
    },

    makePrincipal: ({ id, email }: { id: string; email: string }, now: number): Write =>
      table.put({
        ...keys.administrator(id),
        kind: 'administrator',
        status: 'active',
        principal: true,
        email,
        createdAt: new Date(now).toISOString(),
      }),

    /** From then on an administrator like the others. */
    demote: (id: string): Write =>
      table.update(keys.administrator(id), { expression: 'SET principal = :no', values: { ':no': false } }, present),
  };
}
