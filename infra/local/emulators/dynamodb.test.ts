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
  } finally {
    await database.close();
    rmSync(dir, { recursive: true });
  }
});
