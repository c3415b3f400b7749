import type { Context, Request } from '#infra/local/iam/policy.ts';
import { wildcard } from '#infra/local/iam/policy.ts';
import type { Resource } from '../synth.ts';
import handlers from './handlers.json' with { type: 'json' };

export const account = '123456789012';

/** Something of a template that CloudFormation makes, reads, changes or deletes. */
export interface Part {
  readonly stack: string;
  readonly region: string;
  readonly id: string;
  readonly resource: Resource;
}

/** One call that CloudFormation makes for a part, as IAM judges it. */
export interface Need extends Request {
  readonly type: string;
}

/** Replacements for registry entries that mean several actions. */
const meant: Readonly<Record<string, readonly string[]>> = {
  'dynamodb:Describe*': [
    'dynamodb:DescribeContinuousBackups',
    'dynamodb:DescribeContributorInsights',
    'dynamodb:DescribeKinesisStreamingDestination',
    'dynamodb:DescribeTable',
    'dynamodb:DescribeTableReplicaAutoScaling',
    'dynamodb:DescribeTimeToLive',
  ],
  'application-autoscaling:Describe*': [
    'application-autoscaling:DescribeScalableTargets',
    'application-autoscaling:DescribeScalingPolicies',
    'application-autoscaling:DescribeScheduledActions',
  ],
};

/** Actions for which IAM knows no resource: only a statement about `*` allows them. */
const withoutResource = new Set([
  'backup-storage:MountCapsule',
  'cloudwatch:PutMetricData',
  'kms:CreateKey',
  'kms:ListAliases',
  'lambda:CreateEventSourceMapping',
  'logs:CreateLogDelivery',
  'logs:DescribeDeliveries',
  'logs:DescribeResourcePolicies',
  'logs:PutResourcePolicy',
  'secretsmanager:GetRandomPassword',
  'sns:GetSubscriptionAttributes',
  'sns:SetSubscriptionAttributes',
  'sns:Unsubscribe',
]);

/** To which service a role is handed with a resource of this type. */
const passedTo: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'apigateway.amazonaws.com',
  'AWS::Backup::BackupSelection': 'backup.amazonaws.com',
  'AWS::CodeDeploy::DeploymentGroup': 'codedeploy.amazonaws.com',
  'AWS::Lambda::Function': 'lambda.amazonaws.com',
  'AWS::S3::Bucket': 's3.amazonaws.com',
};

/**
 * Calls that the registry lists and the product's settings never cause, as type and action, with the reason.
 */
export const neverCalled: readonly (readonly [type: string, action: string, why: string])[] = [
  ['AWS::CertificateManager::Certificate', 'acm-pca:*', 'no private authority signs'],
  ['AWS::Cognito::UserPoolClient', 'iam:PassRole', 'no client sends analytics with a role'],
  ['AWS::DynamoDB::GlobalTable', 'application-autoscaling:Delete*', 'the table is on demand'],
  ['AWS::DynamoDB::GlobalTable', 'application-autoscaling:Deregister*', 'the table is on demand'],
  ['AWS::DynamoDB::GlobalTable', 'application-autoscaling:Put*', 'the table is on demand'],
  ['AWS::DynamoDB::GlobalTable', 'application-autoscaling:Register*', 'the table is on demand'],
  ['AWS::DynamoDB::GlobalTable', 'dynamodb:*Item', 'items are copied for a second region alone'],
  ['AWS::DynamoDB::GlobalTable', 'dynamodb:Query', 'items are copied for a second region alone'],
  ['AWS::DynamoDB::GlobalTable', 'dynamodb:Scan', 'items are copied for a second region alone'],
  ['AWS::DynamoDB::GlobalTable', 'kinesis:*', 'the table has no stream of Kinesis'],
  ['AWS::IAM::Policy', 'iam:*GroupPolicy', 'policies belong to roles'],
  ['AWS::IAM::Policy', 'iam:*UserPolicy', 'policies belong to roles'],
  ['AWS::IAM::Role', 'iam:*RolePermissionsBoundary', 'no role of ours names a boundary'],
  ['AWS::Lambda::Function', 'ec2:*', 'no function lies in a network of ours'],
  ['AWS::Lambda::Function', 'elasticfilesystem:*', 'no function has a file system'],
  ['AWS::Logs::DeliverySource', 'autoloop:*', 'the source is CloudFront'],
  ['AWS::Logs::DeliverySource', 'codewhisperer:*', 'the source is CloudFront'],
  ['AWS::Logs::DeliverySource', 'workmail:*', 'the source is CloudFront'],
  ['AWS::Logs::LogGroup', 'firehose:*', 'no policy of data protection sends findings anywhere'],
  ['AWS::S3::Bucket', 's3:DeleteObject', 'a bucket is made empty and deleted empty'],
  ['AWS::S3::Bucket', 's3:PutObjectAcl', 'no bucket has access lists'],
  ['AWS::S3::Bucket', 's3tables:*', 'no bucket has tables of metadata'],
  ['AWS::SNS::Topic', 'iam:*', 'no topic writes a log of its deliveries'],
  ['AWS::SecretsManager::Secret', 'secretsmanager:Re*Re*', 'the secret lies in one region'],
];

/** The entry of `neverCalled` that covers it, if there is one. */
export const exceptionFor = ({ type, action }: Need) =>
  neverCalled.find(([ofType, pattern]) => ofType === type && wildcard(pattern).matches(action));

const known: Readonly<Record<string, string>> = { ...handlers.published, ...handlers.unpublished.types };

/** Types that CloudFormation handles by itself or by a function of ours. */
const isOwn = (type: string) => type === 'AWS::CDK::Metadata' || type.startsWith('Custom::');

/** The actions of a type's handlers. Throws for a type that `handlers.json` does not know. */
function actionsOf(type: string): readonly string[] {
  if (isOwn(type)) return type === 'AWS::CDK::Metadata' ? [] : ['lambda:InvokeFunction'];
  const actions = known[type];
  if (!actions) throw new Error(`handlers.json does not know ${type}: its head says where the registry lists it.`);
  return actions.split(' ').flatMap((action) => meant[action] ?? [action]);
}

/** Every call for one part of a template, with the names that it has on AWS. */
export function needsOf(part: Part): readonly Need[] {
  const { Type: type } = part.resource;
  const resources = actionsOf(type).map((action) => ({ type, action, ...target(part, action) }));
  const text = JSON.stringify(part.resource);
  const arn = (service: string, rest: string) => `arn:aws:${service}:${part.region}:${account}:${rest}`;
  const stack = arn('cloudformation', 'stack/Envoyage-prod-Web/0a1b2c3d');
  return [
    ...resources,
    ...(text.includes('Fn::GetStackOutput')
      ? [{ type, action: 'cloudformation:DescribeStacks', resource: stack, context: none }]
      : []),
    ...(text.includes('{{resolve:secretsmanager:')
      ? [
          {
            type,
            action: 'secretsmanager:GetSecretValue',
            resource: arn('secretsmanager', 'secret:OriginSecret-0a1b2c'),
            context: none,
          },
        ]
      : []),
  ];
}

const none: Context = new Map();

function target(part: Part, action: string): { resource: string; context: Context } {
  const { Type: type } = part.resource;
  const [service = ''] = action.split(':');
  if (withoutResource.has(action) || service === 'application-autoscaling') return { resource: '*', context: none };
  if (action === 'iam:PassRole')
    return { resource: named(part, 'iam'), context: new Map([['iam:passedtoservice', [passedTo[type] ?? '']]]) };
  if (action === 'iam:CreateServiceLinkedRole')
    return {
      resource: `arn:aws:iam::${account}:role/aws-service-role/x.amazonaws.com/AWSServiceRoleForX`,
      context: none,
    };
  if (service === 's3' && type.startsWith('AWS::Lambda::'))
    return { resource: `arn:aws:s3:::cdk-hnb659fds-assets-${account}-${part.region}/0a1b.zip`, context: none };
  return { resource: named(part, service, action), context: none };
}

/** The ARN of what a call of this service is about, in the names that CloudFormation or the template gives. */
function named({ stack, region, id, resource: { Type, Properties } }: Part, service: string, action = ''): string {
  const given = (property: string) => {
    const value = Properties?.[property];
    return typeof value === 'string' ? value : undefined;
  };
  // CloudFormation cuts a name that is too long behind that of the stack.
  const made = `${stack}-${id.slice(0, 12)}-1A2B3C4D5E6F`;
  const at = `arn:aws:${service}:${region}:${account}:`;
  switch (service) {
    case 'iam':
      return `arn:aws:iam::${account}:role/${made}`;
    case 's3':
      return `arn:aws:s3:::${made.toLowerCase()}${/Object(?!Lock)/.test(action) ? '/it' : ''}`;
    case 'backup':
      return Type === 'AWS::Backup::BackupVault' ? `${at}backup-vault:${id}` : `${at}backup-plan:0a1b2c3d`;
    case 'apigateway':
      return `arn:aws:apigateway:${region}::/apis/a1b2c3`;
    case 'cloudwatch':
      return Type === 'AWS::CloudWatch::Dashboard'
        ? `arn:aws:cloudwatch::${account}:dashboard/${given('DashboardName')}`
        : `${at}alarm:${made}`;
    case 'codedeploy':
      if (action === 'codedeploy:GetDeploymentConfig') return `${at}deploymentconfig:CodeDeployDefault.AllAtOnce`;
      return Type === 'AWS::CodeDeploy::Application'
        ? `${at}application:${made}`
        : `${at}deploymentgroup:${made}/${made}`;
    case 'dynamodb':
      return `${at}table/${made}`;
    case 'events':
      return `${at}rule/${made}`;
    case 'lambda':
      if (Type === 'AWS::Lambda::LayerVersion' || action.includes('Layer')) return `${at}layer:AwsCliLayerF44AAF94:1`;
      if (Type === 'AWS::Lambda::EventSourceMapping') return `${at}event-source-mapping:0a1b2c3d`;
      return `${at}function:${made}${Type === 'AWS::Lambda::Alias' ? ':live' : ''}`;
    case 'logs':
      if (Type.startsWith('AWS::Logs::Delivery')) return `${at}${deliveryKinds[Type]}:${given('Name') ?? '0a1b2c'}`;
      return `${at}log-group:${given('LogGroupName') ?? made}`;
    case 'sns':
      return `${at}${made}`;
    case 'sqs':
      return `${at}${made}`;
    case 'ssm':
      return `${at}parameter${given('Name')}`;
    default:
      return `${at}${made}`;
  }
}

const deliveryKinds: Readonly<Record<string, string>> = {
  'AWS::Logs::Delivery': 'delivery',
  'AWS::Logs::DeliveryDestination': 'delivery-destination',
  'AWS::Logs::DeliverySource': 'delivery-source',
};
