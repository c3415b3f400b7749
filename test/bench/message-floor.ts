import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { threadRepository } from '#functions/messaging/repository.ts';
import { recordOf } from '#functions/platform/http/idempotency.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { onTable } from './database.ts';

/** Sends one text the shortest way; milliseconds until it has arrived. */
export type Floor = (content: string) => Promise<number>;

/**
 * The least that any way to send a message needs: its own five writes in one transaction, and one frame of its size.
 */
export function onFloor<T>(measure: (floor: Floor) => Promise<T>): Promise<T> {
  return onTable(async ({ name, client }) => {
    const write = writer(openTable(name, client));
    const line = await openLine();
    try {
      return await measure(async (content) => {
        const start = performance.now();
        const written = await write(content);
        await line.carry(JSON.stringify({ type: 'message.created', data: { message: written } }));
        return performance.now() - start;
      });
    } finally {
      await line.close();
    }
  });
}

/** The writes of `sendMessage`, of a thread of two who have written before. */
function writer(table: Table) {
  const threads = threadRepository(table);
  const card = { firstName: 'Amine', lastName: 'Belkacem', verified: true, rating: 4.8, reviewCount: 12 };
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  const speakers = { sender: { card: { id: a, ...card } }, recipient: { card: { id: b, ...card } } };
  let seq = 0;
  return async (content: string) => {
    seq += 1;
    const now = Date.now();
    const createdAt = new Date(now).toISOString();
    const message = { id: crypto.randomUUID(), seq, senderId: a, recipientId: b, content, createdAt };
    const answer = { status: 201, body: JSON.stringify(message) };
    const stored = recordOf(table, a, crypto.randomUUID(), { hashes: [crypto.randomUUID()], now, answer });
    await table.transact([...threads.append({ a, b }, message, speakers, undefined), stored]);
    return message;
  };
}

async function openLine() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const reader = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await once(reader, 'open');
  const [writing] = await connected;
  return {
    carry: async (frame: string) => {
      const arrived = once(reader, 'message');
      writing.send(frame);
      await arrived;
    },
    close: async () => {
      reader.terminate();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
