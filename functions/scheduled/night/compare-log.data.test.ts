import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, onTestFinished, test } from 'vitest';
import { adminLog } from '#functions/admin/log.ts';
import { openLogCopy } from '#functions/platform/aws/log-copy.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { type DispatcherDeps, dispatch } from '#functions/stream/dispatcher/dispatch.ts';
import { startS3 } from '#infra/local/emulators/s3/s3.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { put, tableWith } from '#test/support/pipeline.ts';
import { compareLog } from './compare-log.ts';

const night = Date.parse('2026-11-21T03:15:00.000Z');

/** A log of yesterday with three lines, copied by the dispatcher into a bucket with locked objects. */
async function house() {
  const s3 = await startS3({ dir: mkdtempSync(join(tmpdir(), 's3-')), onObjectCreated: () => undefined });
  onTestFinished(() => s3.close());
  s3.ensureBucket('log', { isLocked: true });
  const credentials = operatorKey;
  const client = new S3Client({ endpoint: s3.endpoint, region: 'eu-west-3', forcePathStyle: true, credentials });
  const logCopy = openLogCopy('log', client);
  const table = await tableWith([]);
  const lines: Item[] = [];
  const write = async (at: string) => {
    const deps = { table, now: () => Date.parse(at), newId: randomUUID };
    await table.transact([adminLog(deps, { id: 'a' }, 'approveTrip', { type: 'trip', id: randomUUID() })]);
    const { items } = await table.query({
      KeyConditionExpression: 'pk = :log AND begins_with(sk, :at)',
      ExpressionAttributeValues: { ':log': keys.log(at, '').pk, ':at': at },
    });
    lines.push(...items);
  };
  for (const at of ['2026-11-20T00:00:00.000Z', '2026-11-20T12:00:00.000Z', '2026-11-20T23:59:59.999Z'])
    await write(at);
  // Only the parts that a line of the log needs.
  const deps = { logCopy, sockets: { send: async () => undefined }, now: () => night } as unknown as DispatcherDeps;
  const copy = (after: Item, before?: Item) => dispatch({ id: 'e', before, after }, deps);
  return { table, lines, logCopy, copy, compare: () => compareLog(table, night, { logCopy }) };
}

test('every line of yesterday has its copy, however often the stream repeats it', async () => {
  const { lines, copy, compare } = await house();
  for (const line of [...lines, ...lines]) await copy(line);
  expect(await compare()).toBe(3);
});

test('a line that was never copied, changed or removed fails the night', async () => {
  const missing = await house();
  for (const line of missing.lines.slice(1)) await missing.copy(line);
  await expect(missing.compare()).rejects.toThrow('1 lines of the log of 2026-11-20 differ');

  const changed = await house();
  for (const line of changed.lines) await changed.copy(line);
  const [first] = changed.lines;
  const forged = { ...first, record: { ...(first?.['record'] as object), action: 'rejectTrip' } };
  await put(changed.table, forged);
  // The stream shows the change too, but the copy stays as it was.
  await changed.copy(forged, first);
  await expect(changed.compare()).rejects.toThrow('1 lines');

  const removed = await house();
  for (const line of removed.lines) await removed.copy(line);
  const { pk, sk } = removed.lines[0] as { pk: string; sk: string };
  await removed.table.transact([removed.table.remove({ pk, sk })]);
  await expect(removed.compare()).rejects.toThrow('1 lines');
});
