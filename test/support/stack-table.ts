import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '#functions/platform/table.ts';
import { localTable } from '#infra/local/settings.ts';
import { aProof } from './proven-session.ts';

/** The table of a running product, beside its functions. */
export function tableOfStack(dataFolder: string): Table {
  const { name, ...address } = localTable(dataFolder);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return openTable(name, new DynamoDBClient({ ...address, credentials }));
}

/** The claims of an access token, unverified. */
export const claimsOf = (accessToken: string): Readonly<Record<string, unknown>> =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString());

/**
 * Verifies the session of an access token directly in the table. A code is valid once, and tests that sign in the same
 * administrator in parallel would wait for each other. `second-factor.test.ts` does it as people do.
 */
export async function proveSession(accessToken: string, dataFolder: string): Promise<void> {
  const claims = claimsOf(accessToken);
  const table = tableOfStack(dataFolder);
  await table.transact([table.put(aProof(String(claims['sub']), String(claims['origin_jti'])))]);
}
