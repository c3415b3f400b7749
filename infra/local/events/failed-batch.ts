import { randomUUID } from 'node:crypto';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { localAccount } from '../assembly/physical-ids.ts';
import { functionNameOf } from '../assembly/plan.ts';

export interface GivenUp {
  readonly mappingId: string;
  readonly functionRef: string;
  readonly region: string;
  readonly streamArn: string;
  readonly shardId: string;
  readonly records: readonly StreamRecord[];
  readonly event: unknown;
  /** The function ended with an error; otherwise it named records that failed. */
  readonly isError: boolean;
  readonly tries: number;
  readonly now: number;
}

/**
 * The object that Lambda puts into the S3 destination of a mapping that gave up on a batch of a stream: its key and its
 * content. Source: Lambda Developer Guide, "Retain discarded records for a DynamoDB event source".
 */
export function failedBatch(batch: GivenUp): { key: string; content: unknown } {
  const { mappingId, functionRef, region, streamArn, shardId, records, event, isError, tries, now } = batch;
  const timestamp = new Date(now).toISOString();
  const [first, last] = [records.at(0)?.dynamodb, records.at(-1)?.dynamodb];
  const inSeconds = (at: Date | undefined) => `${(at ?? new Date(now)).toISOString().slice(0, 19)}Z`;
  const second = timestamp.slice(0, 19).replaceAll(':', '.');
  return {
    key: `aws/lambda/${mappingId}/${shardId}/${timestamp.slice(0, 10).replaceAll('-', '/')}/${second}-${randomUUID()}`,
    content: {
      requestContext: {
        requestId: randomUUID(),
        functionArn: `arn:aws:lambda:${region}:${localAccount}:function:${functionNameOf(functionRef)}`,
        condition: 'RetryAttemptsExhausted',
        approximateInvokeCount: tries,
      },
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(isError ? { functionError: 'Unhandled' } : {}),
      },
      version: '1.0',
      timestamp,
      DDBStreamBatchInfo: {
        shardId,
        startSequenceNumber: first?.SequenceNumber ?? '',
        endSequenceNumber: last?.SequenceNumber ?? '',
        approximateArrivalOfFirstRecord: inSeconds(first?.ApproximateCreationDateTime),
        approximateArrivalOfLastRecord: inSeconds(last?.ApproximateCreationDateTime),
        batchSize: records.length,
        streamArn,
      },
      payload: JSON.stringify(event),
    },
  };
}
