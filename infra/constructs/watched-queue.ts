import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ImpactAlarm } from './alarm.ts';
import type { SliceFunction } from './slice-function.ts';

interface AlarmText {
  readonly id: string;
  readonly impact: string;
}

export interface WatchedQueueProps {
  readonly topic: ITopic;
  /** Longer than its consumer may take for a batch. */
  readonly visibility: Duration;
  readonly tries: number;
  /** Rings when a message has failed every try. */
  readonly givenUp: AlarmText;
  /** Rings when the oldest message waits for a quarter of an hour. */
  readonly late?: AlarmText;
  /** The output in which `npm run redrive` finds the messages that have failed. */
  readonly redrivenAs?: string;
}

/** A queue with a second one for messages that have failed every try, and its alarms. */
export class WatchedQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, props: WatchedQueueProps) {
    super(scope, id);
    const { topic, visibility, tries, givenUp, late, redrivenAs } = props;
    const failed = new Queue(this, 'Failed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Waiting', {
      enforceSSL: true,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: failed, maxReceiveCount: tries },
    });
    const metric = failed.metricApproximateNumberOfMessagesVisible();
    new ImpactAlarm(this, givenUp.id, { impact: givenUp.impact, topic, metric, threshold: 1 });
    if (late)
      new ImpactAlarm(this, late.id, {
        impact: late.impact,
        topic,
        metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
        threshold: Duration.minutes(15).toSeconds(),
      });
    if (redrivenAs)
      new CfnOutput(Stack.of(this), redrivenAs, { value: failed.queueArn, description: 'npm run redrive reads it' });
  }

  feed(consumer: SliceFunction, limits: { readonly batchSize: number; readonly maxConcurrency: number }): void {
    consumer.addEventSource(new SqsEventSource(this.queue, { ...limits, reportBatchItemFailures: true }));
  }
}
