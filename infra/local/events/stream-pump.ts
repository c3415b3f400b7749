import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import type { MappingSpec } from '../assembly/plan.ts';
import type { Invoke, Outcome } from '../compute/workers.ts';
import { writeAtomically } from '../emulators/atomic-file.ts';
import { operatorKey } from '../iam/keys.ts';
import { deliver } from './batches.ts';
import { eventFilter } from './event-filter.ts';
import { failedBatch } from './failed-batch.ts';

/**
 * Pause between two reads of the stream in milliseconds: the first, just after activity, and the last. Each is twice
 * the one before. Writers wake the pump, so more reads would only take processor time from them.
 */
const SHORTEST_WAIT = 5;
const LONGEST_WAIT = 200;
const SHARDS_KNOWN_MS = 30_000;
const POSITIONS_KEPT_MS = 200;

export type Pump = {
  /** Something may have been written: ask the stream at once. */
  wake(): void;
  close(): Promise<void>;
};

export type PumpOptions = {
  endpoint: string;
  region: string;
  tableName: string;
  mapping: MappingSpec;
  invoke: Invoke;
  /** Keeps the position in each shard, so that nothing is lost over a restart. */
  positionFile: string;
  failedFolder: string;
  report: (line: string) => void;
};

type Reader = { readonly shardId: string; iterator: string | undefined };

/**
 * One event source mapping of the table's stream: reads DynamoDB Local's shards in order, parents before children, and
 * delivers their records in batches with the template's retries. Records that failed every try are written to a file
 * with the key and content of Lambda's S3 destination.
 */
export function startPump(options: PumpOptions): Pump {
  const { endpoint, region, tableName, mapping, invoke, positionFile, failedFolder, report } = options;
  const client = new DynamoDBStreamsClient({
    endpoint,
    region,
    credentials: operatorKey,
    maxAttempts: 1,
  });
  const passes = eventFilter(mapping.FilterCriteria.Filters.map(({ Pattern }) => Pattern));
  const positions = readPositions(positionFile);
  const stopping = new AbortController();
  const { signal } = stopping;
  let streamArn = '';
  let readers: Reader[] = [];
  let shardsReadAt = Number.NEGATIVE_INFINITY;
  let delay = SHORTEST_WAIT;
  let endPause = () => {};
  let saving: NodeJS.Timeout | undefined;

  const readShards = async () => {
    streamArn ||= await findStream(client, tableName);
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shards = StreamDescription?.Shards ?? [];
    const known = new Set(shards.map(({ ShardId }) => ShardId));
    const open = shards.filter((shard) => shard.ShardId && isNext(shard, positions, known));
    readers = open.map(({ ShardId = '' }) => {
      const running = readers.find(({ shardId }) => shardId === ShardId);
      return running ?? { shardId: ShardId, iterator: undefined };
    });
    shardsReadAt = performance.now();
  };

  const iteratorOf = async ({ shardId }: Reader) => {
    const last = positions.get(shardId)?.last;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ...(last
          ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last }
          : { ShardIteratorType: 'TRIM_HORIZON' }),
      }),
    );
    return ShardIterator;
  };

  const keep = (shardId: string, position: Position) => {
    positions.set(shardId, position);
    saving ??= setTimeout(save, POSITIONS_KEPT_MS);
  };
  // After a crash the last records are delivered again, which consumers must handle on AWS too.
  const save = () => {
    clearTimeout(saving);
    saving = undefined;
    writeAtomically(positionFile, JSON.stringify(Object.fromEntries(positions)));
  };

  const giveUp = async (shardId: string, records: readonly StreamRecord[], outcome: Outcome) => {
    const { key, content } = failedBatch({
      mappingId: mapping.id,
      functionRef: mapping.FunctionName,
      region,
      streamArn,
      shardId,
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
  };

  const deliverBatch = async (shardId: string, records: readonly StreamRecord[]) => {
    await deliver(records, {
      rules: {
        bisect: mapping.BisectBatchOnFunctionError,
        retries: mapping.MaximumRetryAttempts,
        reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      },
      invoke: (part) => invoke(mapping.FunctionName, eventOf(part, streamArn)),
      idOf: sequenceNumberOf,
      giveUp: (part, outcome) => giveUp(shardId, part, outcome),
      pause: (failures) => wait(Math.min(100 * 2 ** failures, 10_000), undefined, { signal }),
    });
    keepLast(shardId, records);
  };
  const keepLast = (shardId: string, records: readonly StreamRecord[]) => {
    const last = records.at(-1);
    if (last) keep(shardId, { last: sequenceNumberOf(last), ended: false });
  };

  /** Reads one shard once; true when it had records. */
  const readOnce = async (reader: Reader): Promise<boolean> => {
    reader.iterator ??= await iteratorOf(reader);
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: reader.iterator ?? '', Limit: 1000 }),
    );
    const passing = Records.filter(passes);
    for (let at = 0; at < passing.length && !signal.aborted; at += mapping.BatchSize) {
      await deliverBatch(reader.shardId, passing.slice(at, at + mapping.BatchSize));
    }
    // The records after the last that passed are done, too.
    if (!signal.aborted) keepLast(reader.shardId, Records);
    reader.iterator = NextShardIterator;
    if (!NextShardIterator) {
      keep(reader.shardId, { last: positions.get(reader.shardId)?.last, ended: true });
      shardsReadAt = Number.NEGATIVE_INFINITY;
    }
    return Records.length > 0;
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      delay = Math.min(delay * 2, LONGEST_WAIT);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!signal.aborted) {
      try {
        if (performance.now() - shardsReadAt > SHARDS_KNOWN_MS) await readShards();
        const found = await Promise.all(readers.map(readOnce));
        if (found.includes(true)) delay = SHORTEST_WAIT;
        else await pause();
      } catch (error) {
        if (signal.aborted) return;
        // The database is down or has trimmed the records: start again from the stored positions.
        if (isTrimmed(error)) forgetTrimmed(readers, positions);
        readers = [];
        shardsReadAt = Number.NEGATIVE_INFINITY;
        await wait(200, undefined, { signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    wake() {
      delay = SHORTEST_WAIT;
      endPause();
    },
    async close() {
      stopping.abort();
      endPause();
      await running;
      if (saving) save();
      client.destroy();
    },
  };
}

/** Progress in a shard: its last read record, and whether the shard ended there. */
const Position = z.object({ last: z.optional(z.string()), ended: z.boolean() });
type Position = z.infer<typeof Position>;

function readPositions(file: string): Map<string, Position> {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(Object.entries(z.parse(z.record(z.string(), Position), kept)));
}

/** A shard is read when it is not finished and its parent is, or no longer exists. */
function isNext(
  shard: Shard,
  positions: ReadonlyMap<string, Position>,
  known: ReadonlySet<string | undefined>,
): boolean {
  if (positions.get(shard.ShardId ?? '')?.ended) return false;
  const parent = shard.ParentShardId;
  return !parent || !known.has(parent) || positions.get(parent)?.ended === true;
}

async function findStream(client: DynamoDBStreamsClient, tableName: string): Promise<string> {
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
  const arn = Streams.at(-1)?.StreamArn;
  if (!arn) throw new Error(`The table ${tableName} has no stream.`);
  return arn;
}

function isTrimmed(error: unknown): boolean {
  return error instanceof Error && /TrimmedData|ResourceNotFound|ValidationException/.test(error.name);
}

function forgetTrimmed(readers: readonly Reader[], positions: Map<string, Position>): void {
  for (const { shardId } of readers) positions.delete(shardId);
}

function sequenceNumberOf({ dynamodb }: StreamRecord): string {
  return dynamodb?.SequenceNumber ?? '';
}

/** Records as Lambda passes them: the same names, times in seconds, binary values in base64. */
function eventOf(records: readonly StreamRecord[], streamArn: string): { Records: unknown[] } {
  const asLambda = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  const plain = records.map(({ dynamodb, userIdentity, ...record }) => ({
    ...record,
    ...(userIdentity && { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
    },
  }));
  return { Records: JSON.parse(JSON.stringify(plain, asLambda)) };
}
