import { type App, CfnOutput, Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { mailersAtOnce } from '#functions/mail/ses.ts';
import { refusalsAtOnce } from '../background.ts';
import type { Builds } from '../builds.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from '../constructs/alarm.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { ProductStack } from '../constructs/product-stack.ts';
import { SliceFunction } from '../constructs/slice-function.ts';
import { SocketApi } from '../constructs/socket-api.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { VersionedSecret } from '../constructs/versioned-secret.ts';
import { WatchedQueue } from '../constructs/watched-queue.ts';
import { subscriptionVariables } from '../grants.ts';
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
    const projector = new StreamConsumer(this, 'projector', { ...shared, table, failedEvents });
    const mails = new WatchedQueue(this, 'Mails', { ...mailQueue, topic });
    const notices = new WatchedQueue(this, 'Notices', { ...noticeQueue, topic });
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
    const dispatcher = new StreamConsumer(this, 'dispatcher', { ...shared, resources, table, failedEvents });
    const mailer = new SliceFunction(this, 'mailer', { ...shared, resources });
    mails.feed(mailer, { batchSize: 5, maxConcurrency: mailersAtOnce });
    this.watchHeldMails(mails, mailer);
    const notifier = new SliceFunction(this, 'notifier', { ...shared, resources });
    // One message at a time: a listing that many wait for may take all the memory and time of a run.
    notices.feed(notifier, { batchSize: 1, maxConcurrency: settings.noticesAtOnce });
    this.watchPushes(notices, notifier);
    this.watchDropped(dispatcher, notifier);
    this.followRefusals(mail.configurationSet, new SliceFunction(this, 'mail-refusals', shared));

    const subscription = subscriptionVariables(settings);
    this.start(new SliceFunction(this, 'daily', { ...shared, resources, environment: subscription }), jobs.daily);
    const reminders = new SliceFunction(this, 'reminders', shared);
    this.start(reminders, jobs.reminders);
    this.watchReceipts(reminders);
    this.start(new SliceFunction(this, 'account-deletion', { ...shared, resources }), jobs.deletions);
    this.start(new SliceFunction(this, 'exporter', { ...shared, resources }), jobs.archives);
    const snapshots = new SliceFunction(this, 'snapshots', shared);
    this.start(snapshots, jobs.snapshots);
    this.watchSnapshots(snapshots);
    const environment = { PAGE_DOCUMENTS: settings.pageDocuments };
    this.start(new SliceFunction(this, 'watch', { ...shared, environment }), jobs.watch);

    // They may write a kind of record that a release adds, and what follows from it would be lost.
    const isBefore = (one: SliceFunction) => one instanceof StreamConsumer || one === socketFunction;
    for (const child of this.node.children)
      if (child instanceof SliceFunction && !isBefore(child)) child.node.addDependency(projector, dispatcher);
  }

  /** The age of a queue forgets messages that were received three times, and while SES takes none all soon were. */
  private watchHeldMails(mails: WatchedQueue, mailer: SliceFunction) {
    new ImpactAlarm(mails, 'MailsHeld', {
      impact:
        'For a quarter of an hour, mails have gone back to their queue. SES takes none, or its daily quota is used up.',
      page: 'mails-wait.md',
      topic: mailer.topic,
      metric: mailer.logged(mails, 'heldMails').metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      periods: 3,
    });
  }

  private watchPushes(notices: WatchedQueue, notifier: SliceFunction) {
    new ImpactAlarm(notices, 'PushesRefused', {
      impact: 'A push service refuses our key or our calls. Devices that use its browser are not notified.',
      topic: notifier.topic,
      metric: notifier.logged(notices, 'refusedPushes').metric({ statistic: 'Sum', period: Duration.minutes(15) }),
      // A member can register a device that a service refuses; a wrong key refuses everybody's.
      threshold: 20,
    });
  }

  /** Both go on without a failure: pages ask the API, and notices stay in their list. */
  private watchDropped(dispatcher: SliceFunction, notifier: SliceFunction) {
    notifier.logged(notifier, 'droppedPushes');
    new ImpactAlarm(this, 'PushesDropped', {
      impact: 'Pushes are given up after their tries: open pages show changes late, or devices stay silent.',
      topic: dispatcher.topic,
      metric: dispatcher.logged(dispatcher, 'droppedPushes').metric({ statistic: 'Sum', period: Duration.minutes(15) }),
      // A gateway and a service each fail a few of many calls.
      threshold: 20,
    });
  }

  private followRefusals(configurationSet: string, consumer: SliceFunction) {
    const refusals = new WatchedQueue(this, 'Refusals', { ...refusalQueue, topic: consumer.topic });
    new Rule(refusals, 'Told', {
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        // Every stage of the account shares the bus.
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [new SqsQueue(refusals.queue)],
    });
    refusals.feed(consumer, { batchSize: 10, maxConcurrency: refusalsAtOnce });
  }

  /** Rings four hours before the promise to members is missed (product 2.4). */
  private watchReceipts(reminders: SliceFunction) {
    new ImpactAlarm(this, 'ReceiptsWait', {
      impact: 'A receipt has waited for 20 hours of working days. Members were promised an answer within 24.',
      topic: reminders.topic,
      metric: reminders
        .logged(this, 'oldestReceiptHours', '>=')
        .metric({ statistic: 'Maximum', period: Duration.hours(1) }),
      threshold: 20,
    });
  }

  /** A look that makes a snapshot, or finds that none is due, counts none. */
  private watchSnapshots(snapshots: SliceFunction) {
    new ImpactAlarm(this, 'SnapshotsWait', {
      impact: 'A snapshot of the search has been due for half an hour. Until there is one, each search costs more.',
      topic: snapshots.topic,
      metric: snapshots
        .logged(this, 'waitingSnapshots', '>=')
        .metric({ statistic: 'Minimum', period: Duration.minutes(5) }),
      threshold: 1,
      periods: 6,
    });
  }

  /** S3 counts objects once a day: objects without a redrive raise the alarm again. */
  private watchFailedEvents({ bucketName }: PrivateBucket, topic: ITopic) {
    new ImpactAlarm(this, 'FailedEventsWaiting', {
      impact:
        'Some changes have failed and wait for npm run redrive. Until then some members miss a mail, a listing or a rating.',
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
  private start(job: SliceFunction, { rule, schedule, missed: [queue, alarm] }: (typeof jobs)[keyof typeof jobs]) {
    const missed = new Queue(this, queue, { enforceSSL: true, retentionPeriod: Duration.days(14) });
    new Rule(this, rule, {
      schedule,
      targets: [new LambdaFunction(job, { retryAttempts: 2, deadLetterQueue: missed })],
    });
    new ImpactAlarm(this, alarm, {
      impact: `This job was not started: ${job.impact}`,
      page: 'job-not-started.md',
      topic: job.topic,
      metric: missed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
  }
}

const minutes = (count: number) => Schedule.rate(Duration.minutes(count));

const jobs = {
  // UTC; from 4:15 to 8:45 in Algiers. A run after the night's work is finished ends immediately.
  daily: {
    rule: 'EveryNight',
    schedule: Schedule.cron({ hour: '3-7', minute: '15,30,45' }),
    missed: ['MissedDays', 'MissedDay'],
  },
  reminders: { rule: 'EveryFiveMinutes', schedule: minutes(5), missed: ['MissedReminders', 'MissedReminder'] },
  deletions: { rule: 'DeletionsEveryFiveMinutes', schedule: minutes(5), missed: ['MissedDeletions', 'MissedDeletion'] },
  archives: { rule: 'ArchivesEveryFiveMinutes', schedule: minutes(5), missed: ['MissedExports', 'MissedExport'] },
  snapshots: { rule: 'EveryMinute', schedule: minutes(1), missed: ['MissedSnapshots', 'MissedSnapshot'] },
  watch: { rule: 'WatchEveryFiveMinutes', schedule: minutes(5), missed: ['MissedWatches', 'MissedWatch'] },
} as const;

const mailQueue = {
  // Longer than a batch may take, and no more: after it comes back what a mailer had that was killed.
  visibility: Duration.seconds(40),
  // The most that SQS knows. While SES takes none, the mailer hides each mail for longer, which makes it 25 hours.
  tries: 1000,
  givenUp: {
    id: 'MailsGivenUp',
    impact:
      'Some mails could not be sent for half a day or longer. The nightly job tries those of the last three days again.',
  },
  late: {
    id: 'MailsWait',
    impact:
      'The oldest mail has waited for a quarter of an hour. SES takes no mails or too few, or its daily quota is used up.',
  },
} as const;

const noticeQueue = {
  visibility: Duration.seconds(90),
  tries: 5,
  givenUp: {
    id: 'NoticesGivenUp',
    impact: 'After five tries, members with an alert have not heard of a listing, or devices have not been notified.',
  },
  late: {
    id: 'NoticesWait',
    impact: 'Members with an alert, and devices, are notified more than a quarter of an hour late.',
  },
  redrivenAs: 'FailedNoticesArn',
} as const;

const refusalQueue = {
  visibility: Duration.minutes(1),
  tries: 60,
  givenUp: {
    id: 'RefusalsGivenUp',
    impact:
      'Members whose address takes no mails are not told, and mails to them go on. npm run redrive tells them after all.',
  },
  redrivenAs: 'FailedRefusalsArn',
} as const;
