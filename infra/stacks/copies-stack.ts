import { type App, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BackupVault } from 'aws-cdk-lib/aws-backup';
import { AccountPrincipal, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import type { Settings } from '#infra/config.ts';
import { PrivateBucket } from '#infra/constructs/private-bucket.ts';
import { copiedBuckets, copiesKeyAlias, copiesVault, copyOf, pascalCase, stackName } from '#infra/naming.ts';

/**
 * The copies of a stage, in another account and region (decision 066). The account of the stage adds to them, and
 * their locks keep them until their time, against every account and AWS itself.
 */
export class CopiesStack extends Stack {
  constructor(scope: App, settings: Settings & { readonly account: string; readonly backupAccount: string }) {
    super(scope, stackName(settings, 'Copies'), {
      env: { account: settings.backupAccount, region: settings.backupRegion },
      terminationProtection: true,
    });
    const stage = new AccountPrincipal(settings.account);
    const key = new Key(this, 'Key', {
      alias: copiesKeyAlias(settings),
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [stage],
        actions: ['kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*', 'kms:DescribeKey', 'kms:CreateGrant'],
        resources: ['*'],
      }),
    );
    new BackupVault(this, 'Vault', {
      backupVaultName: copiesVault(settings),
      encryptionKey: key,
      // Not even AWS can shorten it after three days.
      lockConfiguration: { minRetention: Duration.days(14), changeableFor: Duration.days(3) },
      accessPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({ principals: [stage], actions: ['backup:CopyIntoBackupVault'], resources: ['*'] }),
        ],
      }),
      removalPolicy: RemovalPolicy.RETAIN,
    });
    for (const name of copiedBuckets) {
      const bucket = new PrivateBucket(this, pascalCase(name), {
        bucketName: copyOf(name, settings),
        versioned: true,
        ...(name === 'private' ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true } : {}),
        objectLockEnabled: true,
        objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(30)),
        // A file that its stage has deleted disappears here, too.
        lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30), expiredObjectDeleteMarker: true }],
      });
      bucket.addToResourcePolicy(
        new PolicyStatement({
          principals: [stage],
          actions: [
            's3:ReplicateObject',
            's3:ReplicateDelete',
            's3:ReplicateTags',
            's3:ObjectOwnerOverrideToBucketOwner',
          ],
          resources: [bucket.arnForObjects('*')],
        }),
      );
    }
  }
}
