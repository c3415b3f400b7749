import { type App, CfnOutput, Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { brand } from '#shared/values/brand.ts';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { MailQueue } from '../constructs/mail-queue.ts';
import { MailRefusals } from '../constructs/mail-refusals.ts';
import { NoticeQueue } from '../constructs/notice-queue.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction } from '../constructs/slice-function.ts';
import { SocketApi } from '../constructs/socket-api.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { VersionedSecret } from '../constructs/versioned-secret.ts';
import { subscriptionVariable } from '../grants.ts';
import type { DataStack } from './data-stack.ts';
import type { FilesStack } from './files-stack.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { MailStack } from './mail-stack.ts';

interface Above {
  readonly data: DataStack;
  readonly mail: MailStack;
  readonly identity: IdentityStack;
  readonly files: FilesStack;
}

/** The socket, the two readers of the stream, and the jobs. */
export class LiveStack extends ProductStack {
  readonly socket: SocketApi;
  readonly socketSecret: VersionedSecret;

  constructor(scope: App, settings: Settings, builds: Builds, { data, mail, identity, files }: Above) {
    super(scope, 'Live', settings);
    const { table, topic } = data;
    const shared = { settings, builds, topic, resources: { table } };
    this.socketSecret = new VersionedSecret(this, 'SocketSecret', 'socket');
    const socketFunction = new SliceFunction(this, 'socket', {
      ...shared,
      environment: this.socketSecret.variables('ORIGIN_SECRET'),
    });
    this.socket = new SocketApi(this, 'SocketApi', settings, socketFunction);

    const failedEvents = new PrivateBucket(this, 'FailedEvents', {
      lifecycleRules: [{ expiration: Duration.days(14) }],
    });
    new CfnOutput(this, 'FailedEventsBucket', {
      value: failedEvents.bucketName,
      description: 'npm run redrive reads it',
    });
    this.watchFailedEvents(failedEvents, topic);
    new StreamConsumer(this, 'projector', { ...shared, table, failedEvents });
    const mails = new MailQueue(this, 'Mails', { topic, stage: this.settings.stage });
    const notices = new NoticeQueue(this, 'Notices', { topic, settings });
    const resources = {
      table,
      pool: identity.pool,
      buckets: files.buckets,
      fileKey: files.key,
      configurationSet: mail.configurationSet,
      derivedSecret: data.derivedSecret,
      mailQueue: mails.queue,
      noticeQueue: notices.queue,
      socket: this.socket.stage,
    };
    new StreamConsumer(this, 'dispatcher', { ...shared, resources, table, failedEvents });
    mails.feed(new SliceFunction(this, 'mailer', { ...shared, resources }));
    notices.feed(new SliceFunction(this, 'notifier', { ...shared, resources }));
    new MailRefusals(this, 'Refusals', mail.configurationSet, new SliceFunction(this, 'mail-refusals', shared));
    const environment = subscriptionVariable(settings);
    this.start(new SliceFunction(this, 'daily', { ...shared, resources, environment }), {
      rule: 'EveryNight',
      // UTC; from 4:15 to 8:45 in Algiers. A run after the night's work is finished ends immediately.
      schedule: Schedule.cron({ hour: '3-7', minute: '15,30,45' }),
      missed: ['MissedDays', 'MissedDay'],
    });
    const reminders = new SliceFunction(this, 'reminders', shared);
    this.start(reminders, {
      rule: 'EveryFiveMinutes',
      schedule: Schedule.rate(Duration.minutes(5)),
      missed: ['MissedReminders', 'MissedReminder'],
    });
    this.start(new SliceFunction(this, 'account-deletion', { ...shared, resources }), {
      rule: 'DeletionsEveryFiveMinutes',
      schedule: Schedule.rate(Duration.minutes(5)),
      missed: ['MissedDeletions', 'MissedDeletion'],
    });
    this.start(new SliceFunction(this, 'exporter', { ...shared, resources }), {
      rule: 'ArchivesEveryFiveMinutes',
      schedule: Schedule.rate(Duration.minutes(5)),
      missed: ['MissedExports', 'MissedExport'],
    });
    this.watchReceipts(reminders);
    const snapshots = new SliceFunction(this, 'snapshots', shared);
    this.start(snapshots, {
      rule: 'EveryMinute',
      schedule: Schedule.rate(Duration.minutes(1)),
      missed: ['MissedSnapshots', 'MissedSnapshot'],
    });
    this.watchSnapshots(snapshots);
    this.start(
      new SliceFunction(this, 'watch', { ...shared, environment: { PAGE_DOCUMENTS: settings.pageDocuments } }),
      {
        rule: 'WatchEveryFiveMinutes',
        schedule: Schedule.rate(Duration.minutes(5)),
        missed: ['MissedWatches', 'MissedWatch'],
      },
    );
  }

  /** Rings four hours before the promise to members is missed (product 2.4). */
  private watchReceipts({ logGroup, topic }: SliceFunction) {
    const field = '$.oldestReceiptHours';
    const filter = new MetricFilter(this, 'ReceiptAge', {
      logGroup,
      metricNamespace: brand.name,
      metricName: `OldestReceiptHours-${this.settings.stage}`,
      filterPattern: FilterPattern.numberValue(field, '>=', 0),
      metricValue: field,
    });
    new ImpactAlarm(this, 'ReceiptsWait', {
      impact: 'A receipt waits for 20 hours of working days: after 24 the promise to its member is missed.',
      topic,
      metric: filter.metric({ statistic: 'Maximum', period: Duration.hours(1) }),
      threshold: 20,
    });
  }

  /** A look that makes a snapshot, or finds that none is due, counts none. */
  private watchSnapshots({ logGroup, topic }: SliceFunction) {
    const field = '$.waitingSnapshots';
    const filter = new MetricFilter(this, 'WaitingSnapshots', {
      logGroup,
      metricNamespace: brand.name,
      metricName: `WaitingSnapshots-${this.settings.stage}`,
      filterPattern: FilterPattern.numberValue(field, '>=', 0),
      metricValue: field,
    });
    new ImpactAlarm(this, 'SnapshotsWait', {
      impact: 'For half an hour no snapshot of the search was made although one is due: each search costs more.',
      topic,
      metric: filter.metric({ statistic: 'Minimum', period: Duration.minutes(5) }),
      threshold: 1,
      periods: 6,
    });
  }

  /** S3 counts objects once a day: objects without a redrive raise the alarm again. */
  private watchFailedEvents({ bucketName }: PrivateBucket, topic: ITopic) {
    new ImpactAlarm(this, 'FailedEventsWaiting', {
      impact:
        'Changes that were given up on still wait for npm run redrive: some members lack a mail, a listing or a rating.',
      topic,
      metric: new Metric({
        namespace: 'AWS/S3',
        metricName: 'NumberOfObjects',
        dimensionsMap: { BucketName: bucketName, StorageType: 'AllStorageTypes' },
        statistic: 'Maximum',
        period: Duration.days(1),
      }),
      threshold: 1,
    });
  }

  /** A start that fails is kept in the first of `missed`, and the second rings. */
  private start(
    job: SliceFunction,
    { rule, schedule, missed: [queue, alarm] }: { rule: string; schedule: Schedule; missed: [string, string] },
  ) {
    const missed = new Queue(this, queue, { enforceSSL: true, retentionPeriod: Duration.days(14) });
    new Rule(this, rule, {
      schedule,
      targets: [new LambdaFunction(job, { retryAttempts: 2, deadLetterQueue: missed })],
    });
    new ImpactAlarm(this, alarm, {
      impact: `The job did not start: ${job.impact}`,
      page: 'job-not-started.md',
      topic: job.topic,
      metric: missed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
  }
}
