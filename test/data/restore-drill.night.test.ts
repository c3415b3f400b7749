import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { deletionRepository } from '#functions/account-deletion/repository.ts';
import { runDueDeletions } from '#functions/account-deletion/run.ts';
import { keys } from '#functions/platform/keys.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { bringOver, makeLikeOurs, undelete } from '#infra/commands/restore.ts';
import { startS3 } from '#infra/local/emulators/s3/s3.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { createTable, newTableName } from '#test/support/create-table.ts';
import { aLeaver } from '#test/support/scenes/leaver.ts';
import { friend, leaver, leftInBuckets, stored } from '#test/support/scenes/leaver-items.ts';
import { expectNoSecret, nameOf } from '#test/support/scenes/leaver-traces.ts';
import { freshTable, itemsIn, onDynamoDb } from '#test/support/table.ts';

/** `npm run drill` asks for 10,000 items and 500 files. */
const itemCount = Number(process.env['DRILL_ITEMS'] ?? 300);
const fileCount = Number(process.env['DRILL_FILES'] ?? 20);

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** Hash of each item by its name, independent of the order of its attributes. */
const hashesOf = (items: readonly Item[]) => new Map(items.map((item) => [nameOf(item), hashOf(sorted(item))]));
const sorted = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

test(
  'a restored table and its files are what they were, and who was erased since is erased again',
  onDynamoDb(async () => {
    const world = await aLeaver();
    const { client } = await freshTable();
    const copies = withoutCopies(client);
    const files = await aBucket();
    Object.assign(world.deps.files, { private: files });
    const made = madeItems();
    await writeAll(world.table, made);
    for (const key of stored.private) await files.put(key);
    for (let at = 0; at < fileCount; at++) await files.put(`proofs/drill/${at}`);

    // The moment to return to. Its copies are made by hand here, because DynamoDB's local engine has none.
    const before = await itemsIn(world.table);
    // Archives of members' data end by themselves and do not come back.
    const filesBefore = new Map([...(await files.hashes())].filter(([key]) => !key.startsWith('exports/')));
    const moment = new Date();
    const restored = await copyOf(client, before);

    // Then a member is erased, another one asks for it, a decision is logged, and nearly everything is lost.
    await world.close();
    await world.toTheEnd();
    await world.table.transact(deletionRepository(world.table).schedule({ id: friend }, world.clock.now, 0));
    const line = {
      ...keys.log(new Date(world.clock.now).toISOString(), 'late'),
      kind: 'log' as const,
      record: { id: 'late' },
    };
    await world.table.transact([world.table.put(line)]);
    await removeAll(world.table, made);
    await files.removeAll();

    const stream = await makeLikeOurs(client, restored.name);
    expect(stream).toContain(restored.name);
    expect(copies).toEqual([restored.name]);
    const brought = await bringOver(world.table, restored, world.clock.now);
    expect(brought).toEqual({ erased: 1, leaving: 1, lines: 1 });
    expect(await bringOver(world.table, restored, world.clock.now), 'a second time').toEqual({
      erased: 0,
      leaving: 0,
      lines: 0,
    });
    expect(await undelete(files.client, files.name, moment)).toBe(filesBefore.size);

    // Everything is there, but for the accounts that have ended.
    const after = hashesOf(await itemsIn(restored));
    const differing = [...hashesOf(before)].flatMap(([name, hash]) => (after.get(name) === hash ? [] : [name]));
    expect(differing.toSorted()).toEqual([`ADMINS|${leaver}`, `U#${leaver}|A#PROFILE`, `U#${friend}|A#PROFILE`]);
    expect(made.every((item) => after.has(nameOf(item)))).toBe(true);
    expect(await files.hashes()).toEqual(filesBefore);

    // The job, once the table is in use: nothing of the member is left, their files neither.
    for (let hour = 0; hour < 3; hour++) {
      await runDueDeletions({ ...world.deps, table: restored, now: () => world.clock.now + hour * 3_700_000 });
    }
    const end = await itemsIn(restored);
    expect(end.filter(({ pk, sk }) => pk === `U#${leaver}` && !String(sk).startsWith('TW#')).map(nameOf)).toEqual([]);
    expect(end.map(nameOf)).toContain(`GONE#${leaver}|GONE`);
    expect(end.map(nameOf)).not.toContain(`GONE#${leaver}|DEPARTURE`);
    // The stream's consumer derives the rest, and no consumer runs here.
    const told = end.filter((item) => item['kind'] !== 'threadWord' && !nameOf(item).startsWith('VOC#'));
    expectNoSecret(told);
    const left = [...(await files.hashes()).keys()];
    expect(left.filter((key) => !key.startsWith('proofs/drill/')).toSorted()).toEqual(leftInBuckets.private);
  }),
);

/** Messages of other members: with keys, kind, version and record as all items have them. */
const madeItems = (): (Item & { pk: string; sk: string })[] =>
  Array.from({ length: itemCount }, (_, at) => ({
    ...keys.message(`drill-${at % 97}`, 'other', undefined, at),
    kind: 'message',
    version: 1,
    record: {
      seq: at,
      from: `drill-${at % 97}`,
      text: `Message ${at} ${randomUUID()}`,
      at: new Date(at).toISOString(),
    },
  }));

async function inBatches<T>(all: readonly T[], act: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += 25) await act(all.slice(at, at + 25));
}

const writeAll = ({ documents, name }: Table, items: readonly Item[]) =>
  inBatches(items, (some) =>
    documents.send(new BatchWriteCommand({ RequestItems: { [name]: some.map((Item) => ({ PutRequest: { Item } })) } })),
  );

const removeAll = ({ documents, name }: Table, items: readonly { pk: string; sk: string }[]) =>
  inBatches(items, (some) =>
    documents.send(
      new BatchWriteCommand({
        RequestItems: { [name]: some.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })) },
      }),
    ),
  );

/** The result of a restore: keys, indexes and items, without a stream. */
async function copyOf(client: DynamoDBClient, items: readonly Item[]): Promise<Table> {
  const name = await createTable(client, newTableName(), { hasStream: false });
  const table = openTable(name, client);
  await writeAll(table, items);
  return table;
}

/** The local engine knows no copies of every moment: the tables for which they were asked. */
function withoutCopies(client: DynamoDBClient): string[] {
  const asked: string[] = [];
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'UpdateContinuousBackupsCommand') return next(args);
        asked.push(String((args.input as { TableName?: string }).TableName));
        return { output: { $metadata: {} }, response: {} };
      },
    { step: 'initialize' },
  );
  return asked;
}

/** A bucket that keeps versions, on disk. */
async function aBucket() {
  const name = 'private';
  const s3 = await startS3({ dir: mkdtempSync(join(tmpdir(), 'drill-')), onObjectCreated: () => {} });
  onTestFinished(() => s3.close());
  s3.ensureBucket(name, { keepsVersions: true });
  const client = new S3Client({
    endpoint: s3.endpoint,
    region: 'eu-west-3',
    forcePathStyle: true,
    credentials: operatorKey,
  });
  async function* under(Prefix: string) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix }))
      for (const { Key } of Contents) if (Key) yield Key;
  }
  const read = async (Key: string) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key }));
    return hashOf((await Body?.transformToByteArray()) ?? '');
  };
  const all = async () => {
    const keysThere: string[] = [];
    for await (const key of under('')) keysThere.push(key);
    return keysThere;
  };
  return {
    name,
    client,
    under,
    put: (Key: string) =>
      client.send(new PutObjectCommand({ Bucket: name, Key, Body: randomUUID(), IfNoneMatch: '*' })),
    delete: async (Key: string) => void (await client.send(new DeleteObjectCommand({ Bucket: name, Key }))),
    async removeAll() {
      await inBatches(await all(), (some) =>
        client.send(new DeleteObjectsCommand({ Bucket: name, Delete: { Objects: some.map((Key) => ({ Key })) } })),
      );
    },
    async hashes(): Promise<Map<string, string>> {
      return new Map(await Promise.all((await all()).map(async (key) => [key, await read(key)] as const)));
    },
  };
}
