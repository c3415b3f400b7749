import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { kebabCase } from '#infra/naming.ts';
import { brand } from '#shared/values/brand.ts';

/** Where alarms go: an encrypted topic with one mail address, whose owner must accept the subscription once. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, email: string) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    // The service acts for every account, so the alarm that it acts for must be one of ours.
    const conditions = {
      StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
      ArnLike: {
        'aws:SourceArn': `arn:${Aws.PARTITION}:cloudwatch:${Stack.of(this).region}:${Aws.ACCOUNT_ID}:alarm:${brand.name}-*`,
      },
    };
    // CloudWatch cannot publish with the key that AWS manages (`alias/aws/sns`).
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions,
      }),
    );
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions,
      }),
    );
    this.topic.addSubscription(new EmailSubscription(email));
  }
}

export interface ImpactAlarmProps extends Pick<AlarmProps, 'metric' | 'threshold'> {
  /** The effect on people, in one sentence. With the path of its page it is the text of the alarm's mail. */
  readonly impact: string;
  /** Its page in `docs/runbooks/alarms`, with an anchor if it has only a part of one; by default its own name. */
  readonly page?: string;
  readonly topic: ITopic;
  /** Periods in a row above the threshold, 1 by default. */
  readonly periods?: number;
  /** Rings at or below the threshold. */
  readonly isFloor?: boolean;
}

/**
 * An alarm at or above a threshold with its impact. Missing data is no alarm: nothing happened. Its end is mailed, too.
 */
export class ImpactAlarm extends Alarm {
  constructor(
    scope: Construct,
    id: string,
    { impact, page = `${kebabCase(id)}.md`, topic, periods = 1, isFloor, ...rest }: ImpactAlarmProps,
  ) {
    super(scope, id, {
      ...rest,
      alarmDescription: `${impact} What to do: docs/runbooks/alarms/${page}`,
      evaluationPeriods: periods,
      comparisonOperator: isFloor
        ? ComparisonOperator.LESS_THAN_OR_EQUAL_TO_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    const told = new SnsAction(topic);
    this.addAlarmAction(told);
    this.addOkAction(told);
  }
}
