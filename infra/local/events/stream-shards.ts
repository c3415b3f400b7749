import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { MappingSpec } from '../assembly/plan.ts';
import type { CallOutcome, Invoke } from '../compute/invoke.ts';
import { writeAtomically } from '../emulators/atomic-file.ts';
import { deliver, pauseAfter } from './batches.ts';
import { failedBatch } from './failed-batch.ts';
import { openShard, type Shard } from './shard.ts';
import { eventOf, sequenceNumberOf } from './stream-records.ts';

const shardCount = 4;

export interface Waiting {
  readonly record: StreamRecord;
  readonly partId: string;
  readonly readAt: number;
}

interface Options {
  region: string;
  mapping: MappingSpec;
  invoke: Invoke;
  failedFolder: string;
  streamArn: () => string;
  onDelivered: () => void;
  signal: AbortSignal;
  report: (line: string) => void;
}

/** The shards of one event source mapping: each delivers its records to the function, with the template's retries. */
export function openShards(options: Options): Shard<Waiting>[] {
  const { mapping, invoke, streamArn, onDelivered, signal } = options;
  const rules = {
    bisect: mapping.BisectBatchOnFunctionError,
    retries: mapping.MaximumRetryAttempts,
    reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
  };
  return Array.from({ length: shardCount }, (_, shard) =>
    openShard<Waiting>({
      batchSize: mapping.BatchSize,
      deliver: (batch) =>
        deliver(
          batch.map(({ record }) => record),
          {
            rules,
            invoke: (part) => invoke(mapping.FunctionName, eventOf(part, streamArn())),
            idOf: sequenceNumberOf,
            giveUp: async (part, outcome) => writeFailed(options, shard, part, outcome),
            pause: (failures) => wait(pauseAfter(failures), undefined, { signal }),
          },
        ),
      onDelivered,
      signal,
    }),
  );
}

/** The shard of a record: all changes of a partition key are in one. */
export function shardOf({ dynamodb }: StreamRecord, partitionKey: string): number {
  const key = JSON.stringify(dynamodb?.Keys?.[partitionKey] ?? '');
  return createHash('md5').update(key).digest().readUInt32BE() % shardCount;
}

/** Writes records that failed every try to a file with the key and content of Lambda's S3 destination. */
function writeFailed(options: Options, shard: number, records: readonly StreamRecord[], outcome: CallOutcome): void {
  const { mapping, region, failedFolder, report } = options;
  const streamArn = options.streamArn();
  const { key, content } = failedBatch({
    mappingId: mapping.id,
    functionRef: mapping.FunctionName,
    region,
    streamArn,
    shardId: `shardId-${shard}`,
    records,
    event: eventOf(records, streamArn),
    isError: !outcome.ok,
    tries: mapping.MaximumRetryAttempts + 1,
    now: Date.now(),
  });
  const file = join(failedFolder, key);
  writeAtomically(file, JSON.stringify(content));
  const reason = outcome.ok ? 'it reported them as failed' : outcome.error.errorMessage;
  report(`${mapping.FunctionName} gave up on ${records.length} record(s): ${reason} (${file})`);
}
