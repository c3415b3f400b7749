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
import * as z from 'zod/mini';
import type { MappingSpec } from '#infra/local/assembly/plan.ts';
import type { Invoke } from '#infra/local/compute/invoke.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { openPositions, type Positions, sequenceNumberOf } from './positions.ts';
import { openShards, type Shard, shardOf, type Waiting } from './stream-shards.ts';

const partsKnownMs = 30_000;

/** DynamoDB Local has one shard at a time, a new one after some hours: each is a part of the stream here. */
interface Part {
  readonly id: string;
  iterator: string | undefined;
}

interface StreamReader {
  arn(): string;
  /** The attribute whose value decides on the shard of a record; empty before the first read. */
  partitionKey(): string;
  findParts(): Promise<void>;
  /** Reads each part once, and advances its position after `take`; true when there were records. */
  read(): Promise<boolean>;
  /** Starts again from the stored positions, after this error of the database. */
  restart(error: unknown): void;
}

interface Options {
  client: DynamoDBStreamsClient;
  tableName: string;
  positions: Positions;
  signal: AbortSignal;
  take: (partId: string, records: readonly StreamRecord[]) => void;
  onAdvance: () => void;
}

function openStreamReader({ client, tableName, positions, signal, take, onAdvance }: Options): StreamReader {
  let streamArn = '';
  let partitionKey = '';
  let parts: Part[] = [];
  let partsReadAt = Number.NEGATIVE_INFINITY;

  const iteratorOf = async (partId: string) => {
    const start = { StreamArn: streamArn, ShardId: partId, ...positions.start(partId) };
    return (await client.send(new GetShardIteratorCommand(start))).ShardIterator;
  };

  const readPart = async (part: Part): Promise<boolean> => {
    part.iterator ??= await iteratorOf(part.id);
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: part.iterator ?? '', Limit: 1000 }),
    );
    if (signal.aborted) return false;
    take(part.id, Records);
    const last = Records.at(-1);
    part.iterator = NextShardIterator;
    if (last || !NextShardIterator) {
      positions.advance(part.id, { last: last && sequenceNumberOf(last), ended: !NextShardIterator });
      onAdvance();
    }
    if (!NextShardIterator) partsReadAt = Number.NEGATIVE_INFINITY;
    return Records.length > 0;
  };

  return {
    arn: () => streamArn,
    partitionKey: () => partitionKey,
    async findParts() {
      if (performance.now() - partsReadAt <= partsKnownMs) return;
      streamArn ||= await findStream(client, tableName);
      const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
      partitionKey = StreamDescription?.KeySchema?.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
      const all = StreamDescription?.Shards ?? [];
      const known = new Set(all.map(({ ShardId }) => ShardId));
      const open = all.filter((part) => part.ShardId && isNext(part, positions, known));
      parts = open.map(
        ({ ShardId = '' }) => parts.find(({ id }) => id === ShardId) ?? { id: ShardId, iterator: undefined },
      );
      partsReadAt = performance.now();
    },
    read: async () => (await Promise.all(parts.map(readPart))).includes(true),
    restart(error) {
      // The database has trimmed the records.
      if (isTrimmed(error)) for (const { id } of parts) positions.forget(id);
      parts = [];
      partsReadAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** A part is read when it is not finished and its parent is, or no longer exists. */
function isNext(part: StreamPart, positions: Positions, known: ReadonlySet<string | undefined>): boolean {
  if (positions.hasEnded(part.ShardId ?? '')) return false;
  const parent = part.ParentShardId;
  return !parent || !known.has(parent) || positions.hasEnded(parent);
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

/**
 * Pause between two reads of the stream in milliseconds: the first, just after activity, and the last. Each is twice
 * the one before. Writers wake the pump, so more reads would only take processor time from them.
 */
const shortestWait = 5;
const longestWait = 1_000;
/** Shards that do not get on hold up the next read for so long. */
const heldUpMs = 200;
const positionsKeptMs = 200;
/** The stream is read no further while so many records wait for a shard that does not get on. */
const waitingAtMost = 10_000;

export interface Lag {
  readonly waiting: number;
  readonly milliseconds: number;
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
  removedBy?: ((record: StreamRecord) => StreamRecord['userIdentity']) | undefined;
  report: (line: string) => void;
}

/**
 * One event source mapping of the table's stream. Reads DynamoDB Local's stream in order and splits it into shards by a
 * hash of the partition key, as the stream of a larger table is split. The shards deliver in parallel, each in order
 * and one batch at a time, with the template's retries. Records that failed every try are written to a file with the
 * key and content of Lambda's S3 destination.
 */
export function startPump(options: PumpOptions) {
  const { endpoint, region, tableName, mapping, positionFile } = options;
  const client = new DynamoDBStreamsClient({ endpoint, region, credentials: operatorKey, maxAttempts: 1 });
  const passes = eventFilter(mapping.FilterCriteria.Filters.map(({ Pattern }) => Pattern));
  const positions = openPositions(positionFile);
  const stopping = new AbortController();
  const { signal } = stopping;
  let delay = shortestWait;
  let endPause = () => {};
  let saving: NodeJS.Timeout | undefined;

  const keep = () => {
    saving ??= setTimeout(save, positionsKeptMs);
  };
  // The last records are delivered again after a crash, which consumers must handle on AWS too.
  const save = () => {
    clearTimeout(saving);
    saving = undefined;
    positions.save((partId) => firstWaiting(shards, partId));
  };

  const take = (partId: string, all: readonly StreamRecord[]) => {
    const readAt = performance.now();
    const records = all
      .map((record) => withAuthor(record, options.removedBy?.(record)))
      .filter((record) => passes(record));
    for (const [shard, ofShard] of Map.groupBy(records, (record) => shardOf(record, reader.partitionKey()))) {
      const fresh = ofShard.filter((record) => !positions.isDone(partId, shard, sequenceNumberOf(record)));
      shards[shard]?.add(fresh.map((record) => ({ record, partId, readAt })));
    }
  };
  const reader = openStreamReader({ client, tableName, positions, signal, take, onAdvance: keep });
  const shards = openShards({ ...options, streamArn: () => reader.arn(), onDelivered: keep, signal });

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
        await reader.findParts();
        const hasRead = waitingCount(shards) <= waitingAtMost && (await reader.read());
        if (hasRead) delay = shortestWait;
        else await pause();
        await Promise.race([allIdle(shards), wait(heldUpMs, undefined, { ref: false })]);
      } catch (error) {
        if (signal.aborted) return;
        reader.restart(error);
        await wait(200, undefined, { signal }).catch(() => {});
      }
    }
  };
  const running = run();

  return {
    lag: () => shards.map(lagOf),
    wake() {
      delay = shortestWait;
      endPause();
    },
    async close() {
      stopping.abort();
      endPause();
      await running;
      await allIdle(shards);
      if (saving) save();
      client.destroy();
    },
  };
}

type Shards = readonly Shard<Waiting>[];

const waitingCount = (shards: Shards) => shards.reduce((sum, shard) => sum + shard.waiting().length, 0);

const allIdle = (shards: Shards) => Promise.all(shards.map((shard) => shard.idle()));

function lagOf(shard: Shard<Waiting>): Lag {
  const [first] = shard.waiting();
  return { waiting: shard.waiting().length, milliseconds: first ? performance.now() - first.readAt : 0 };
}

function firstWaiting(shards: Shards, partId: string): Record<string, string> {
  return Object.fromEntries(
    shards.flatMap((shard, number) => {
      const first = shard.waiting().find((waiting) => waiting.partId === partId);
      return first ? [[number, sequenceNumberOf(first.record)]] : [];
    }),
  );
}

const withAuthor = (record: StreamRecord, userIdentity: StreamRecord['userIdentity']): StreamRecord =>
  userIdentity ? { ...record, userIdentity } : record;

type Pattern = string[] | { [name: string]: Pattern };
const Pattern: z.ZodMiniType<Pattern> = z.lazy(() => z.union([z.array(z.string()), z.record(z.string(), Pattern)]));

/**
 * Each pattern is JSON. One match is enough, and without patterns everything passes. Throws immediately for a form of
 * pattern that is not emulated.
 */
export function eventFilter(patterns: readonly string[]): (record: unknown) => boolean {
  const parsed = patterns.map((pattern) => z.parse(Pattern, JSON.parse(pattern)));
  return (record) => parsed.length === 0 || parsed.some((pattern) => matches(pattern, record));
}

function matches(pattern: Pattern, value: unknown): boolean {
  if (Array.isArray(pattern)) return [value].flat().some((one) => pattern.includes(one as string));
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(pattern).every(([name, within]) => matches(within, fields[name]));
}
