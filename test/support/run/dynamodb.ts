import type { TestProject } from 'vitest/node';
import { startDynamoDb } from '#infra/local/emulators/dynamodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the DynamoDB Local that all data tests share. */
    dynamoDbEndpoint: string;
  }
}

/** Starts one DynamoDB Local in memory for all tests of the project; each test makes its own table (`table.ts`). */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startDynamoDb();
  project.provide('dynamoDbEndpoint', database.endpoint);
  return () => database.close();
}
