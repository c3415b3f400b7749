import { type App, Aws, CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { type Bucket, BucketEncryption, type BucketProps, EventType, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { SqsDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction } from '../constructs/slice-function.ts';
import type { BucketName } from '../function-table.ts';
import { siteUrlOf } from '../naming.ts';
import type { DataStack } from './data-stack.ts';

/** Members' files: they arrive in quarantine, and only the scanner moves them on. */
export class FilesStack extends ProductStack {
  readonly buckets: Readonly<Record<BucketName, Bucket>>;
  readonly key: Key;
  private readonly accessLogs: Bucket;

  constructor(scope: App, settings: Settings, builds: Builds, { table, topic }: DataStack) {
    super(scope, 'Files', settings, { terminationProtection: true });
    this.key = new Key(this, 'Key', {
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.accessLogs = new PrivateBucket(this, 'AccessLogs', { lifecycleRules: [{ expiration: Duration.days(90) }] });
    this.buckets = {
      quarantine: this.makeQuarantine(),
      identity: this.makeBucket('Identity', this.encrypted()),
      private: this.makeBucket('Private', versioned),
      media: this.makeMedia(),
    };
    const scanner = new SliceFunction(this, 'scanner', {
      settings,
      builds,
      topic,
      things: { table, buckets: this.buckets, fileKey: this.key },
    });
    this.feed(scanner, topic);
  }

  private makeBucket(id: string, props: BucketProps = {}) {
    return new PrivateBucket(this, id, {
      serverAccessLogsBucket: this.accessLogs,
      serverAccessLogsPrefix: `${id.toLowerCase()}/`,
      ...props,
    });
  }

  private encrypted(): BucketProps {
    return { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true };
  }

  /** Browsers PUT here with a signed address, each key once, and within a day the file is gone again. */
  private makeQuarantine() {
    const bucket = this.makeBucket('Quarantine', {
      ...this.encrypted(),
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          // `*` gives nothing away: the signed address is the right, and no cookie travels.
          allowedOrigins: [siteUrlOf(this.settings) ?? '*'],
          allowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
          maxAge: 3600,
        },
      ],
    });
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

  /** Pictures everybody may see, through CloudFront only. The distribution comes later, so any of this account may read. */
  private makeMedia() {
    const bucket = this.makeBucket('Media', versioned);
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

  private feed(scanner: SliceFunction, topic: DataStack['topic']) {
    const failed = new Queue(this, 'FailedScans', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    const scans = new Queue(this, 'Scans', {
      enforceSSL: true,
      // Six times the scanner's time, as Lambda asks.
      visibilityTimeout: Duration.seconds(90),
      deadLetterQueue: { queue: failed, maxReceiveCount: 5 },
    });
    this.buckets.quarantine.addEventNotification(EventType.OBJECT_CREATED_PUT, new SqsDestination(scans), {
      prefix: 'quarantine/',
    });
    scanner.addEventSource(new SqsEventSource(scans, { batchSize: 1, maxConcurrency: 10 }));
    new ImpactAlarm(this, 'FailedScansWaiting', {
      impact: 'Some members sent files that never arrive: npm run redrive tries them again.',
      topic,
      metric: failed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
    new CfnOutput(this, 'FailedScansArn', { value: failed.queueArn, description: 'npm run redrive reads it' });
  }
}

/** What was overwritten or deleted by mistake can be had back for a month. */
const versioned: BucketProps = {
  versioned: true,
  lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
};
