import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { mailersAtOnce } from '#functions/mail/pace.ts';
import { brand } from '#shared/values/brand.ts';
import { ImpactAlarm } from './alarm.ts';
import type { SliceFunction } from './slice-function.ts';

/** Longer than a batch may take, and no more: after it comes back what a mailer had that was killed. */
const visibility = Duration.seconds(40);

/** The most that SQS knows. While SES takes none, the mailer hides each mail for longer, which makes it 25 hours. */
const tries = 1000;

export class MailQueue extends Construct {
  readonly queue: IQueue;
  readonly #topic: ITopic;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { topic, stage }: { topic: ITopic; stage: string }) {
    super(scope, id);
    this.#topic = topic;
    this.#stage = stage;
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
    this.#watchHeld(mailer);
    new ImpactAlarm(this, 'MailsWait', {
      impact: 'The oldest mail waits for a quarter of an hour: SES takes none, too few, or the daily quota is reached.',
      topic: this.#topic,
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5) }),
      threshold: Duration.minutes(15).toSeconds(),
    });
  }

  /** The age of a queue forgets messages that were received three times, and while SES takes none all soon were. */
  #watchHeld({ logGroup }: SliceFunction) {
    const field = '$.heldMails';
    const filter = new MetricFilter(this, 'HeldMails', {
      logGroup,
      metricNamespace: brand.name,
      metricName: `HeldMails-${this.#stage}`,
      filterPattern: FilterPattern.numberValue(field, '>', 0),
      metricValue: field,
    });
    new ImpactAlarm(this, 'MailsHeld', {
      impact: 'For a quarter of an hour mails went back to their queue: SES takes none, or the daily quota is reached.',
      page: 'mails-wait.md',
      topic: this.#topic,
      metric: filter.metric({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      periods: 3,
    });
  }
}
