import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { brand } from '#shared/values/brand.ts';
import type { Settings } from '../config.ts';
import { ImpactAlarm } from './alarm.ts';
import type { SliceFunction } from './slice-function.ts';

/** Longer than the notifier may take. */
const visibility = Duration.seconds(90);

const tries = 5;

export class NoticeQueue extends Construct {
  readonly queue: IQueue;
  readonly #topic: ITopic;
  readonly #settings: Settings;

  constructor(scope: Construct, id: string, { topic, settings }: { topic: ITopic; settings: Settings }) {
    super(scope, id);
    this.#topic = topic;
    this.#settings = settings;
    const failed = new Queue(this, 'Failed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Waiting', {
      enforceSSL: true,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: failed, maxReceiveCount: tries },
    });
    new ImpactAlarm(this, 'NoticesGivenUp', {
      impact: 'Members with an alert were not notified of a listing, or devices were not, after five tries.',
      topic,
      metric: failed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
    new CfnOutput(Stack.of(this), 'FailedNoticesArn', {
      value: failed.queueArn,
      description: 'npm run redrive reads it',
    });
  }

  /** One message at a time: a listing that many wait for may take all the memory and time of a run. */
  feed(notifier: SliceFunction): void {
    notifier.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: 1,
        maxConcurrency: this.#settings.noticesAtOnce,
        reportBatchItemFailures: true,
      }),
    );
    new ImpactAlarm(this, 'NoticesWait', {
      impact: 'Members with an alert, and devices, are notified more than a quarter of an hour late.',
      topic: this.#topic,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      threshold: Duration.minutes(15).toSeconds(),
    });
    const field = '$.refusedPushes';
    const filter = new MetricFilter(this, 'RefusedPushes', {
      logGroup: notifier.logGroup,
      metricNamespace: brand.name,
      metricName: `RefusedPushes-${this.#settings.stage}`,
      filterPattern: FilterPattern.numberValue(field, '>', 0),
      metricValue: field,
    });
    new ImpactAlarm(this, 'PushesRefused', {
      impact: 'A push service refuses our key or our calls, so devices of its browser are not notified.',
      topic: this.#topic,
      metric: filter.metric({ statistic: 'Sum', period: Duration.minutes(15) }),
      // A member can register a device that a service refuses; a wrong key refuses everybody's.
      threshold: 20,
    });
  }
}
