import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import { createTable } from './create-table.ts';

export type FreshTable = {
  readonly name: string;
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
};

/** A new, empty table with the product's keys, indexes and stream, for one test alone. */
export async function freshTable(): Promise<FreshTable> {
  const client = new DynamoDBClient({
    endpoint: inject('dynamoDbEndpoint'),
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const name = await createTable(client);
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { name, client, documents };
}
