import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mailersAtOnce } from '#functions/mail/pace.ts';
import { ImpactAlarm } from './alarm.ts';
import type { SliceFunction } from './slice-function.ts';

/** Longer than a batch may take, and no more: after it comes back what a mailer had that was killed. */
const visibility = Duration.seconds(40);

/** The most that SQS knows. While SES takes none, the mailer hides each mail for longer, which makes it 25 hours. */
const tries = 1000;

/** The mails that wait for SES, and those that were given up. */
export class MailQueue extends Construct {
  readonly queue: IQueue;
  readonly #topic: ITopic;

  constructor(scope: Construct, id: string, topic: ITopic) {
    super(scope, id);
    this.#topic = topic;
    const failed = new Queue(this, 'Failed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Waiting', {
      enforceSSL: true,
      visibilityTimeout: visibility,
      deadLetterQueue: { queue: failed, maxReceiveCount: tries },
    });
    new ImpactAlarm(this, 'MailsGivenUp', {
      impact:
        'Mails could not be sent for half a day or longer. The night gives those of the last three days to the mailer again.',
      topic,
      metric: failed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
  }

  feed(mailer: SliceFunction): void {
    mailer.addEventSource(
      new SqsEventSource(this.queue, { batchSize: 5, maxConcurrency: mailersAtOnce, reportBatchItemFailures: true }),
    );
    new ImpactAlarm(this, 'MailsWait', {
      impact: 'The oldest mail waits for a quarter of an hour: SES takes none, too few, or the daily quota is reached.',
      topic: this.#topic,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      threshold: Duration.minutes(15).toSeconds(),
    });
  }
}
