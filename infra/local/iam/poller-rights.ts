import * as z from 'zod/mini';
import { localAccount } from '../assembly/physical-ids.ts';
import { type FunctionSpec, functionNameOf, type MappingSpec } from '../assembly/plan.ts';
import type { Access, Want } from './access.ts';

const Destination = z.object({ OnFailure: z.object({ Destination: z.string() }) });

const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
const queueActions = ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'];

/**
 * The rights that a function's role needs before Lambda reads an event source for it and stores failed batches in a
 * bucket. Throws a sentence if one is missing, where a deploy would stop. Source: Lambda Developer Guide, "Required
 * execution role permissions" (streams, SQS, S3 on-failure destinations).
 */
export function requirePollerRights(access: Access, mapping: MappingSpec): void {
  const { EventSourceArn: source, FunctionName, DestinationConfig } = mapping;
  const isQueue = source.startsWith('arn:aws:sqs:');
  const reads = isQueue
    ? queueActions.map((action): Want => ({ action: `sqs:${action}`, resource: source }))
    : streamActions.map((action): Want => ({ action: `dynamodb:${action}`, resource: source }));
  const bucket = z.safeParse(Destination, DestinationConfig).data?.OnFailure.Destination;
  const keeps: Want[] = bucket
    ? [
        { action: 's3:ListBucket', resource: bucket },
        { action: 's3:PutObject', resource: `${bucket}/aws/lambda/async/${mapping.id}` },
      ]
    : [];
  const refused = access.judgeFunction(functionNameOf(FunctionName), [...reads, ...keeps]);
  if (refused) throw new Error(`The event source of ${FunctionName} could not be made: ${refused.message}`);
}

export function mayLog(access: Access, { name, logGroup }: FunctionSpec, region: string): boolean {
  const resource = `arn:aws:logs:${region}:${localAccount}:log-group:${logGroup ?? `/aws/lambda/${name}`}:log-stream:local`;
  const wants = ['logs:CreateLogStream', 'logs:PutLogEvents'].map((action) => ({ action, resource }));
  return access.judgeFunction(name, wants) === undefined;
}

export const mayForward = (access: Access, ruleArn: string, queueArn: string): boolean =>
  access.judgeService('events.amazonaws.com', ruleArn, [{ action: 'sqs:SendMessage', resource: queueArn }]) ===
  undefined;

export const mayStart = (access: Access, ruleArn: string, functionArn: string): boolean =>
  access.judgeService('events.amazonaws.com', ruleArn, [{ action: 'lambda:InvokeFunction', resource: functionArn }]) ===
  undefined;

export const mayReport = (access: Access, functionRef: string, queueArn: string): boolean =>
  access.judgeFunction(functionNameOf(functionRef), [{ action: 'sqs:SendMessage', resource: queueArn }]) === undefined;

export const mayNotify = (access: Access, bucket: string, queueArn: string): boolean =>
  access.judgeService('s3.amazonaws.com', `arn:aws:s3:::${bucket}`, [
    { action: 'sqs:SendMessage', resource: queueArn },
  ]) === undefined;
