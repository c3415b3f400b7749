import {
  DescribeTableCommand,
  type DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { tableShape } from '#functions/platform/keys.ts';

/** Seconds that a change of a table may take. */
const patience = 30 * 60;

/**
 * Gives a restored table the settings that a restore omits: stream, expiry, continuous backups, protection. Existing
 * settings stay. Returns the ARN of its stream. Throws a sentence if it lacks an index of ours.
 */
export async function makeLikeOurs(client: DynamoDBClient, TableName: string): Promise<string> {
  const described = await describe(client, TableName);
  const has = new Set((described?.GlobalSecondaryIndexes ?? []).map(({ IndexName }) => IndexName));
  const lacking = Object.keys(tableShape.indexes).filter((name) => !has.has(name));
  if (lacking.length > 0)
    throw new Error(`${TableName} lacks the indexes ${lacking.join(', ')}: restore it again, with all indexes.`);
  const change = async (input: Omit<ConstructorParameters<typeof UpdateTableCommand>[0], 'TableName'>) => {
    await client.send(new UpdateTableCommand({ TableName, ...input }));
    await waitUntilTableExists({ client, maxWaitTime: patience }, { TableName });
  };
  if (!described?.DeletionProtectionEnabled) await change({ DeletionProtectionEnabled: true });
  if (!described?.StreamSpecification?.StreamEnabled)
    await change({ StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } });
  const TimeToLiveSpecification = { AttributeName: tableShape.ttl, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })).catch(alreadySo);
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
  await client.send(new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }));
  const stream = (await describe(client, TableName))?.LatestStreamArn;
  if (!stream) throw new Error(`${TableName} has no stream yet: run the command again.`);
  return stream;
}

const describe = async (client: DynamoDBClient, TableName: string) =>
  (await client.send(new DescribeTableCommand({ TableName }))).Table;

/** DynamoDB refuses to switch on an expiry that is on. */
function alreadySo(error: unknown): void {
  if (!(error instanceof Error && error.name === 'ValidationException' && /already enabled/i.test(error.message)))
    throw error;
}
