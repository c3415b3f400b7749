import { expect, test } from 'vitest';
import { assemblyOf, att } from '#test/support/local/assembly.ts';
import type { Json, JsonObject } from '../assembly/assembly.ts';
import type { MappingSpec } from '../assembly/plan.ts';
import { openAccess } from './access.ts';
import { mayLog, mayNotify, requirePollerRights } from './poller-rights.ts';
import { readAccessRules } from './template.ts';

const document = (...Statement: Json[]): JsonObject => ({ PolicyDocument: { Version: '2012-10-17', Statement } });
const allow = (Action: Json, target: Json, more: JsonObject = {}): JsonObject => ({
  Effect: 'Allow',
  Action,
  Resource: target,
  ...more,
});

const queueArn = 'arn:aws:sqs:eu-west-3:000000000000:Files-Scans';
const bucketArn = 'arn:aws:s3:::files-failed';
const streamArn = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T/stream/local';

const tells = { Principal: { Service: 's3.amazonaws.com' }, Condition: { ArnLike: { 'aws:SourceArn': bucketArn } } };
const ofQueue = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const ofStream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((word) => `dynamodb:${word}`);

/** One function with a role, a queue, a log group and a bucket; `changed` replaces resources. */
function rules(statements: JsonObject[], changed: Record<string, { type: string; properties: JsonObject }> = {}) {
  const given = {
    Role: { type: 'AWS::IAM::Role', properties: {} },
    Rights: { type: 'AWS::IAM::Policy', properties: { Roles: [{ Ref: 'Role' }], ...document(...statements) } },
    Other: { type: 'AWS::IAM::Policy', properties: { Roles: ['Somebody'], ...document(allow('*', '*')) } },
    Logs: { type: 'AWS::Logs::LogGroup', properties: {} },
    Scanner: {
      type: 'AWS::Lambda::Function',
      functionName: 'scanner',
      properties: { Role: att('Role'), LoggingConfig: { LogGroup: { Ref: 'Logs' } } },
    },
    Scans: { type: 'AWS::SQS::Queue', properties: {} },
    ScansPolicy: {
      type: 'AWS::SQS::QueuePolicy',
      properties: { Queues: [{ Ref: 'Scans' }], ...document(allow('sqs:SendMessage', att('Scans'), tells)) },
    },
    Failed: { type: 'AWS::S3::Bucket', properties: {} },
    ...changed,
  };
  const { assembly, ids, resolve } = assemblyOf('Files', given);
  return openAccess(readAccessRules(assembly, ids, resolve), () => {});
}

const reading = (EventSourceArn: string, DestinationConfig?: unknown) =>
  ({ id: 'M', EventSourceArn, FunctionName: 'scanner', DestinationConfig }) as MappingSpec;

test('the rights of a function are those of the policies that name its role, and no others', () => {
  const { judgeFunction } = rules([allow('sqs:ReceiveMessage', att('Scans'))]);
  expect(judgeFunction('scanner', [{ action: 'sqs:ReceiveMessage', resource: queueArn }])).toBeUndefined();
  expect(judgeFunction('scanner', [{ action: 's3:GetObject', resource: `${bucketArn}/1` }])).toBeDefined();
});

test('a role with inline statements has them too; one with a managed policy is refused by name', () => {
  const inline = { Policies: [document(allow('s3:GetObject', 'arn:aws:s3:::files-failed/*'))] };
  const { judgeFunction } = rules([], { Role: { type: 'AWS::IAM::Role', properties: inline } });
  expect(judgeFunction('scanner', [{ action: 's3:GetObject', resource: `${bucketArn}/1` }])).toBeUndefined();
  const managed = { ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] };
  expect(() => rules([], { Role: { type: 'AWS::IAM::Role', properties: managed } })).toThrow(/Role: managed policies/);
});

test.each([
  [
    'a condition key',
    allow('s3:GetObject', '*', { Condition: { StringEquals: { 'aws:SourceVpc': 'v' } } }),
    /sourcevpc/,
  ],
  [
    'an operator',
    allow('s3:GetObject', '*', { Condition: { DateLessThan: { 'aws:SourceArn': 'x' } } }),
    /DateLessThan/,
  ],
])('%s that is not known here is refused with the name of its policy', (_, statement, name) => {
  expect(() => rules([statement])).toThrow(name);
  expect(() => rules([statement])).toThrow(/Files\/Rights/);
});

test.each([
  ['a queue', queueArn, ofQueue],
  ['a stream', streamArn, ofStream],
])('Lambda reads %s for a function only with all of its rights', (_, source, actions) => {
  const read = (given: string[]) => () => requirePollerRights(rules([allow(given, source)]), reading(source));
  expect(read(actions)).not.toThrow();
  for (const missing of actions)
    expect(read(actions.filter((action) => action !== missing))).toThrow(new RegExp(`perform: ${missing} `));
});

test('failed batches go to a bucket only where the function may write and list', () => {
  const wants = reading(streamArn, { OnFailure: { Destination: bucketArn } });
  const stream = allow(ofStream, streamArn);
  const [lists, writes] = [allow('s3:ListBucket', bucketArn), allow('s3:PutObject', `${bucketArn}/*`)];
  expect(() => requirePollerRights(rules([stream, lists, writes]), wants)).not.toThrow();
  expect(() => requirePollerRights(rules([stream, lists]), wants)).toThrow(/s3:PutObject/);
  expect(() => requirePollerRights(rules([stream, writes]), wants)).toThrow(/s3:ListBucket/);
});

test('S3 tells a queue of new objects when the queue lets this bucket, and a log is written with its rights', () => {
  const access = rules([allow(['logs:CreateLogStream', 'logs:PutLogEvents'], att('Logs'))]);
  expect(mayNotify(access, 'files-failed', queueArn)).toBe(true);
  expect(mayNotify(access, 'other', queueArn)).toBe(false);
  const spec = { name: 'scanner', logGroup: 'Files-Logs' } as Parameters<typeof mayLog>[1];
  expect(mayLog(access, spec, 'eu-west-3')).toBe(true);
  expect(mayLog(access, { ...spec, logGroup: 'Files-Other' }, 'eu-west-3')).toBe(false);
  expect(mayLog(rules([]), spec, 'eu-west-3')).toBe(false);
});
