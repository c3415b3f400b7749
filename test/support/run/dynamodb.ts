import type { TestProject } from 'vitest/node';
import { type DynamoDb, startDynamoDb } from '#infra/local/emulators/dynamodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the DynamoDB Local that all data tests share. */
    dynamoDbEndpoint: string;
    /** Where tables of data tests are, unless a file asks for DynamoDB Local (`onDynamoDb`). */
    dataEngine: 'memory' | 'dynamodb' | undefined;
  }
}

/** The engine of this run, shared because each project and the reporter load this file again. */
export const run = globalThis as { engine?: Promise<DynamoDb> };

/** Starts one DynamoDB Local in memory for all projects of the run; each test makes its own table (`table.ts`). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.engine ??= startDynamoDb();
  const engine = await run.engine;
  project.provide('dynamoDbEndpoint', engine.endpoint);
  return () => engine.close();
}
