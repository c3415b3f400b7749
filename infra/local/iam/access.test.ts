import { expect, test } from 'vitest';
import { openAccess, type Want } from './access.ts';
import { edgeKey, functionKey, operatorKey } from './keys.ts';
import { readPolicy } from './policy.ts';

const account = 'arn:aws:iam::000000000000';
const key = 'arn:aws:kms:eu-west-3:000000000000:key/k';
const queue = 'arn:aws:sqs:eu-west-3:000000000000:scans';
const bucket = 'arn:aws:s3:::photos';
const table = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T';

const allow = (Action: string | string[], Resource: string | string[], more: object = {}) => ({
  Effect: 'Allow',
  Action,
  Resource,
  ...more,
});
const policy = (...Statement: object[]) => readPolicy({ Statement });

/** A scanner with some statements, and some policies of resources. */
function access(statements: object[], resources: Record<string, object[]> = {}) {
  const lines: string[] = [];
  const opened = openAccess(
    {
      roles: [{ name: 'scanner', role: `${account}:role/ScannerRole`, statements: policy(...statements) }],
      resources: new Map(Object.entries(resources).map(([arn, list]) => [arn, policy(...list)])),
      distributionArn: 'arn:aws:cloudfront::000000000000:distribution/E1',
    },
    (line) => lines.push(line),
  );
  const { accessKeyId } = functionKey('scanner');
  const may = (...wants: Want[]) => opened.judge(accessKeyId, wants) === undefined;
  return { ...opened, accessKeyId, may, lines };
}

const reads: Want = { action: 's3:GetObject', resource: `${bucket}/1` };

test('a function may do what its role allows; a refusal names it, the action and the resource, and is told once', () => {
  const { judge, may, accessKeyId, lines } = access([allow('dynamodb:GetItem', table)]);
  expect(may({ action: 'dynamodb:GetItem', resource: table })).toBe(true);
  const refused = judge(accessKeyId, [{ action: 'dynamodb:PutItem', resource: table }]);
  expect(refused).toEqual({
    code: 'AccessDeniedException',
    message: `User: arn:aws:sts::000000000000:assumed-role/ScannerRole/scanner is not authorized to perform: dynamodb:PutItem on resource: ${table} because no policy allows the dynamodb:PutItem action`,
  });
  judge(accessKeyId, [{ action: 'dynamodb:PutItem', resource: table }]);
  expect(lines).toEqual([`scanner lacks dynamodb:PutItem on ${table} (not allowed)`]);
});

test('all parts of a call must be allowed', () => {
  const { may } = access([allow('dynamodb:PutItem', table)]);
  const put: Want = { action: 'dynamodb:PutItem', resource: table };
  expect(may(put, put)).toBe(true);
  expect(may(put, { action: 'dynamodb:DeleteItem', resource: table })).toBe(false);
});

test('the operator may do everything, an unknown key and no key nothing', () => {
  const { judge, secretOf } = access([], {
    [bucket]: [{ ...allow('s3:*', `${bucket}/*`), Effect: 'Deny', Principal: '*' }],
  });
  expect(judge(operatorKey.accessKeyId, [reads])).toBeUndefined();
  expect(judge('LOCALSTRANGER', [reads])?.code).toBe('UnrecognizedClientException');
  expect(judge(undefined, [reads])?.code).toBe('MissingAuthenticationTokenException');
  expect(secretOf('LOCALSTRANGER')).toBeUndefined();
  expect(secretOf(functionKey('scanner').accessKeyId)).toBe(functionKey('scanner').secretAccessKey);
});

test.each(['*', { AWS: '*' }, { AWS: `${account}:root` }, { AWS: `${account}:role/ScannerRole` }])(
  'a deny of the bucket wins over the role, when it is about %j',
  (Principal) => {
    const { may } = access([allow('s3:GetObject', `${bucket}/*`)], {
      [bucket]: [{ ...allow('s3:*', `${bucket}/*`), Effect: 'Deny', Principal }],
    });
    expect(may(reads)).toBe(false);
  },
);

test('a bucket may allow a role by itself, but not the whole account in place of its roles', () => {
  const allowing = (Principal: object) =>
    access([], { [bucket]: [allow('s3:GetObject', `${bucket}/*`, { Principal })] });
  expect(allowing({ AWS: `${account}:role/ScannerRole` }).may(reads)).toBe(true);
  expect(allowing({ AWS: `${account}:role/Other` }).may(reads)).toBe(false);
  expect(allowing({ AWS: `${account}:root` }).may(reads)).toBe(false);
  expect(allowing({ Service: 'cloudfront.amazonaws.com' }).may(reads)).toBe(false);
});

const opens = (known: Want['known'] = {}): Want => ({ action: 'kms:Decrypt', resource: key, known });
const toAccount = allow('kms:*', '*', { Principal: { AWS: `${account}:root` } });
const forOneMember = {
  Effect: 'Deny',
  Action: ['kms:Encrypt', 'kms:Decrypt'],
  Resource: '*',
  Principal: '*',
  Condition: { Null: { 'kms:EncryptionContext:member': 'true' } },
};

test('a key opens for a role only when the policy of the key leaves that to roles', () => {
  expect(access([allow('kms:Decrypt', key)], { [key]: [toAccount] }).may(opens())).toBe(true);
  expect(access([allow('kms:Decrypt', key)], { [key]: [] }).may(opens())).toBe(false);
  expect(access([allow('kms:Decrypt', key)]).may(opens())).toBe(false);
  expect(access([], { [key]: [toAccount] }).may(opens())).toBe(false);
  const named = allow('kms:Decrypt', '*', { Principal: { AWS: `${account}:role/ScannerRole` } });
  expect(access([], { [key]: [named] }).may(opens())).toBe(true);
});

test('without the context that the policy of the key asks for, nothing is sealed or opened', () => {
  const { may } = access([allow(['kms:Encrypt', 'kms:Decrypt'], key)], { [key]: [toAccount, forOneMember] });
  expect(may(opens({ 'kms:EncryptionContext:member': 'amel' }))).toBe(true);
  expect(may(opens())).toBe(false);
  expect(may({ ...opens(), action: 'kms:Encrypt' })).toBe(false);
});

test('a service of AWS may do what the policy of the resource allows it, for the resource that it acts for', () => {
  const Principal = { Service: 's3.amazonaws.com' };
  const Condition = { ArnLike: { 'aws:SourceArn': bucket }, StringEquals: { 'aws:SourceAccount': '000000000000' } };
  const { judgeService } = access([], { [queue]: [allow('sqs:SendMessage', queue, { Principal, Condition })] });
  const tells: Want = { action: 'sqs:SendMessage', resource: queue };
  expect(judgeService('s3.amazonaws.com', bucket, [tells])).toBeUndefined();
  expect(judgeService('s3.amazonaws.com', 'arn:aws:s3:::other', [tells])).toBeDefined();
  expect(judgeService('sns.amazonaws.com', bucket, [tells])).toBeDefined();
});

test('the distribution reads with a key of its own', () => {
  const Principal = { Service: 'cloudfront.amazonaws.com' };
  const Condition = { ArnLike: { 'aws:SourceArn': 'arn:aws:cloudfront::000000000000:distribution/*' } };
  const { judge } = access([], { [bucket]: [allow('s3:GetObject', `${bucket}/*`, { Principal, Condition })] });
  expect(judge(edgeKey.accessKeyId, [reads])).toBeUndefined();
  expect(judge(edgeKey.accessKeyId, [{ ...reads, action: 's3:PutObject' }])).toBeDefined();
});

test('a right counts as used when an allowed call needed it', () => {
  const { may, rights } = access([allow(['s3:GetObject', 's3:PutObject'], [`${bucket}/a/*`, `${bucket}/b/*`])]);
  may({ action: 's3:GetObject', resource: `${bucket}/a/1` });
  may({ action: 's3:GetObject', resource: `${bucket}/a/1` }, { action: 's3:DeleteObject', resource: `${bucket}/b/1` });
  const used = rights().filter(({ isUsed }) => isUsed);
  expect(used.map(({ action, resource }) => `${action} ${resource}`)).toEqual([`s3:GetObject ${bucket}/a/*`]);
  expect(rights()).toHaveLength(4);
});

test('names of functions make keys that DynamoDB Local takes, each its own', () => {
  expect(functionKey('identity-documents').accessKeyId).toBe('LOCALIDENTITYDOCUMENTS');
  expect(functionKey('a-b').secretAccessKey).not.toBe(functionKey('ab').secretAccessKey);
  expect([operatorKey.accessKeyId, edgeKey.accessKeyId].every((id) => /^[A-Za-z0-9]+$/.test(id))).toBe(true);
});
