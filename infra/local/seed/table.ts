import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { keys } from '#functions/platform/keys.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { operatorKey } from '../iam/keys.ts';

/** The product's table at the address that the environment of a function gives, with the rights of the operator. */
export const tableOf = (environment: Readonly<Record<string, string>>): Table =>
  openTable(
    environment['TABLE'] ?? '',
    new DynamoDBClient({
      endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
      region: environment['AWS_REGION'] ?? '',
      credentials: operatorKey,
    }),
  );

const timeoutMs = 60_000;

/** Waits until searches show these trips. The projector reads the clock too, so it must not move earlier. */
export async function untilShown(table: Table, tripIds: readonly string[]): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const items = await table.getMany(tripIds.map((id) => keys.publishedState('trip', id)));
    if (items.every(Boolean)) return;
    if (performance.now() > endsAt) throw new Error('The approved trips of the demo do not reach the search.');
    await wait(50);
  }
}
