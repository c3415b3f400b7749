import { type App, Aws, CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import {
  Bucket,
  BucketEncryption,
  type BucketProps,
  EventType,
  HttpMethods,
  ObjectLockRetention,
} from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction } from '../constructs/slice-function.ts';
import { WatchedQueue } from '../constructs/watched-queue.ts';
import type { BucketName } from '../function-table.ts';
import { type CopiedBucket, copiedBuckets, copiesKeyAlias, copyOf, pascalCase, siteUrlOf } from '../naming.ts';
import type { DataStack } from './data-stack.ts';

/** Members' files: they arrive in quarantine, and only the scanner moves them on. */
export class FilesStack extends ProductStack {
  readonly buckets: Readonly<Record<BucketName, Bucket>>;
  readonly key: Key;
  private readonly accessLogs: Bucket;
  private readonly copier?: Role;

  constructor(scope: App, settings: Settings, builds: Builds, { table, topic }: DataStack) {
    super(scope, 'Files', settings, { terminationProtection: true });
    this.key = new Key(this, 'Key', {
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    if (settings.backupAccount)
      this.copier = new Role(this, 'Copier', { assumedBy: new ServicePrincipal('s3.amazonaws.com') });
    this.accessLogs = new PrivateBucket(this, 'AccessLogs', { lifecycleRules: [{ expiration: Duration.days(90) }] });
    this.buckets = {
      quarantine: this.makeQuarantine(),
      identity: this.makeBucket('Identity', this.encrypted()),
      private: this.makePrivate(),
      media: this.makeMedia(),
      log: this.makeLogCopy(),
    };
    if (this.copier) this.letCopy(this.copier);
    const description = 'npm run restore reads it';
    new CfnOutput(this, 'PrivateBucket', { value: this.buckets.private.bucketName, description });
    new CfnOutput(this, 'MediaBucket', { value: this.buckets.media.bucketName, description });
    const scanner = new SliceFunction(this, 'scanner', {
      settings,
      builds,
      topic,
      resources: { table, buckets: this.buckets, fileKey: this.key },
      environment: { TRIES: String(tries) },
    });
    this.feed(scanner, topic);
  }

  private makeBucket(id: string, props: BucketProps = {}) {
    const bucket = new PrivateBucket(this, id, {
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      ...props,
    });
    // A second file under a key is refused, so that nothing replaces the described or judged file.
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'WriteOnce',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [bucket.arnForObjects('*')],
        conditions: { Null: { 's3:if-none-match': 'true' } },
      }),
    );
    return bucket;
  }

  /** Each file also goes to the other account, and so does its deletion (decision 066). */
  private copied(name: CopiedBucket): BucketProps {
    const { backupAccount, backupRegion } = this.settings;
    if (!backupAccount) return {};
    const destination = Bucket.fromBucketAttributes(this, `CopyOf${pascalCase(name)}`, {
      bucketName: copyOf(name, this.settings),
      account: backupAccount,
      region: backupRegion,
    });
    const kmsKey = Key.fromKeyArn(
      this,
      `CopiesKeyOf${pascalCase(name)}`,
      this.copiesKey(copiesKeyAlias(this.settings)),
    );
    const rule = { destination, accessControlTransition: true, deleteMarkerReplication: true };
    // Archives contain identity documents, and are gone within a day.
    const keptPrefixes = ['parcels/', 'proofs/', 'receipts/'];
    return {
      replicationRole: this.copier,
      replicationRules:
        name === 'private'
          ? keptPrefixes.map((prefix, priority) => ({
              ...rule,
              kmsKey,
              sseKmsEncryptedObjects: true,
              filter: { prefix },
              priority,
            }))
          : [rule],
    };
  }

  private copiesKey(resource: string) {
    const { backupAccount, backupRegion } = this.settings;
    return `arn:${Aws.PARTITION}:kms:${backupRegion}:${backupAccount}:${resource}`;
  }

  /** The rights that S3 needs to copy, in both accounts (« Setting up permissions for live replication »). */
  private letCopy(copier: Role) {
    const sources = copiedBuckets.map((name) => this.buckets[name]);
    const copies = copiedBuckets.map((name) => `arn:${Aws.PARTITION}:s3:::${copyOf(name, this.settings)}/*`);
    const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
      copier.addToPolicy(new PolicyStatement({ actions, resources, ...(conditions ? { conditions } : {}) }));
    allow(
      ['s3:GetReplicationConfiguration', 's3:ListBucket'],
      sources.map(({ bucketArn }) => bucketArn),
    );
    allow(
      [
        's3:GetObjectVersionForReplication',
        's3:GetObjectVersionAcl',
        's3:GetObjectVersionTagging',
        's3:GetObjectRetention',
        's3:GetObjectLegalHold',
      ],
      sources.map((bucket) => bucket.arnForObjects('*')),
    );
    allow(
      ['s3:ReplicateObject', 's3:ReplicateDelete', 's3:ReplicateTags', 's3:ObjectOwnerOverrideToBucketOwner'],
      copies,
    );
    allow(['kms:Decrypt'], [this.key.keyArn]);
    // A right names a key, never its alias.
    allow(['kms:Encrypt'], [this.copiesKey('key/*')], {
      'ForAnyValue:StringEquals': { 'kms:ResourceAliases': copiesKeyAlias(this.settings) },
    });
  }

  private encrypted(): BucketProps {
    return { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true };
  }

  /** Browsers PUT here with a signed address; each file is deleted within a day. */
  private makeQuarantine() {
    const bucket = this.makeBucket('Quarantine', {
      ...this.encrypted(),
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          // Without a domain the site's name is made by a stack that needs this one first, so only its pattern
          // is known. The signed address is the permission; the origin only limits the pages that may use it.
          allowedOrigins: [siteUrlOf(this.settings) ?? 'https://*.cloudfront.net'],
          allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
          maxAge: 3600,
        },
      ],
    });
    return bucket;
  }

  /**
   * Files of deliveries and payments. Archives of members' data contain identity documents and leave no old version.
   */
  private makePrivate() {
    return this.makeBucket('Private', {
      versioned: true,
      ...this.copied('private'),
      ...this.encrypted(),
      lifecycleRules: [
        ...versioned.lifecycleRules,
        { prefix: 'exports/', expiration: Duration.days(1), noncurrentVersionExpiration: Duration.days(1) },
      ],
    });
  }

  /**
   * Pictures everybody may see, through CloudFront only. The distribution is made later, so any distribution of this
   * account may read.
   */
  private makeMedia() {
    const bucket = this.makeBucket('Media', { ...versioned, ...this.copied('media') });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: ['s3:GetObject'],
        resources: [bucket.arnForObjects('media/*')],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: { 'aws:SourceArn': `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/*` },
        },
      }),
    );
    return bucket;
  }

  /**
   * The copy of the administrators' log (rule 96). Its objects stay for three years, and S3 itself deletes them
   * afterwards. On `prod` this cannot be shortened, even by the root user or AWS Support. In other stages a principal
   * that may change the bucket's policy can, so that a stage can be removed (decision 055).
   */
  private makeLogCopy() {
    const bucket = this.makeBucket('LogCopy', {
      versioned: true,
      ...this.copied('log'),
      objectLockEnabled: true,
      objectLockDefaultRetention:
        this.settings.stage === 'prod'
          ? ObjectLockRetention.compliance(logRetention)
          : ObjectLockRetention.governance(logRetention),
      lifecycleRules: [{ expiration: logRetention, noncurrentVersionExpiration: Duration.days(1) }],
    });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        sid: 'KeepVersions',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:BypassGovernanceRetention', 's3:PutObjectRetention', 's3:DeleteObjectVersion'],
        resources: [bucket.arnForObjects('*')],
      }),
    );
    return bucket;
  }

  private feed(scanner: SliceFunction, topic: DataStack['topic']) {
    const scans = new WatchedQueue(this, 'Scans', {
      topic,
      // A failed scan is tried again while its member still waits, for up to a minute. Lambda recommends six
      // times the function's timeout because of batches. Here a message is a call, so more than one timeout is enough.
      visibility: Duration.seconds(30),
      tries,
      givenUp: {
        id: 'FailedScansWaiting',
        impact:
          'Some files could not be scanned in five tries. Their members are told to send them again. npm run redrive scans them after all.',
      },
      redrivenAs: 'FailedScansArn',
    });
    this.buckets.quarantine.addEventNotification(EventType.OBJECT_CREATED_PUT, new SqsDestination(scans.queue), {
      prefix: 'quarantine/',
    });
    scans.feed(scanner, { batchSize: 1, maxConcurrency: this.settings.scansAtOnce });
  }
}

const logRetention = Duration.days(3 * 365);

/** Tries of a scan, half a minute apart, before its message goes to the queue of failed scans. */
const tries = 5;

/** Overwritten or deleted objects can be restored for a month. */
const versioned = {
  versioned: true,
  lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
};
