import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import { localAccount } from '#infra/local/assembly/physical-ids.ts';
import { functionNameOf, type MappingSpec } from '#infra/local/assembly/plan.ts';
import type { CallOutcome, Invoke } from '#infra/local/compute/invoke.ts';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';
import { eventOf, sequenceNumberOf } from './positions.ts';

const afterErrorMs = 200;

/** One shard: delivers what is added to it in order, a batch at a time, while other shards do the same. */
export interface Shard<R> {
  add(records: readonly R[]): void;
  waiting(): readonly R[];
  /** Resolves when nothing waits, or when the shard was stopped. */
  idle(): Promise<void>;
}

function openShard<R>(options: {
  batchSize: number;
  /** Rejects when it was stopped; after another error the batch is delivered again. */
  deliver: (batch: readonly R[]) => Promise<void>;
  onDelivered: () => void;
  signal: AbortSignal;
}): Shard<R> {
  const { batchSize, deliver, onDelivered, signal } = options;
  const waiting: R[] = [];
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    while (waiting.length > 0 && !signal.aborted) {
      const batch = waiting.slice(0, batchSize);
      const isDelivered = await deliver(batch).then(
        () => true,
        () => false,
      );
      if (isDelivered) {
        waiting.splice(0, batch.length);
        onDelivered();
      } else await wait(afterErrorMs, undefined, { signal }).catch(() => {});
    }
    isRunning = false;
  };

  return {
    add(records) {
      waiting.push(...records);
      if (!isRunning) running = run();
    },
    waiting: () => waiting,
    idle: () => running,
  };
}

interface GivenUp {
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

export interface RetryRules {
  /** Splits a failed batch in two, so that one bad record is found. */
  readonly bisect: boolean;
  readonly retries: number;
  readonly reportsFailures: boolean;
}

interface Delivery<R> {
  readonly rules: RetryRules;
  invoke: (records: readonly R[]) => Promise<CallOutcome>;
  idOf: (record: R) => string;
  /** Receives records that failed every try, with the last answer; delivery continues after them. */
  giveUp: (records: readonly R[], outcome: CallOutcome) => Promise<void>;
  pause: (failures: number) => Promise<void>;
}

/** Milliseconds before the next try: twice as long after each failure, ten seconds at most. */
export const pauseAfter = (failures: number): number => Math.min(100 * 2 ** failures, 10_000);

const Failures = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/**
 * Delivers a batch of a stream as Lambda does: in order, repeated until it succeeds or is given up. After a partial
 * failure everything from the first failed record is tried again. Splitting does not count as a try.
 */
export async function deliver<R>(batch: readonly R[], delivery: Delivery<R>, failuresBefore = 0): Promise<void> {
  const { rules } = delivery;
  let pending = batch;
  let failures = failuresBefore;
  while (pending.length > 0) {
    const outcome = await delivery.invoke(pending);
    const failed = firstFailure(outcome, pending, delivery);
    if (failed === undefined) return;
    failures = failed > 0 ? 1 : failures + 1;
    pending = pending.slice(failed);
    if (rules.bisect && pending.length > 1) {
      const middle = Math.ceil(pending.length / 2);
      await delivery.pause(failures);
      await deliver(pending.slice(0, middle), delivery);
      pending = pending.slice(middle);
      failures = 0;
      continue;
    }
    if (rules.retries >= 0 && failures > rules.retries) {
      await delivery.giveUp(pending, outcome);
      return;
    }
    await delivery.pause(failures);
  }
}

function firstFailure<R>(
  outcome: CallOutcome,
  records: readonly R[],
  { rules, idOf }: Delivery<R>,
): number | undefined {
  if (!outcome.ok) return 0;
  if (!rules.reportsFailures) return undefined;
  const { data } = z.safeParse(Failures, outcome.result);
  if (!data || data.batchItemFailures.length === 0) return undefined;
  const failed = new Set(data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const at = records.findIndex((record) => failed.has(idOf(record)));
  // An unknown name makes the whole batch a failure.
  return Math.max(at, 0);
}

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
