import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { refusalsAtOnce } from '../background.ts';
import { ImpactAlarm } from './alarm.ts';
import type { SliceFunction } from './slice-function.ts';

const tries = 60;

export class MailRefusals extends Construct {
  constructor(scope: Construct, id: string, configurationSet: string, consumer: SliceFunction) {
    super(scope, id);
    const failed = new Queue(this, 'Failed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
    const waiting = new Queue(this, 'Waiting', {
      enforceSSL: true,
      visibilityTimeout: Duration.minutes(1),
      deadLetterQueue: { queue: failed, maxReceiveCount: tries },
    });
    new Rule(this, 'Told', {
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received'],
        // Every stage of the account shares the bus.
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSet] } } },
      },
      targets: [new SqsQueue(waiting)],
    });
    consumer.addEventSource(
      new SqsEventSource(waiting, { batchSize: 10, maxConcurrency: refusalsAtOnce, reportBatchItemFailures: true }),
    );
    new ImpactAlarm(this, 'RefusalsGivenUp', {
      impact:
        'Members whose address takes no mails are not told, and mails to them go on. npm run redrive makes up for it.',
      topic: consumer.topic,
      metric: failed.metricApproximateNumberOfMessagesVisible(),
      threshold: 1,
    });
    new CfnOutput(Stack.of(this), 'FailedRefusalsArn', {
      value: failed.queueArn,
      description: 'npm run redrive reads it',
    });
  }
}
