import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
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
