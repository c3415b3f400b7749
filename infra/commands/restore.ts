import {
  DescribeTableCommand,
  type DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { deletionRepository, parseDeletion } from '#functions/account-deletion/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys, tableShape } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { absent, atVersion, type Item, openTable, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { type Clients, outputValue } from '#infra/commands/clients.ts';
import type { Settings } from '#infra/config.ts';
import { command, waitWith } from './command.ts';
import { openStage } from './stage.ts';

/**
 * Brings back what was deleted in a versioned bucket since a moment: a deletion only puts a mark on the object, and it
 * takes the marks away. Older versions are kept for thirty days. Returns how many came back.
 */
export async function undelete(client: S3Client, Bucket: string, since: Date): Promise<number> {
  let count = 0;
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }));
    for (const { Key, VersionId, LastModified, IsLatest } of page.DeleteMarkers ?? []) {
      // Archives of members' data end by themselves after a day.
      if (!IsLatest || !LastModified || LastModified < since || Key?.startsWith('exports/')) continue;
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
      count += 1;
    }
    if (!page.IsTruncated) return count;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}

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
    await waitWith(client, (options) => waitUntilTableExists({ ...options, maxWaitTime: patience }, { TableName }));
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

/** Items that a scan passes on; it reads the whole table all the same. */
const wanted = {
  FilterExpression: '#kind IN (:tombstone, :departure, :log)',
  ExpressionAttributeNames: { '#kind': 'kind' },
  ExpressionAttributeValues: { ':tombstone': 'tombstone', ':departure': 'departure', ':log': 'log' },
};

/** Data of the current table that a return to an earlier moment must keep. */
interface BroughtOver {
  /** Accounts that are deleted again in the restored table. */
  readonly erased: number;
  readonly leaving: number;
  readonly lines: number;
}

/**
 * Prepares a restored table to take the place of the present one: lines of the log are added, and accounts that were
 * deleted since are closed again, without a mail. The deletion job does the rest once the table is in use.
 * It may be repeated. `now` in milliseconds.
 */
export async function bringOver(present: Table, restored: Table, now: number): Promise<BroughtOver> {
  const found = { erased: 0, leaving: 0, lines: 0 };
  for await (const { Items = [] } of paginateScan(
    { client: present.documents },
    { TableName: present.name, ConsistentRead: true, ...wanted },
  )) {
    for (const item of Items as Item[]) {
      if (isOfKind(item, 'log') && (await addLine(restored, item))) found.lines += 1;
      if (isOfKind(item, 'tombstone') && (await closeAgain(restored, item, now))) found.erased += 1;
      if (isOfKind(item, 'departure') && (await scheduleAgain(restored, item, now))) found.leaving += 1;
    }
  }
  return found;
}

const addLine = (restored: Table, line: Item) =>
  attempt(restored, [restored.put({ ...line, pk: String(line['pk']), sk: String(line['sk']), kind: 'log' }, absent)]);

/** True when the restored table still had the account. */
async function closeAgain(restored: Table, stone: Item, now: number): Promise<boolean> {
  const memberId = memberOf(stone);
  const putStone = restored.put({ ...stone, ...keys.tombstone(memberId), kind: 'tombstone' });
  const profile = await profileRepository(restored).read(memberId);
  await restored.transact([
    putStone,
    ...(profile
      ? [
          restored.remove(keys.profile(memberId), atVersion(profile.version)),
          // Rights that were taken away before the end; the deletion refuses administrators.
          restored.remove(keys.administrator(memberId)),
          deletionRepository(restored).put({ memberId, profile }, now),
        ]
      : []),
  ]);
  return profile !== undefined;
}

/** True when the member had asked for the deletion since. Their fourteen days start again. */
async function scheduleAgain(restored: Table, item: Item, now: number): Promise<boolean> {
  const { memberId, profile: ended } = parseDeletion(item);
  if (ended) return false;
  const profile = await profileRepository(restored).read(memberId);
  if (!profile || profile.leavesOn !== undefined) return false;
  return attempt(restored, deletionRepository(restored).schedule(profile, now, Math.ceil(now / 1000)));
}

const memberOf = ({ pk }: Item): string => String(pk).slice(keys.tombstone('').pk.length);

export interface Restored {
  readonly name: string;
  readonly since: Date;
}

/** The table was deleted, not emptied: nothing can be read of it. */
function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
}

/**
 * Prepares a table that DynamoDB has restored to take the place of the product's own, and brings files back that were
 * deleted since. The product uses it only after a deploy with the two settings that are said at the end.
 */
export async function restore(
  settings: Settings,
  { name, since }: Restored,
  clients: Clients,
  say: (line: string) => void,
): Promise<void> {
  const output = (stack: string, word: string) => outputValue(clients, settings, stack, word);
  const stream = await makeLikeOurs(clients.table, name);
  say(`${name} has a stream, expiry, copies of every moment and protection.`);
  const present = openTable(await output('Data', 'TableName'), clients.table);
  if (present.name !== name) {
    const brought = await bringOver(present, openTable(name, clients.table), Date.now()).catch(undefinedIfGone);
    say(
      brought
        ? `${brought.erased} accounts that have ended since will be erased again, ${brought.leaving} leave in fourteen days, ${brought.lines} lines of the log were added.`
        : `${present.name} is gone: who was erased after ${since.toISOString()} is there again, and lines of the log since then are lost.`,
    );
  }
  for (const bucket of ['PrivateBucket', 'MediaBucket'])
    say(`${await undelete(clients.files, await output('Files', bucket), since)} files came back (${bucket}).`);
  // A release that comes gradually would keep most calls at the lost table for ten minutes.
  say('Put this into the settings, then npm run deploy -- --at-once:');
  say(`  "restoredTable": "${name}", "restoredStream": "${stream}"`);
}

/**
 * `npm run restore -- <restored table> <moment>`: prepares a table that DynamoDB has restored, as of a moment such as
 * 2027-01-31T14:05:00Z. Uses the credentials of this terminal.
 */
if (import.meta.main)
  await command(async () => {
    const [name, moment = '', ...rest] = process.argv.slice(2);
    const since = new Date(moment);
    if (!name || Number.isNaN(since.getTime()) || rest.length > 0)
      throw new Error(
        'Say what to restore: npm run restore -- <restored table> <moment, such as 2027-01-31T14:05:00Z>',
      );
    const { settings, clients } = await openStage();
    await restore(settings, { name, since }, clients, (line) => console.log(line));
  });
