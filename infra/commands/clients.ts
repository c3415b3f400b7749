import { resolveCaa, resolveNs } from 'node:dns/promises';
import { ACMClient } from '@aws-sdk/client-acm';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import type { Settings } from '../config.ts';
import { stackName } from '../naming.ts';
import { policiesCountedBy } from './deploy/edge-policies.ts';

export type Clients = ReturnType<typeof openClients>;

/** Every service of AWS that the commands call, with the credentials of this terminal. Tests replace the clients. */
export function openClients({ region }: Pick<Settings, 'region'>) {
  const cloudFormation = new CloudFormationClient({ region });
  return {
    cloudFormation,
    /** The edge stack is there. */
    edgeFormation: new CloudFormationClient({ region: 'us-east-1' }),
    sts: new STSClient({ region }),
    mail: new SESv2Client({ region }),
    // An invoked function may take minutes, and a retried call would run it twice.
    lambda: new LambdaClient({ region, maxAttempts: 1 }),
    apiGateway: new APIGatewayClient({ region }),
    /** Route 53 has one region. */
    route53: new Route53Client({ region: 'us-east-1' }),
    /** CloudFront reads certificates of us-east-1 alone. */
    certificates: new ACMClient({ region: 'us-east-1' }),
    table: new DynamoDBClient({ region }),
    pool: new CognitoIdentityProviderClient({ region }),
    keys: new KMSClient({ region }),
    files: new S3Client({ region }),
    queues: new SQSClient({ region }),
    secrets: new SecretsManagerClient({ region }),
    countPolicies: policiesCountedBy(() => cloudFormation.config.credentials()),
    nameServersOf: (zone: string) => resolveNs(zone).catch(() => []),
    /** The authorities that may sign for exactly this name (CAA in DNS); none if there is no record. */
    authoritiesOf: (name: string) =>
      resolveCaa(name).then(
        (records) => records.flatMap(({ issue }) => (issue === undefined ? [] : [issue])),
        () => [],
      ),
  };
}

export async function stackNamed(client: CloudFormationClient, name: string): Promise<Stack | undefined> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation has no error of its own for it.
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

export async function heldBy(client: CloudFormationClient, StackName: string, pattern: RegExp): Promise<string[]> {
  const held: string[] = [];
  // A page has a hundred resources, and some stacks have more.
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName })) {
    for (const { ResourceType = '', ResourceStatus, PhysicalResourceId } of StackResourceSummaries) {
      if (pattern.test(ResourceType) && ResourceStatus !== 'DELETE_COMPLETE' && PhysicalResourceId)
        held.push(PhysicalResourceId);
    }
  }
  return held;
}

/** An output of a deployed stack. Throws a sentence when it is not deployed. */
export async function outputValue(
  { cloudFormation }: Pick<Clients, 'cloudFormation'>,
  settings: Settings,
  stack: string,
  output: string,
): Promise<string> {
  const name = stackName(settings, stack);
  const found = (await stackNamed(cloudFormation, name))?.Outputs?.find(({ OutputKey }) => OutputKey === output);
  if (!found?.OutputValue) throw new Error(`The stack ${name} has no output ${output}: deploy it first.`);
  return found.OutputValue;
}
