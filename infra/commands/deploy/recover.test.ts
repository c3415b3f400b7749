import {
  DeleteStackCommand,
  DescribeStacksCommand,
  ListStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteUserPoolCommand,
  ListUsersCommand,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { DeleteTableCommand, ScanCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { DeleteBucketCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { aReadyAccount, deploySettings } from '#test/support/fake-account.ts';
import { recover } from './recover.ts';
import { stackStates } from './stacks.ts';

/** The first deploy broke off in Identity, and the rollback could not delete pool and table, which are protected. */
function aBrokenDeploy({ items = 0, users = 0, fullBucket = false } = {}) {
  const { clients, apis, stack } = aReadyAccount();
  const calls: string[] = [];
  const deleted = new Set<string>();
  const remains = {
    'Envoyage-test-Data': [['AWS::DynamoDB::GlobalTable', 'table', 'DELETE_FAILED']],
    'Envoyage-test-Identity': [
      ['AWS::Cognito::UserPool', 'pool', 'DELETE_FAILED'],
      ['AWS::KMS::Key', 'key', 'DELETE_COMPLETE'],
    ],
    'Envoyage-test-Files': [
      ['AWS::S3::Bucket', 'logs', 'CREATE_COMPLETE'],
      ['AWS::S3::Bucket', 'gone', 'DELETE_COMPLETE'],
    ],
  };
  for (const [name, resources] of Object.entries(remains)) {
    stack(name, { StackStatus: 'ROLLBACK_FAILED' });
    apis.cloudFormation.on(ListStackResourcesCommand, { StackName: name }).resolves({
      StackResourceSummaries: resources.map(([ResourceType, PhysicalResourceId, ResourceStatus]) => ({
        LogicalResourceId: 'It',
        LastUpdatedTimestamp: new Date(0),
        ResourceType,
        PhysicalResourceId,
        ResourceStatus: ResourceStatus as 'DELETE_FAILED',
      })),
    });
  }
  stack('Envoyage-test-Api', { StackStatus: 'ROLLBACK_COMPLETE' });
  const gone = (name: string) => Object.assign(new Error('gone'), { name });
  apis.cloudFormation
    .on(UpdateTerminationProtectionCommand)
    .callsFake(async ({ StackName, EnableTerminationProtection }) => {
      calls.push(`protection of ${StackName}: ${EnableTerminationProtection}`);
    })
    .on(DeleteStackCommand)
    .callsFake(async ({ StackName }) => {
      calls.push(`delete ${StackName}`);
      deleted.add(StackName);
      apis.cloudFormation.on(DescribeStacksCommand, { StackName }).rejects(gone('ValidationError'));
    });
  apis.table
    .on(ScanCommand)
    .resolves({ Count: items })
    .on(UpdateTableCommand)
    .callsFake(async ({ DeletionProtectionEnabled }) => void calls.push(`table: ${DeletionProtectionEnabled}`))
    .on(DeleteTableCommand)
    .callsFake(async ({ TableName }) => void calls.push(`delete ${TableName}`));
  apis.pool
    .on(ListUsersCommand)
    .resolves({ Users: Array.from({ length: users }, () => ({})) })
    .on(UpdateUserPoolCommand)
    .callsFake(async ({ DeletionProtection }) => void calls.push(`pool: ${DeletionProtection}`))
    .on(DeleteUserPoolCommand)
    // The deletion of the stack took it along.
    .rejects(gone('ResourceNotFoundException'));
  apis.files.on(DeleteBucketCommand).callsFake(async ({ Bucket }) => {
    if (fullBucket) throw gone('BucketNotEmpty');
    calls.push(`delete ${Bucket}`);
  });
  const run = async () => recover(await stackStates(deploySettings(), clients), clients);
  return { calls, run };
}

test('empty remains are removed, the last stack first, and nothing of other stacks', async () => {
  const { run, calls } = aBrokenDeploy();
  expect(await run()).toEqual([
    'Envoyage-test-Files was removed.',
    'Envoyage-test-Identity was removed.',
    'Envoyage-test-Data was removed.',
  ]);
  expect(calls).toEqual([
    'protection of Envoyage-test-Files: false',
    'delete Envoyage-test-Files',
    'delete logs',
    'pool: INACTIVE',
    'protection of Envoyage-test-Identity: false',
    'delete Envoyage-test-Identity',
    'table: false',
    'protection of Envoyage-test-Data: false',
    'delete Envoyage-test-Data',
    'delete table',
  ]);
});

test.each([
  [{ items: 1 }, 'Envoyage-test-Data broke off, but the table table is not empty: nothing was removed.'],
  [{ users: 1 }, 'Envoyage-test-Identity broke off, but the user pool pool is not empty: nothing was removed.'],
])('with %j in them nothing at all is touched', async (content, sentence) => {
  const { run, calls } = aBrokenDeploy(content);
  await expect(run()).rejects.toThrow(sentence);
  expect(calls).toEqual([]);
});

test('a bucket with files stays, and is told', async () => {
  const { run } = aBrokenDeploy({ fullBucket: true });
  expect(await run()).toContain('The bucket logs is not empty and stays.');
});
