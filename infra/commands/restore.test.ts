import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { parseSettings } from '#infra/config.ts';
import { mockClass } from '#test/support/run/mock-class.ts';
import { openClients } from './clients.ts';
import { restore } from './restore.ts';

const stream = 'arn:aws:dynamodb:eu-west-3:012345678901:table/copy/stream/2027';
const outputs = { TableName: 'lost', PrivateBucket: 'private', MediaBucket: 'media' };

test('a table that was deleted has nothing to bring over: its files come back, and the two settings are said', async () => {
  const table = mockClass(DynamoDBClient);
  table.on(DescribeTableCommand).resolves({
    Table: {
      GlobalSecondaryIndexes: ['gs1', 'gs2', 'gs3'].map((IndexName) => ({ IndexName })),
      DeletionProtectionEnabled: true,
      StreamSpecification: { StreamEnabled: true },
      LatestStreamArn: stream,
    },
  });
  table.on(UpdateTimeToLiveCommand).resolves({});
  table.on(UpdateContinuousBackupsCommand).resolves({});
  const gone = Object.assign(new Error('Requested resource not found'), { name: 'ResourceNotFoundException' });
  mockClass(DynamoDBDocumentClient).on(ScanCommand).rejects(gone);
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  mockClass(CloudFormationClient)
    .on(DescribeStacksCommand)
    .resolves({ Stacks: [{ StackName: 'any', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }] });
  mockClass(S3Client).on(ListObjectVersionsCommand).resolves({});

  const settings = parseSettings({ account: '012345678901', stage: 'prod' });
  const said: string[] = [];
  const restored = { name: 'copy', since: new Date('2027-01-31T14:05:00Z') };
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
