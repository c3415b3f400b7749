import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { startDynamoDb } from './dynamodb.ts';

test('the database can stop and come back on the same port with its data', { timeout: 120_000 }, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  const database = await startDynamoDb({ dir });
  const client = new DynamoDBClient({
    endpoint: database.endpoint,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  try {
    await client.send(
      new CreateTableCommand({
        TableName: 'Things',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      }),
    );
    await client.send(new PutItemCommand({ TableName: 'Things', Item: { pk: { S: 'a' } } }));
    const read = () => client.send(new GetItemCommand({ TableName: 'Things', Key: { pk: { S: 'a' } } }));

    await database.stop();
    await expect(read()).rejects.toThrow('ECONNREFUSED');

    await database.restart();
    expect((await read()).Item).toEqual({ pk: { S: 'a' } });

    await database.kill();
    await expect(read()).rejects.toThrow();
    await database.restart();
    expect((await read()).Item).toEqual({ pk: { S: 'a' } });
  } finally {
    await database.close();
    rmSync(dir, { recursive: true });
  }
});

/** Another process that runs a database: its id, that of the engine's keeper, and where the engine answers. */
async function anotherProcess(dir: string) {
  const code = `
    const { startDynamoDb } = await import(${JSON.stringify(new URL('dynamodb.ts', import.meta.url).href)});
    const { endpoint } = await startDynamoDb({ dir: ${JSON.stringify(dir)} });
    console.log(endpoint);
    setInterval(() => {}, 1000);`;
  const running = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(running.stdout, 'data')) as [Buffer];
  return { kill: () => running.kill('SIGKILL'), endpoint: line.toString().trim() };
}

const answers = (endpoint: string) =>
  fetch(endpoint).then(
    () => true,
    () => false,
  );

test('one engine at a time uses the data, and it ends with its process even if that is killed', {
  timeout: 120_000,
}, async () => {
  const dir = mkdtempSync(join(tmpdir(), 'dynamodb-'));
  const other = await anotherProcess(dir);
  try {
    await expect(startDynamoDb({ dir })).rejects.toThrow('its data are in use by another process');
    expect(await answers(other.endpoint)).toBe(true);
    other.kill();
    await expect.poll(() => answers(other.endpoint), { timeout: 30_000 }).toBe(false);
    await (await startDynamoDb({ dir })).close();
  } finally {
    other.kill();
    rmSync(dir, { recursive: true });
  }
});
