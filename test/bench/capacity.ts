import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Attributes, bytesOf } from '#infra/local/database/writes.ts';

export interface Capacity {
  readonly readUnits: number;
  readonly writeUnits: number;
}

interface Call {
  readonly TransactItems?: readonly Readonly<Record<string, { Item?: Attributes; UpdateExpression?: string }>>[];
}
interface Consumed {
  readonly CapacityUnits?: number;
}
interface Answer {
  readonly ConsumedCapacity?: Consumed | readonly Consumed[];
}

const reads = new Set(['GetItem', 'BatchGetItem', 'Query', 'Scan']);
const writes = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * A proxy between the product and DynamoDB that counts the units AWS would charge. For single calls it uses the
 * engine's count, at least the minimum price. For transactions it uses the formula, because DynamoDB Local reports too
 * little.
 */
export async function meterCapacity(engine: string) {
  let [readUnits, writeUnits] = [0, 0];
  let lastWrite = performance.now();

  const count = (operation: string, call: Call, answer: Answer) => {
    const consumed = [answer.ConsumedCapacity ?? []].flat();
    const units = consumed.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    if (reads.has(operation)) readUnits += Math.max(0.5, units);
    if (writes.has(operation)) writeUnits += Math.max(1, units);
    if (operation === 'TransactWriteItems') for (const part of call.TransactItems ?? []) writeUnits += unitsOf(part);
    if (writes.has(operation) || operation === 'TransactWriteItems') lastWrite = performance.now();
  };

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await textOf(request);
    const operation = String(request.headers['x-amz-target'] ?? '');
    const [service, name = ''] = operation.split('.');
    const isTable =
      service === 'DynamoDB_20120810' && (reads.has(name) || writes.has(name) || name.startsWith('Transact'));
    const call = isTable ? (JSON.parse(body) as Call) : {};
    const sent = isTable ? JSON.stringify({ ...call, ReturnConsumedCapacity: 'TOTAL' }) : body;
    const headers = Object.entries(request.headers).filter(
      ([header]) => !/^(host|content-length|connection)$/.test(header),
    );
    const answer = await fetch(engine, {
      method: request.method ?? 'POST',
      headers: headers as [string, string][],
      ...(sent ? { body: sent } : {}),
    }).catch(() => undefined);
    if (!answer) {
      response.destroy();
      return;
    }
    const text = await answer.text();
    if (isTable && answer.ok) count(name, call, JSON.parse(text) as Answer);
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      .end(text);
  };
  const server = createServer((request, response) => void pass(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: (): Capacity => ({ readUnits, writeUnits }),
    /** Waits until nothing has been written for a while: the effects of the stream belong to the act. */
    async settled(quietMs = 3000): Promise<void> {
      while (performance.now() - lastWrite < quietMs) await new Promise((resolve) => setTimeout(resolve, 100));
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Two units for each kilobyte of a part of a transaction, and one for each index of an item. */
function unitsOf(part: Readonly<Record<string, { Item?: Attributes; UpdateExpression?: string }>>): number {
  const [write] = Object.values(part);
  const kilobytes = Math.max(1, Math.ceil(bytesOf(write?.Item ?? {}) / 1024));
  const indexes = Object.keys(write?.Item ?? {}).filter((name) => /^gs\dpk$/.test(name)).length;
  const moved = new Set(write?.UpdateExpression?.match(/gs\d/g)).size;
  return kilobytes * 2 + indexes + moved;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
