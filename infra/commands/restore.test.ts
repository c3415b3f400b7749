import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  DescribeTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { parseSettings } from '#infra/config.ts';
import { mockClass } from '#test/support/run/mock-class.ts';
import { openClients } from './clients.ts';
import { sentenceOf } from './command.ts';
import { restore } from './restore.ts';

const stream = 'arn:aws:dynamodb:eu-west-3:012345678901:table/copy/stream/2027';
const outputs = { TableName: 'lost', PrivateBucket: 'private', MediaBucket: 'media' };

const settings = parseSettings({ account: '012345678901', stage: 'prod' });
const restored = { name: 'copy', since: new Date('2027-01-31T14:05:00Z') };
const indexes = ['gs1', 'gs2', 'gs3'].map((IndexName) => ({ IndexName }));
const stack = {
  StackName: 'any',
  CreationTime: new Date(),
  StackStatus: 'CREATE_COMPLETE' as const,
  Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
};

test('a table that was deleted has nothing to bring over: its files come back, and the two settings are said', async () => {
  const table = mockClass(DynamoDBClient);
  table.on(DescribeTableCommand).resolves({
    Table: {
      GlobalSecondaryIndexes: indexes,
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true },
      LatestStreamArn: stream,
    },
  });
  table.on(UpdateTimeToLiveCommand).resolves({});
  table.on(UpdateContinuousBackupsCommand).resolves({});
  const gone = Object.assign(new Error('Requested resource not found'), { name: 'ResourceNotFoundException' });
  mockClass(DynamoDBDocumentClient).on(ScanCommand).rejects(gone);
  mockClass(CloudFormationClient)
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [stack] });
  mockClass(S3Client).on(ListObjectVersionsCommand).resolves({});

  const said: string[] = [];
  await restore(settings, restored, openClients(settings), (line) => said.push(line));
  expect(said).toEqual([
    'copy has a stream, expiry, copies of every moment and protection.',
    'lost is gone: who was erased after 2027-01-31T14:05:00.000Z is there again, and lines of the log since then are lost.',
    '0 files came back (PrivateBucket).',
    '0 files came back (MediaBucket).',
    'Put this into the settings, then npm run deploy -- --at-once:',
    `  "restoredTable": "copy", "restoredStream": "${stream}"`,
  ]);
});

/** A restored table without settings, a line of the log that it lacks, and a deleted file in each bucket. */
function anAccount() {
  let [calls, endAfter] = [0, Number.POSITIVE_INFINITY];
  const expired = Object.assign(new Error('The security token has expired'), { name: 'ExpiredTokenException' });
  const signedIn =
    <Input, Output>(work: (input: Input) => Output) =>
    async (input: Input): Promise<Output> => {
      calls += 1;
      if (calls > endAfter) throw expired;
      return work(input);
    };
  const has = { table: {}, expiry: false, copies: false, lines: 0, files: [] as (string | undefined)[] };
  const table = mockClass(DynamoDBClient);
  table.on(DescribeTableCommand).callsFake(
    signedIn(() => ({
      Table: { GlobalSecondaryIndexes: indexes, TableStatus: 'ACTIVE', LatestStreamArn: stream, ...has.table },
    })),
  );
  table.on(UpdateTableCommand).callsFake(
    signedIn(({ StreamSpecification, DeletionProtectionEnabled }) => {
      Object.assign(has.table, StreamSpecification && { StreamSpecification });
      Object.assign(has.table, DeletionProtectionEnabled && { DeletionProtectionEnabled });
      return {};
    }),
  );
  table.on(UpdateTimeToLiveCommand).callsFake(
    signedIn(() => {
      if (has.expiry) throw Object.assign(new Error('TimeToLive is already enabled'), { name: 'ValidationException' });
      has.expiry = true;
      return {};
    }),
  );
  table.on(UpdateContinuousBackupsCommand).callsFake(
    signedIn(() => {
      has.copies = true;
      return {};
    }),
  );
  const documents = mockClass(DynamoDBDocumentClient);
  documents.on(ScanCommand).callsFake(signedIn(() => ({ Items: [{ pk: 'LOG', sk: 'line', kind: 'log' }] })));
  documents.on(TransactWriteCommand).callsFake(
    signedIn(() => {
      has.lines += 1;
      if (has.lines === 1) return {};
      has.lines = 1;
      const CancellationReasons = [{ Code: 'ConditionalCheckFailed' }];
      throw new TransactionCanceledException({ message: 'cancelled', $metadata: {}, CancellationReasons });
    }),
  );
  mockClass(CloudFormationClient)
    .on(DescribeStacksCommand)
    .callsFake(signedIn(() => ({ Stacks: [stack] })));
  const files = mockClass(S3Client);
  files.on(ListObjectVersionsCommand).callsFake(
    signedIn(({ Bucket }: { Bucket: string }) => ({
      DeleteMarkers: has.files.includes(Bucket)
        ? []
        : [{ Key: 'file', VersionId: 'mark', IsLatest: true, LastModified: new Date('2027-02-01T00:00:00Z') }],
    })),
  );
  files.on(DeleteObjectCommand).callsFake(signedIn(({ Bucket }: { Bucket: string }) => void has.files.push(Bucket)));
  /** Restores with credentials for so many calls; how many it took, and what it said. */
  const run = async (credentials = Number.POSITIVE_INFINITY) => {
    const before = calls;
    endAfter = before + credentials;
    const said: string[] = [];
    const failed = await restore(settings, restored, openClients(settings), (line) => said.push(line)).then(
      () => undefined,
      sentenceOf,
    );
    return { took: calls - before, failed, last: said.at(-1) };
  };
  return { run, has };
}

const whole = {
  table: {
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  },
  expiry: true,
  copies: true,
  lines: 1,
  files: ['private', 'media'],
};

test('a restore is finished by its next run, whenever the credentials end', async () => {
  const { took } = await anAccount().run();
  expect(took).toBeGreaterThan(12);
  for (let credentials = 0; credentials < took; credentials++) {
    const { run, has } = anAccount();
    expect((await run(credentials)).failed, `after ${credentials} calls`).toMatch(/has expired\): sign in/);
    const { failed, last } = await run();
    expect(failed).toBeUndefined();
    expect(last).toBe(`  "restoredTable": "copy", "restoredStream": "${stream}"`);
    expect(has, `after ${credentials} calls`).toEqual(whole);
  }
});
