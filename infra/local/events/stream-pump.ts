import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard as StreamPart,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { MappingSpec } from '../assembly/plan.ts';
import type { CallOutcome, Invoke } from '../compute/invoke.ts';
import { writeAtomically } from '../emulators/atomic-file.ts';
import { operatorKey } from '../iam/keys.ts';
import { deliver, pauseAfter } from './batches.ts';
import { eventFilter } from './event-filter.ts';
import { failedBatch } from './failed-batch.ts';
import { openPositions, type Positions } from './positions.ts';
import { openShard } from './shard.ts';

/**
 * Pause between two reads of the stream in milliseconds: the first, just after activity, and the last. Each is twice
 * the one before. Writers wake the pump, so more reads would only take processor time from them.
 */
const shortestWait = 5;
const longestWait = 1_000;
/** Shards that do not get on hold up the next read for so long. */
const heldUpMs = 200;
const partsKnownMs = 30_000;
const positionsKeptMs = 200;
const shardCount = 4;
/** The stream is read no further while so many records wait for a shard that does not get on. */
const waitingAtMost = 10_000;

/** How far one shard is behind. */
export interface Lag {
  readonly waiting: number;
  /** Since the first of them was read. */
  readonly milliseconds: number;
}

export interface Pump {
  /** Of each shard. */
  lag(): Lag[];
  /** Reads the stream now, because something may have been written. */
  wake(): void;
  close(): Promise<void>;
}

export interface PumpOptions {
  endpoint: string;
  region: string;
  tableName: string;
  mapping: MappingSpec;
  invoke: Invoke;
  /** Keeps the position in the stream, so that nothing is lost over a restart. */
  positionFile: string;
  failedFolder: string;
  /** The author of a removal that was not a caller's. */
  removedBy?: ((record: StreamRecord) => StreamRecord['userIdentity']) | undefined;
  report: (line: string) => void;
}

/** DynamoDB Local has one shard at a time, a new one after some hours: each is a part of the stream here. */
interface Reader {
  readonly partId: string;
  iterator: string | undefined;
}

interface Waiting {
  readonly record: StreamRecord;
  readonly partId: string;
  readonly readAt: number;
}

/**
 * One event source mapping of the table's stream. Reads DynamoDB Local's stream in order and splits it into shards by a
 * hash of the partition key, as the stream of a larger table is split. The shards deliver in parallel, each in order
 * and one batch at a time, with the template's retries. Records that failed every try are written to a file with the
 * key and content of Lambda's S3 destination.
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
  const positions = openPositions(positionFile);
  const stopping = new AbortController();
  const { signal } = stopping;
  let streamArn = '';
  let partitionKey = '';
  let readers: Reader[] = [];
  let partsReadAt = Number.NEGATIVE_INFINITY;
  let delay = shortestWait;
  let endPause = () => {};
  let saving: NodeJS.Timeout | undefined;

  const readParts = async () => {
    streamArn ||= await findStream(client, tableName);
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    partitionKey = StreamDescription?.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
    const parts = StreamDescription?.Shards ?? [];
    const known = new Set(parts.map(({ ShardId }) => ShardId));
    const open = parts.filter((part) => part.ShardId && isNext(part, positions, known));
    readers = open.map(({ ShardId = '' }) => {
      const running = readers.find(({ partId }) => partId === ShardId);
      return running ?? { partId: ShardId, iterator: undefined };
    });
    partsReadAt = performance.now();
  };

  const iteratorOf = async ({ partId }: Reader) => {
    const start = { StreamArn: streamArn, ShardId: partId, ...positions.start(partId) };
    return (await client.send(new GetShardIteratorCommand(start))).ShardIterator;
  };

  const keep = () => {
    saving ??= setTimeout(save, positionsKeptMs);
  };
  // After a crash the last records are delivered again, which consumers must handle on AWS too.
  const save = () => {
    clearTimeout(saving);
    saving = undefined;
    positions.save((partId) =>
      Object.fromEntries(
        shards.flatMap((shard, number) => {
          const first = shard.waiting().find((waiting) => waiting.partId === partId);
          return first ? [[number, sequenceNumberOf(first.record)]] : [];
        }),
      ),
    );
  };

  const giveUp = async (shard: number, records: readonly StreamRecord[], outcome: CallOutcome) => {
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
  };

  const shards = Array.from({ length: shardCount }, (_, shard) =>
    openShard<Waiting>({
      batchSize: mapping.BatchSize,
      deliver: (batch) =>
        deliver(
          batch.map(({ record }) => record),
          {
            rules: {
              bisect: mapping.BisectBatchOnFunctionError,
              retries: mapping.MaximumRetryAttempts,
              reportsFailures: mapping.FunctionResponseTypes.includes('ReportBatchItemFailures'),
            },
            invoke: (part) => invoke(mapping.FunctionName, eventOf(part, streamArn)),
            idOf: sequenceNumberOf,
            giveUp: (part, outcome) => giveUp(shard, part, outcome),
            pause: (failures) => wait(pauseAfter(failures), undefined, { signal }),
          },
        ),
      onDelivered: keep,
      signal,
    }),
  );

  /** Reads one part once; true when it had records. */
  const readOnce = async (reader: Reader): Promise<boolean> => {
    const { partId } = reader;
    reader.iterator ??= await iteratorOf(reader);
    const read = await client.send(new GetRecordsCommand({ ShardIterator: reader.iterator ?? '', Limit: 1000 }));
    const { NextShardIterator } = read;
    const Records = (read.Records ?? []).map((record) => {
      const userIdentity = options.removedBy?.(record);
      return userIdentity ? { ...record, userIdentity } : record;
    });
    if (signal.aborted) return false;
    const readAt = performance.now();
    const passing = Map.groupBy(Records.filter(passes), (record) => shardOf(record, partitionKey));
    for (const [shard, records] of passing) {
      const fresh = records.filter((record) => !positions.isDone(partId, shard, sequenceNumberOf(record)));
      shards[shard]?.add(fresh.map((record) => ({ record, partId, readAt })));
    }
    const last = Records.at(-1);
    reader.iterator = NextShardIterator;
    if (last || !NextShardIterator) {
      positions.advance(partId, { last: last && sequenceNumberOf(last), ended: !NextShardIterator });
      keep();
    }
    if (!NextShardIterator) partsReadAt = Number.NEGATIVE_INFINITY;
    return Records.length > 0;
  };

  const waitingCount = () => shards.reduce((sum, shard) => sum + shard.waiting().length, 0);
  /** Until all shards are done, or some time has passed: one that does not get on holds up no other. */
  const delivered = () =>
    Promise.race([Promise.all(shards.map((shard) => shard.idle())), wait(heldUpMs, undefined, { ref: false })]);

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delay);
      delay = Math.min(delay * 2, longestWait);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!signal.aborted) {
      try {
        if (performance.now() - partsReadAt > partsKnownMs) await readParts();
        const found = waitingCount() > waitingAtMost ? [] : await Promise.all(readers.map(readOnce));
        if (found.includes(true)) delay = shortestWait;
        else await pause();
        await delivered();
      } catch (error) {
        if (signal.aborted) return;
        // The database is down or has trimmed the records: start again from the stored positions.
        if (isTrimmed(error)) for (const { partId } of readers) positions.forget(partId);
        readers = [];
        partsReadAt = Number.NEGATIVE_INFINITY;
        await wait(200, undefined, { signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    lag: () =>
      shards.map((shard) => {
        const [first] = shard.waiting();
        return { waiting: shard.waiting().length, milliseconds: first ? performance.now() - first.readAt : 0 };
      }),
    wake() {
      delay = shortestWait;
      endPause();
    },
    async close() {
      stopping.abort();
      endPause();
      await running;
      await Promise.all(shards.map((shard) => shard.idle()));
      if (saving) save();
      client.destroy();
    },
  };
}

/** A part is read when it is not finished and its parent is, or no longer exists. */
function isNext(part: StreamPart, positions: Positions, known: ReadonlySet<string | undefined>): boolean {
  if (positions.hasEnded(part.ShardId ?? '')) return false;
  const parent = part.ParentShardId;
  return !parent || !known.has(parent) || positions.hasEnded(parent);
}

/** The shard of a record: all changes of a partition key are in one. */
function shardOf({ dynamodb }: StreamRecord, partitionKey: string): number {
  const key = JSON.stringify(dynamodb?.Keys?.[partitionKey] ?? '');
  return createHash('md5').update(key).digest().readUInt32BE() % shardCount;
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
