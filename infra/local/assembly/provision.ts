import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { operatorKey as credentials } from '../iam/keys.ts';
import type { BucketSpec, TableSpec } from './plan.ts';

/**
 * Creates missing tables, with their keys, indexes and stream. Their time to live is not the engine's matter
 * (`startExpiry`): it knows only real time, and would delete rows that were made while the clock was set back.
 */
export async function createTables(tables: readonly TableSpec[], endpoint: string, region: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint, region, credentials });
  for (const table of tables) {
    if (await exists(client, table.name)) continue;
    const { name, StreamSpecification, ...shape } = table;
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: shape.AttributeDefinitions,
        KeySchema: shape.KeySchema,
        GlobalSecondaryIndexes: shape.GlobalSecondaryIndexes,
        ...(StreamSpecification && { StreamSpecification: { StreamEnabled: true, ...StreamSpecification } }),
      }),
    );
  }
  client.destroy();
}

async function exists(client: DynamoDBClient, name: string): Promise<boolean> {
  try {
    await client.send(new DescribeTableCommand({ TableName: name }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
}

/** Creates buckets on an S3 that is not the emulator of this stack (that one knows its buckets from the start). */
export async function createBuckets(buckets: readonly BucketSpec[], endpoint: string, region: string): Promise<void> {
  const client = new S3Client({ endpoint, region, credentials });
  for (const { name, cors } of buckets) {
    await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: Error) => {
      if (!/BucketAlready/.test(error.name)) throw error;
    });
    if (cors.length === 0) continue;
    const CORSRules = cors.map(({ ExposedHeaders, MaxAge, ...rule }) => ({
      ...rule,
      ExposeHeaders: ExposedHeaders,
      MaxAgeSeconds: MaxAge,
    }));
    await client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration: { CORSRules } }));
  }
  client.destroy();
}
