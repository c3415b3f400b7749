import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, onTestFinished, test } from 'vitest';
import { startSocketManagement } from '#infra/local/compute/socket-gateway.ts';
import { startCognito } from '#infra/local/emulators/cognito/cognito.ts';
import { listen, readBody } from '#infra/local/emulators/http-server.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import { startS3 } from '#infra/local/emulators/s3/s3.ts';
import { startSes } from '#infra/local/emulators/ses.ts';
import { openAccess } from './access.ts';
import { dynamoDbWants, openGuards, type TableKeys } from './guards.ts';
import { functionKey, operatorKey } from './keys.ts';
import { readPolicy } from './policy.ts';

const arn = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T';
const table: TableKeys = { arn, partitionKey: 'pk', indexes: { gs1: 'gs1pk' } };

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'A' } });

/** Each right in short: the action, what follows the table's ARN, and the leading keys. */
const needed = (operation: string, input: object) =>
  dynamoDbWants(operation, input, () => table).map(({ action, resource, known }) =>
    [action, resource.slice(arn.length), known?.['dynamodb:LeadingKeys']].flat().filter(Boolean).join(' '),
  );

test.each([
  ['GetItem', { Key: key('M#1') }],
  ['UpdateItem', { Key: key('M#1') }],
  ['DeleteItem', { Key: key('M#1') }],
  ['PutItem', { Item: { ...key('M#1'), name: { S: 'Amel' } } }],
])('%s needs the right of its name, for the key of its item', (operation, input) => {
  expect(needed(operation, { TableName: 'T', ...input })).toEqual([`dynamodb:${operation} M#1`]);
});

test('a transaction needs the rights of its parts', () => {
  const TransactItems = [
    { Put: { TableName: 'T', Item: key('M#1') } },
    { Update: { TableName: 'T', Key: key('M#2') } },
    { Delete: { TableName: 'T', Key: key('M#3') } },
    { ConditionCheck: { TableName: 'T', Key: key('LOG#4') } },
  ];
  expect(needed('TransactWriteItems', { TransactItems })).toEqual([
    'dynamodb:PutItem M#1',
    'dynamodb:UpdateItem M#2',
    'dynamodb:DeleteItem M#3',
    'dynamodb:ConditionCheckItem LOG#4',
  ]);
  for (const want of dynamoDbWants('TransactWriteItems', { TransactItems }, () => table))
    expect(want.known?.['dynamodb:EnclosingOperation']).toBe('TransactWriteItems');
  const reads = [{ Get: { TableName: 'T', Key: key('M#1') } }];
  expect(needed('TransactGetItems', { TransactItems: reads })).toEqual(['dynamodb:GetItem M#1']);
});

test('a batch has a right of its own, for the keys of all its items', () => {
  expect(needed('BatchGetItem', { RequestItems: { T: { Keys: [key('M#1'), key('M#2')] } } })).toEqual([
    'dynamodb:BatchGetItem M#1 M#2',
  ]);
  const T = [{ PutRequest: { Item: key('M#1') } }, { DeleteRequest: { Key: key('M#2') } }];
  expect(needed('BatchWriteItem', { RequestItems: { T } })).toEqual(['dynamodb:BatchWriteItem M#1 M#2']);
});

const values = { ':p': { S: 'M#1' }, ':s': { S: 'A' } };

test.each([
  [{ KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)' }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: '#k = :p', ExpressionAttributeNames: { '#k': 'pk' } }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: 'sk=:s and pk=:p' }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: 'gs1pk = :p', IndexName: 'gs1' }, 'dynamodb:Query /index/gs1 M#1'],
])('a query needs the right on what it asks, the table or one index: %j', (query, right) => {
  expect(needed('Query', { TableName: 'T', ExpressionAttributeValues: values, ...query })).toEqual([right]);
});

test('any other operation needs the right of its name on the table', () => {
  expect(needed('Scan', { TableName: 'T' })).toEqual(['dynamodb:Scan']);
  expect(needed('DescribeTable', { TableName: 'T' })).toEqual(['dynamodb:DescribeTable']);
});

const region = 'eu-west-3';
const keyArn = `arn:aws:kms:${region}:000000000000:key/files`;
const tableArn = `arn:aws:dynamodb:${region}:000000000000:table/T`;
const sealing = ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey'];
const everything = { Effect: 'Allow', Action: ['*'], Resource: '*' };

const plan = {
  region,
  mailIdentities: ['no-reply@example.org'],
  socketApiId: 'abc',
  buckets: [{ name: 'private', cors: [], isLocked: false, keyArn }],
  tables: [
    {
      name: 'T',
      arn: tableArn,
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
      AttributeDefinitions: [],
    },
  ],
} as unknown as Parameters<typeof openGuards>[0];

/** Guards over a role with these statements, and the settings for a client of that function. */
function guarding(...Statement: object[]) {
  const lines: string[] = [];
  const root = { AWS: 'arn:aws:iam::000000000000:root' };
  const access = openAccess(
    {
      roles: [
        { name: 'thing', role: 'arn:aws:iam::000000000000:role/Thing', statements: readPolicy({ Statement }) },
        {
          name: 'other',
          role: 'arn:aws:iam::000000000000:role/Other',
          statements: readPolicy({ Statement: [everything] }),
        },
      ],
      resources: new Map([[keyArn, readPolicy({ Statement: [{ ...everything, Action: 'kms:*', Principal: root }] })]]),
      distributionArn: '',
    },
    (line) => lines.push(line),
  );
  const settings = (endpoint: string, credentials = functionKey('thing')) => ({
    endpoint,
    region,
    credentials,
    maxAttempts: 1,
  });
  return { guards: openGuards(plan, access), lines, settings };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'guards-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const closing = <T extends { close: () => Promise<void> }>(running: T): T => {
  onTestFinished(() => running.close());
  return running;
};

async function storage(...statements: object[]) {
  const { guards, settings, lines } = guarding(...statements);
  const s3 = closing(await startS3({ dir: folder(), onObjectCreated: () => {}, guard: guards.s3 }));
  s3.ensureBucket('private');
  const operator = new S3Client(settings(s3.endpoint, operatorKey));
  const put = (Key: string) => operator.send(new PutObjectCommand({ Bucket: 'private', Key, Body: 'x' }));
  return { client: new S3Client(settings(s3.endpoint)), settings: settings(s3.endpoint), put, lines };
}

const objects = (...actions: string[]) => ({ Effect: 'Allow', Action: actions, Resource: 'arn:aws:s3:::private/a/*' });
const seals = { Effect: 'Allow', Action: sealing, Resource: keyArn };
const lists = { Effect: 'Allow', Action: 's3:ListBucket', Resource: 'arn:aws:s3:::private' };
const get = (Key: string) => new GetObjectCommand({ Bucket: 'private', Key });

test('S3 gives a function the objects of its prefixes, and refuses others with 403', async () => {
  const { client, put, lines } = await storage(objects('s3:GetObject'), seals);
  await put('a/1');
  await put('b/1');
  expect(await (await client.send(get('a/1'))).Body?.transformToString()).toBe('x');
  await expect(client.send(get('b/1'))).rejects.toMatchObject({
    name: 'AccessDenied',
    $metadata: { httpStatusCode: 403 },
  });
  await expect(client.send(new PutObjectCommand({ Bucket: 'private', Key: 'a/2', Body: 'x' }))).rejects.toThrow(
    /s3:PutObject/,
  );
  expect(lines).toHaveLength(2);
});

test('an encrypted object does not open for a function without the right on its key', async () => {
  const { client, put } = await storage(objects('s3:GetObject'));
  await put('a/1');
  await expect(client.send(get('a/1'))).rejects.toThrow(/kms:Decrypt/);
});

test('S3 tells that an object is missing only to a function that may list the bucket', async () => {
  const { client } = await storage(objects('s3:GetObject'), seals);
  await expect(client.send(get('a/none'))).rejects.toMatchObject({ name: 'AccessDenied' });
  await expect(client.send(new HeadObjectCommand({ Bucket: 'private', Key: 'a/none' }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  });
  const other = await storage(objects('s3:GetObject'), seals, lists);
  await expect(other.client.send(get('a/none'))).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('a presigned link has the rights of its signer when it is used', async () => {
  const { client, put } = await storage(objects('s3:GetObject'), seals);
  await put('a/1');
  await put('b/1');
  expect((await fetch(await getSignedUrl(client, get('a/1')))).status).toBe(200);
  const refused = await fetch(await getSignedUrl(client, get('b/1')));
  expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')]);
});

test('a signature with the secret of another function does not match', async () => {
  const { settings, put } = await storage(everything);
  await put('a/1');
  const { secretAccessKey } = functionKey('other');
  const client = new S3Client({ ...settings, credentials: { ...functionKey('thing'), secretAccessKey } });
  await expect(client.send(get('a/1'))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

test('the pool refuses administrators’ operations that a function may not call, never a sign-in', async () => {
  const { guards, settings } = guarding();
  const cognito = closing(
    await startCognito({
      region,
      invokeTrigger: async () => ({}),
      guard: guards.cognito,
      file: join(folder(), 'c.json'),
    }),
  );
  const client = new CognitoIdentityProviderClient(settings(cognito.endpoint));
  const asked = client.send(new AdminGetUserCommand({ UserPoolId: 'eu-west-3_LOCAL0001', Username: 'a@example.org' }));
  await expect(asked).rejects.toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
  const signIn = new InitiateAuthCommand({ ClientId: 'unknown', AuthFlow: 'USER_SRP_AUTH', AuthParameters: {} });
  await expect(client.send(signIn)).rejects.not.toMatchObject({ name: 'AccessDeniedException' });
});

test('the key service refuses by the action and by the encryption context', async () => {
  const onlyMembers = { StringLike: { 'kms:EncryptionContext:member': '?*' } };
  const { guards, settings } = guarding({ ...seals, Action: 'kms:Encrypt', Condition: onlyMembers });
  const kms = closing(await startJsonService('KMS', { keys: [keyArn], file: join(folder(), 'kms.json') }, guards.kms));
  const client = new KMSClient(settings(kms.endpoint));
  const seal = (EncryptionContext?: Record<string, string>) =>
    client.send(new EncryptCommand({ KeyId: keyArn, Plaintext: Buffer.from('x'), EncryptionContext }));
  const { CiphertextBlob } = await seal({ member: 'amel' });
  await expect(seal()).rejects.toMatchObject({ name: 'AccessDeniedException' });
  const opened = client.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: { member: 'amel' } }));
  await expect(opened).rejects.toMatchObject({ name: 'AccessDeniedException', $metadata: { httpStatusCode: 400 } });
});

test('SES refuses another sender than the one of the policy', async () => {
  const from = (address: string) => ({ StringEquals: { 'ses:FromAddress': address } });
  const mails = {
    Effect: 'Allow',
    Action: 'ses:SendEmail',
    Resource: [
      `arn:aws:ses:${region}:000000000000:identity/*`,
      `arn:aws:ses:${region}:000000000000:configuration-set/Set`,
    ],
  };
  const { guards, settings } = guarding({ ...mails, Condition: from('no-reply@example.org') });
  const ses = closing(await startSes({ guard: guards.ses }));
  const client = new SESClient(settings(ses.endpoint));
  const send = (address: string, ConfigurationSetName = 'Set') =>
    client.send(
      new SendEmailCommand({
        Source: `Envoyage <${address}>`,
        Destination: { ToAddresses: ['amel@example.org'] },
        Message: { Subject: { Data: 's' }, Body: { Text: { Data: 't' } } },
        ConfigurationSetName,
      }),
    );
  await send('no-reply@example.org');
  const refusal = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };
  await expect(send('king@example.org')).rejects.toMatchObject(refusal);
  await expect(send('no-reply@example.org', 'OtherSet')).rejects.toMatchObject(refusal);
  expect(ses.mails()).toHaveLength(1);
});

test('a function without the right cannot send to open sockets', async () => {
  const pushes = {
    Effect: 'Allow',
    Action: 'execute-api:ManageConnections',
    Resource: `arn:aws:execute-api:${region}:000000000000:abc/ws/*/@connections/*`,
  };
  const named = async (...statements: object[]) => {
    const { guards, settings } = guarding(...statements);
    const management = closing(await startSocketManagement(() => undefined, guards.connections));
    const client = new ApiGatewayManagementApiClient(settings(`${management.endpoint}/ws`));
    const sent = client.send(new PostToConnectionCommand({ ConnectionId: 'c1=', Data: 'x' }));
    return sent.then(
      () => 'sent',
      (error: Error) => error.name,
    );
  };
  expect(await named(pushes)).toBe('GoneException');
  expect(await named()).toBe('AccessDeniedException');
});

async function database(...statements: object[]) {
  const { guards, settings } = guarding(...statements);
  const seen: { target: string; body: unknown }[] = [];
  const engine = await listen(async (request, response) => {
    seen.push({
      target: String(request.headers['x-amz-target']),
      body: JSON.parse((await readBody(request)).toString()),
    });
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
      .end('{"Item":{"pk":{"S":"M#1"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":128.5}}');
  });
  const guard = closing(await guards.dynamoDb(engine.endpoint, () => {}));
  onTestFinished(() => engine.close().catch(() => {}));
  const client = (key = functionKey('thing')) => new DynamoDBClient(settings(guard.endpoint, key));
  return { client, seen, engine, guard };
}

const read = new GetItemCommand({ TableName: 'T', Key: { pk: { S: 'M#1' } } });
const onTable = (Action: string, more: object = {}) => ({ Effect: 'Allow', Action, Resource: tableArn, ...more });

test('the guard of the table passes on what is allowed, as it is, and keeps the rest from the engine', async () => {
  const { client, seen } = await database(onTable('dynamodb:GetItem'), onTable('dynamodb:PutItem'));
  expect((await client().send(read)).Item).toEqual({ pk: { S: 'M#1' } });
  expect(seen).toEqual([{ target: 'DynamoDB_20120810.GetItem', body: { TableName: 'T', Key: { pk: { S: 'M#1' } } } }]);
  const Item = { pk: { S: 'M#1' } };
  const write = new TransactWriteItemsCommand({
    TransactItems: [{ Put: { TableName: 'T', Item } }, { Delete: { TableName: 'T', Key: Item } }],
  });
  await expect(client().send(write)).rejects.toMatchObject({
    name: 'AccessDeniedException',
    $metadata: { httpStatusCode: 400 },
  });
  await expect(client().send(write)).rejects.toThrow(/dynamodb:DeleteItem on resource/);
  expect(seen).toHaveLength(1);
});

test('a forbidden key of one part refuses the whole transaction', async () => {
  const Condition = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['LOG#*'] } };
  const { client } = await database(onTable('dynamodb:PutItem'), {
    ...onTable('dynamodb:PutItem', { Condition }),
    Effect: 'Deny',
  });
  const put = (...keys: string[]) =>
    client().send(
      new TransactWriteItemsCommand({
        TransactItems: keys.map((pk) => ({ Put: { TableName: 'T', Item: { pk: { S: pk } } } })),
      }),
    );
  await put('M#1', 'M#2');
  await expect(put('M#1', 'LOG#2026')).rejects.toThrow(/explicit deny/);
});

test('the operator passes the guard of the table; an unknown key does not', async () => {
  const { client } = await database();
  await client(operatorKey).send(read);
  await expect(client({ accessKeyId: 'STRANGER', secretAccessKey: 'x' }).send(read)).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  });
});

test('a database that is down breaks the connection off, as before', async () => {
  const { client, engine } = await database(everything);
  await engine.close();
  await expect(client().send(read)).rejects.toMatchObject({ code: 'ECONNRESET' });
});

test('what a database says while it is being killed, nobody hears', async () => {
  const { client, seen, guard } = await database(everything);
  guard.faults.behave({ mode: 'killed', share: 1, partition: '', milliseconds: 0 });
  await expect(client().send(read)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(seen).toHaveLength(1);
  guard.faults.behave({ mode: 'running', share: 1, partition: '', milliseconds: 0 });
  await client().send(read);
});

test('functions meet the faults of the table and count as its writers, the operator does not', async () => {
  const { client, seen, guard } = await database(everything);
  const put = new PutItemCommand({ TableName: 'T', Item: { pk: { S: 'M#1' } } });
  guard.faults.behave({ mode: 'throttled', share: 1, partition: 'M#', milliseconds: 0 });
  await expect(client().send(put)).rejects.toMatchObject({ name: 'ThrottlingException' });
  await client(operatorKey).send(put);
  expect(guard.writes.peaks()).toEqual([]);
  guard.faults.behave({ mode: 'running', share: 1, partition: '', milliseconds: 0 });
  await client().send(put);
  expect(seen).toHaveLength(2);
  expect(guard.writes.peaks()).toMatchObject([{ key: 'M#1', units: 1 }]);
});

test('what a query of a function consumed is counted, as the engine says it', async () => {
  const { client, guard } = await database(everything);
  const query = new QueryCommand({
    TableName: 'T',
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'M#1' } },
  });
  await client(operatorKey).send(query);
  await client().send(query);
  await expect.poll(() => guard.reads.peaks()).toMatchObject([{ key: 'M#1', units: 128.5 }]);
});
