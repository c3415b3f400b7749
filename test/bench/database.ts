import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDb } from '#infra/local/emulators/dynamodb.ts';
import { createTable } from '#test/support/create-table.ts';

export interface BenchTable {
  readonly endpoint: string;
  readonly client: DynamoDBClient;
  readonly name: string;
}

/** An empty table in its own engine, for one measurement: a second large table in one engine takes minutes to fill. */
export async function onTable<T>(measure: (table: BenchTable) => Promise<T> | T): Promise<T> {
  const engine = await startDynamoDb();
  try {
    const client = new DynamoDBClient({
      endpoint: engine.endpoint,
      region: 'eu-west-3',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    return await measure({ endpoint: engine.endpoint, client, name: await createTable(client) });
  } finally {
    await engine.close();
  }
}
