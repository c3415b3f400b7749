import { Stack } from 'aws-cdk-lib';
import type { WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IUserPool, IUserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { Settings } from './config.ts';
import type { VersionedSecret } from './constructs/versioned-secret.ts';
import { type BucketName, type FunctionNeeds, registers } from './function-table.ts';
import { passwordClientParameter, siteUrlOf, siteUrlParameter } from './naming.ts';

export interface Resources {
  readonly table: ITable;
  readonly pool?: IUserPool;
  readonly passwordClient?: IUserPoolClient;
  readonly buckets?: Readonly<Record<BucketName, IBucket>>;
  readonly fileKey?: IKey;
  readonly secondFactorKey?: IKey;
  readonly configurationSet?: string;
  /** Keys and links are derived from it. */
  readonly derivedSecret?: VersionedSecret;
  readonly mailQueue?: IQueue;
  readonly noticeQueue?: IQueue;
  readonly socket?: WebSocketStage;
}

/** The name in the encryption context whose value is the id of the member. */
export const sealedFor = 'member';

const encryptedBuckets: readonly BucketName[] = ['quarantine', 'identity', 'private'];
const keyAction = { GetObject: 'kms:Decrypt', PutObject: 'kms:GenerateDataKey', DeleteObject: undefined } as const;

/** The statements of a function's role, made from its row of the table. A function gets no other right. */
export function statementsOf(
  scope: Construct,
  needs: FunctionNeeds,
  resources: Resources,
  settings: Settings,
): PolicyStatement[] {
  return [
    ...tableStatements(needs, resources.table),
    ...fileStatements(needs, resources),
    ...poolStatements(needs, resources),
    ...sealStatements(needs, resources),
    ...mailStatements(scope, needs, resources, settings),
    ...queueStatements(needs, resources),
    ...parameterStatements(scope, needs, settings),
    ...pushStatements(scope, needs, resources),
  ];
}

function tableStatements(
  { table: actions, indexes = [], writesLog, registers: kept = [] }: FunctionNeeds,
  table: ITable,
): PolicyStatement[] {
  if (actions.length === 0) return [];
  const statements = [
    allow(
      actions.map((action) => `dynamodb:${action}`),
      [table.tableArn],
    ),
  ];
  if (indexes.length > 0) {
    statements.push(
      allow(
        ['dynamodb:Query'],
        indexes.map((index) => `${table.tableArn}/index/${index}`),
      ),
    );
  }
  const writes = actions.some((action) => action === 'PutItem' || action === 'UpdateItem' || action === 'DeleteItem');
  if (writes) {
    const overwrites = ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
    const changes = ['dynamodb:PutItem', ...overwrites];
    // The log is append-only (rule 45). IAM cannot distinguish a Put that adds from one that overwrites; the condition
    // of the write does. AWS does not document whether it checks a part of a transaction by its own keys or by those of
    // all parts. A line is written beside the update of its subject, which must be allowed in both cases.
    statements.push(
      writesLog ? denyKeys(overwrites, table, ['LOG#*'], outsideTransactions) : denyKeys(changes, table, ['LOG#*']),
    );
    const left = registers.filter((register) => !kept.includes(register));
    if (left.length > 0) statements.push(denyKeys(changes, table, left));
  }
  return statements;
}

function fileStatements({ files = [] }: FunctionNeeds, { buckets, fileKey }: Resources): PolicyStatement[] {
  const objects = files.flatMap(({ bucket: name, actions, keys, detectsMissing, lists }) => {
    const bucket = known(buckets, 'buckets')[name];
    const rights = allow(
      actions.map((action) => `s3:${action}`),
      keys.map((pattern) => bucket.arnForObjects(pattern)),
    );
    const listing = allow(['s3:ListBucket'], [bucket.bucketArn]);
    if (lists) listing.addCondition('StringLike', { 's3:prefix': [...keys] });
    return detectsMissing || lists ? [rights, listing] : [rights];
  });
  const encrypted = files.filter(({ bucket }) => encryptedBuckets.includes(bucket));
  const keyActions = [
    ...new Set(encrypted.flatMap(({ actions }) => actions.flatMap((action) => keyAction[action] ?? []))),
  ];
  return keyActions.length > 0 ? [...objects, allow(keyActions, [known(fileKey, 'file key').keyArn])] : objects;
}

function poolStatements({ cognito = [] }: FunctionNeeds, { pool }: Resources): PolicyStatement[] {
  if (cognito.length === 0) return [];
  return [
    allow(
      cognito.map((action) => `cognito-idp:${action}`),
      [known(pool, 'user pool').userPoolArn],
    ),
  ];
}

function sealStatements({ secondFactorKey }: FunctionNeeds, resources: Resources): PolicyStatement[] {
  if (!secondFactorKey) return [];
  const statement = allow(
    ['kms:Encrypt', 'kms:Decrypt'],
    [known(resources.secondFactorKey, 'key of second factors').keyArn],
  );
  statement.addCondition('StringLike', { [`kms:EncryptionContext:${sealedFor}`]: '?*' });
  return [statement];
}

function mailStatements(
  scope: Construct,
  { mails, pacesMails, derivesKeys }: FunctionNeeds,
  { configurationSet }: Resources,
  { mailFrom }: Settings,
) {
  if (!mails) return [];
  const stack = Stack.of(scope);
  const identities = stack.formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
  const set = stack.formatArn({
    service: 'ses',
    resource: 'configuration-set',
    resourceName: known(configurationSet, 'configuration set'),
  });
  // A mail with a derived link has it in its headers, too, and SES takes headers in raw mails only.
  const statement = allow(['ses:SendEmail', ...(derivesKeys ? ['ses:SendRawEmail'] : [])], [identities, set]);
  // SES also checks the recipient's identity in the sandbox, so the condition on the sender limits the right.
  statement.addCondition('StringEquals', { 'ses:FromAddress': mailFrom });
  // The quota is the account's: SES knows no resource for it.
  return pacesMails ? [statement, allow(['ses:GetSendQuota'], ['*'])] : [statement];
}

function queueStatements(
  { queuesMails, queuesNotices }: FunctionNeeds,
  { mailQueue, noticeQueue }: Resources,
): PolicyStatement[] {
  const queues = [
    ...(queuesMails ? [known(mailQueue, 'queue of mails')] : []),
    ...(queuesNotices ? [known(noticeQueue, 'queue of notices')] : []),
  ];
  return queues.length > 0
    ? [
        allow(
          ['sqs:SendMessage'],
          queues.map(({ queueArn }) => queueArn),
        ),
      ]
    : [];
}

function parameterStatements(
  scope: Construct,
  { knowsSite, knowsPasswordClient }: FunctionNeeds,
  settings: Settings,
): PolicyStatement[] {
  const names = [
    ...(knowsSite && !siteUrlOf(settings) ? [siteUrlParameter(settings)] : []),
    ...(knowsPasswordClient ? [passwordClientParameter(settings)] : []),
  ];
  if (names.length === 0) return [];
  const arnOf = (name: string) =>
    Stack.of(scope).formatArn({ service: 'ssm', resource: 'parameter', resourceName: name.slice(1) });
  return [allow(['ssm:GetParameter'], names.map(arnOf))];
}

function pushStatements(scope: Construct, { pushes }: FunctionNeeds, { socket }: Resources): PolicyStatement[] {
  if (!pushes) return [];
  const { api, stageName } = known(socket, 'socket');
  const connections = Stack.of(scope).formatArn({
    service: 'execute-api',
    resource: api.apiId,
    resourceName: `${stageName}/*/@connections/*`,
  });
  return [allow(['execute-api:ManageConnections'], [connections])];
}

export function environmentOf(needs: FunctionNeeds, resources: Resources, settings: Settings): Record<string, string> {
  const site = siteUrlOf(settings);
  return {
    ...(needs.table.length > 0 && { TABLE: resources.table.tableName }),
    ...(needs.cognito && { POOL_ID: known(resources.pool, 'user pool').userPoolId }),
    ...(needs.cognito?.includes('AdminInitiateAuth') && {
      PASSWORD_CLIENT_ID: known(resources.passwordClient, 'password client').userPoolClientId,
    }),
    ...(needs.knowsPasswordClient && { PASSWORD_CLIENT_PARAMETER: passwordClientParameter(settings) }),
    ...Object.fromEntries(
      (needs.files ?? []).map(({ bucket }) => [
        `${bucket.toUpperCase()}_BUCKET`,
        known(resources.buckets, 'buckets')[bucket].bucketName,
      ]),
    ),
    ...(needs.secondFactorKey && {
      SECOND_FACTOR_KEY: known(resources.secondFactorKey, 'key of second factors').keyArn,
    }),
    ...(needs.mails && {
      MAIL_FROM: settings.mailFrom,
      CONFIGURATION_SET: known(resources.configurationSet, 'configuration set'),
      CONTACT_EMAIL: settings.adminEmail,
      REPLY_TO: settings.legalEmail,
    }),
    ...(needs.derivesKeys && known(resources.derivedSecret, 'derived secret').variables('DERIVED_SECRET')),
    ...((needs.queuesMails || needs.pacesMails) && {
      MAIL_QUEUE: known(resources.mailQueue, 'queue of mails').queueUrl,
    }),
    ...(needs.queuesNotices && { NOTICE_QUEUE: known(resources.noticeQueue, 'queue of notices').queueUrl }),
    ...(needs.notifiesDevices && { PUSH_CONTACT: settings.adminEmail }),
    ...(needs.knowsSite && (site ? { SITE_URL: site } : { SITE_URL_PARAMETER: siteUrlParameter(settings) })),
    ...(needs.pushes && { SOCKET_ENDPOINT: known(resources.socket, 'socket').callbackUrl }),
  };
}

/** The day from which functions ask for a subscription, absent while the service is free (rule 197), and its price. */
export const subscriptionVariables = ({ subscriptionFrom, subscriptionEuro }: Settings): Record<string, string> => ({
  ...(subscriptionFrom ? { SUBSCRIPTION_FROM: subscriptionFrom } : {}),
  ...(subscriptionEuro ? { SUBSCRIPTION_EURO: String(subscriptionEuro) } : {}),
});

function known<T>(thing: T | undefined, word: string): T {
  if (thing === undefined) throw new Error(`A function needs the ${word}, which its stack was not given.`);
  return thing;
}

const allow = (actions: readonly string[], resources: readonly string[]) =>
  new PolicyStatement({ actions: [...actions], resources: [...resources] });

/** A call that is no part of a transaction (Developer Guide, « Using IAM with DynamoDB transactions »). */
const outsideTransactions = { Null: { 'dynamodb:EnclosingOperation': 'true' } };

const denyKeys = (actions: readonly string[], table: ITable, keys: readonly string[], more: object = {}) =>
  new PolicyStatement({
    effect: Effect.DENY,
    actions: [...actions],
    resources: [table.tableArn],
    conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keys }, ...more },
  });
