import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod/mini';
import type { Invoke } from '#infra/local/compute/invoke.ts';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';
import { listen, readBody } from '#infra/local/emulators/http-server.ts';
import { operatorKey as credentials } from '#infra/local/iam/keys.ts';
import type { BucketSpec, LocalPlan, TableSpec } from './plan.ts';

type CustomResource = LocalPlan['customResources'][number];

const Answer = z.object({
  Status: z.enum(['SUCCESS', 'FAILED']),
  Reason: z.optional(z.string()),
  PhysicalResourceId: z.string(),
});
const Made = z.object({ physicalId: z.string(), properties: z.string() });
const State = z.record(z.string(), Made);

/**
 * Runs the product's own custom resources as CloudFormation does: `Create` the first time, `Update` when their
 * properties changed, nothing otherwise. The function answers at the `ResponseURL`; a failure ends the start with its
 * reason.
 */
export async function runCustomResources(
  resources: readonly CustomResource[],
  { invoke, stateFile }: { invoke: Invoke; stateFile: string },
): Promise<void> {
  const state = z.parse(State, existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {});
  let received: unknown;
  const mailbox = await listen(async (request, response) => {
    received = JSON.parse((await readBody(request)).toString());
    response.writeHead(200).end();
  });
  try {
    for (const resource of resources) {
      const properties = JSON.stringify(resource.properties, asText);
      const before = state[resource.id];
      if (before?.properties === properties) continue;
      received = undefined;
      const outcome = await invoke(resource.functionArn, eventOf(resource, properties, before, mailbox.endpoint));
      const { data } = z.safeParse(Answer, received);
      if (data?.Status !== 'SUCCESS') {
        const reason = data?.Reason ?? (outcome.ok ? 'it did not answer' : outcome.error.errorMessage);
        throw new Error(`${resource.id} could not be made: ${reason}`);
      }
      state[resource.id] = { physicalId: data.PhysicalResourceId, properties };
      writeAtomically(stateFile, JSON.stringify(state));
    }
  } finally {
    await mailbox.close();
  }
}

function eventOf(
  { id, type, functionArn }: CustomResource,
  properties: string,
  before: z.infer<typeof Made> | undefined,
  responseUrl: string,
) {
  return {
    RequestType: before ? 'Update' : 'Create',
    RequestId: randomUUID(),
    StackId: 'arn:aws:cloudformation:eu-west-3:000000000000:stack/local/local',
    LogicalResourceId: id,
    ...(before && { PhysicalResourceId: before.physicalId, OldResourceProperties: JSON.parse(before.properties) }),
    ResourceType: type,
    ResponseURL: responseUrl,
    ServiceToken: functionArn,
    ResourceProperties: { ServiceToken: functionArn, ...JSON.parse(properties) },
  };
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
}

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
