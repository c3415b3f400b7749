import { randomUUID } from 'node:crypto';
import { connectionRepository } from '#functions/live/connections.ts';
import type { NotifierMessage } from '#functions/notices/notifier/messages.ts';
import type { Push } from '#functions/platform/aws/push.ts';
import type { Key } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { dispatch } from '#functions/stream/dispatcher/dispatch.ts';
import { openSockets } from '#functions/stream/dispatcher/sockets.ts';
import { tableWith } from '../pipeline.ts';

/** When the sessions of the open sockets began, in seconds. */
export const session = 1_700_000_000;

/** The stream's dispatcher over a table with open sockets, and lists of everything that it sends and deletes. */
export async function aDispatcher(
  sockets: readonly [memberId: string, id: string, authTime?: number][],
  items: readonly Item[] = [],
  { now = Date.parse('2026-11-20T10:01:00.000Z') } = {},
) {
  const table = await tableWith(items);
  const connections = connectionRepository(table);
  for (const [index, [memberId, id, authTime = session]] of sockets.entries())
    await connections.add({ id, memberId, authTime, connectedAt: `2026-11-20T10:00:0${index}.000Z` });
  const sent: [string, unknown][] = [];
  const closed: string[] = [];
  const accounts: string[] = [];
  const mails: Key[] = [];
  const queued: { message: NotifierMessage; delaySeconds: number }[] = [];
  const erased: string[] = [];
  const gone = new Set<string>();
  const push: Push = {
    send: async (id, frame) => {
      if (gone.has(id)) return 'gone';
      sent.push([id, frame]);
      return 'sent';
    },
    close: async (id) => void closed.push(id),
  };
  const note = (word: string) => async (id: string) => void accounts.push(`${word} ${id}`);
  const bucket = { delete: async (key: string) => void erased.push(key) };
  const deps = {
    table,
    sockets: openSockets(table, push, () => now),
    identity: {
      signOut: note('signOut'),
      deleteUser: note('delete'),
      addToGroup: note('join'),
      removeFromGroup: note('leave'),
    },
    files: { media: bucket, private: bucket, identity: bucket },
    logCopy: { add: async () => undefined },
    queueNotice: async (message: NotifierMessage, delaySeconds = 0) => void queued.push({ message, delaySeconds }),
    queueMail: async (key: Key) => void mails.push(key),
    now: () => now,
    newId: randomUUID,
  };
  const happens = (before: Item | undefined, after: Item | undefined) => dispatch({ id: 'e', before, after }, deps);
  const openOf = async (id: string) => (await connections.of(id)).map((connection) => connection.id);
  return { deps, table, happens, sent, closed, accounts, mails, queued, erased, gone, openOf };
}
