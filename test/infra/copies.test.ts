import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { parseSettings } from '#infra/config.ts';
import { CopiesStack } from '#infra/stacks/copies-stack.ts';
import { type Properties, type Resource, synthesize } from './synth.ts';

const given = { account: '111111111111', backupAccount: '222222222222', stage: 'prod' };
const { only, resources, everywhere } = synthesize(given);
const app = new App();
const stack = new CopiesStack(app, { ...parseSettings(given), account: '111111111111', backupAccount: '222222222222' });
const copies = Object.values(
  app.synth().getStackByName(stack.stackName).template['Resources'] as Record<string, Resource>,
);
const copiesOf = (type: string) => copies.filter(({ Type }) => Type === type).map(({ Properties }) => Properties);
const vault = 'arn:aws:backup:eu-central-1:222222222222:backup-vault:envoyage-prod-copies';

test('the table is backed up each night, and the copy goes to the locked vault of the other account', () => {
  expect(
    JSON.stringify(only('data', 'AWS::Backup::BackupPlan')).replaceAll('{"Ref":"AWS::Partition"}', 'aws'),
  ).toContain('backup-vault:envoyage-prod-copies');
  expect(only('data', 'AWS::Backup::BackupPlan')).toMatchObject({
    BackupPlan: {
      BackupPlanRule: [{ Lifecycle: { DeleteAfterDays: 14 }, CopyActions: [{ Lifecycle: { DeleteAfterDays: 14 } }] }],
    },
  });
  expect(copiesOf('AWS::Backup::BackupVault')).toMatchObject([
    {
      BackupVaultName: vault.split(':').at(-1),
      LockConfiguration: { MinRetentionDays: 14, ChangeableForDays: 3 },
      AccessPolicy: {
        Statement: [{ Action: 'backup:CopyIntoBackupVault', Principal: { AWS: expect.anything() } }],
      },
    },
  ]);
});

test('files and log are copied with their deletions into locked buckets, and nothing with an identity document is', () => {
  const replicated = resources('files', 'AWS::S3::Bucket').flatMap(([id, { Properties }]) => {
    const { Rules = [] } = (Properties['ReplicationConfiguration'] ?? {}) as { Rules?: readonly Properties[] };
    return Rules.map((rule) => ({ id: id.replace(/[\dA-F]{8}$/, ''), ...rule }) as Properties & { id: string });
  });
  const named = replicated.map(({ id, Filter, DeleteMarkerReplication }) => [
    id,
    (Filter as { Prefix?: string } | undefined)?.Prefix ?? '',
    DeleteMarkerReplication,
  ]);
  const enabled = { Status: 'Enabled' };
  expect(named).toEqual([
    ['Private', 'parcels/', enabled],
    ['Private', 'proofs/', enabled],
    ['Private', 'receipts/', enabled],
    ['Media', '', enabled],
    ['LogCopy', '', enabled],
  ]);
  const names = copiesOf('AWS::S3::Bucket').map(({ BucketName }) => BucketName);
  for (const { Destination } of replicated)
    expect(names.some((name) => JSON.stringify(Destination).includes(name as string))).toBe(true);
  for (const bucket of copiesOf('AWS::S3::Bucket'))
    expect(bucket).toMatchObject({
      ObjectLockConfiguration: { Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: 30 } } },
      VersioningConfiguration: enabled,
    });
});

test('without a second account nothing of it is made, and it must be another account and region', () => {
  const alone = synthesize();
  for (const type of ['AWS::Backup::BackupPlan', 'AWS::Backup::BackupVault'])
    expect(alone.everywhere(type)).toEqual([]);
  expect(JSON.stringify(alone.everywhere('AWS::S3::Bucket'))).not.toContain('ReplicationConfiguration');
  expect(everywhere('AWS::Backup::BackupPlan')).toHaveLength(1);
  expect(() => parseSettings({ ...given, backupAccount: given.account })).toThrow('another account');
  expect(() => parseSettings({ ...given, backupRegion: 'eu-west-3' })).toThrow('another region');
  expect(() => parseSettings({ ...given, backupAccount: '12' })).toThrow('12 digits');
});
