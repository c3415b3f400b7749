import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';

const Connection = z.object({
  id: z.string(),
  memberId: z.string(),
  /** Start of the session that got the socket's ticket, in seconds. */
  authTime: z.int(),
  connectedAt: z.string(),
});
export type Connection = z.infer<typeof Connection>;

/** A socket is open for at most two hours. `$disconnect` is best effort, so rows also expire a little later. */
const lifetimeSeconds = 2 * 3600 + 600;

/** Maximum sockets of one member; beyond it the oldest are closed. */
export const socketLimit = 5;

export function connectionRepository(table: Table) {
  const removal = ({ id, memberId }: Pick<Connection, 'id' | 'memberId'>) => [
    table.remove(keys.connection(memberId, id)),
    table.remove(keys.connectionOwner(id)),
  ];

  return {
    async add(connection: Connection): Promise<void> {
      const { id, memberId, connectedAt } = connection;
      const ttl = Math.floor(Date.parse(connectedAt) / 1000) + lifetimeSeconds;
      await table.transact([
        table.put({ ...keys.connection(memberId, id), kind: 'connection', record: connection, ttl }),
        table.put({ ...keys.connectionOwner(id), kind: 'connectionOwner', memberId, ttl }),
      ]);
    },

    async of(memberId: string): Promise<Connection[]> {
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :member AND begins_with(sk, :sockets)',
        ExpressionAttributeValues: { ':member': keys.member(memberId), ':sockets': 'WS#' },
        ConsistentRead: true,
      });
      return items
        .map(({ record }) => Connection.parse(record))
        .sort((a, b) => a.connectedAt.localeCompare(b.connectedAt));
    },

    remove: (connection: Pick<Connection, 'id' | 'memberId'>): Promise<void> => table.transact(removal(connection)),

    isKnown: async (id: string): Promise<boolean> =>
      (await table.get(keys.connectionOwner(id), { consistent: true })) !== undefined,

    async forget(id: string): Promise<void> {
      const owner = await table.get(keys.connectionOwner(id), { consistent: true });
      if (owner) await table.transact(removal({ id, memberId: String(owner['memberId']) }));
    },
  };
}

export const parseConnection = (record: unknown): Connection => Connection.parse(record);
