import { setTimeout as wait } from 'node:timers/promises';
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import type { MappingSpec } from '../assembly/plan.ts';
import type { Invoke } from '../compute/invoke.ts';
import { operatorKey } from '../iam/keys.ts';
import { eventFilter } from './event-filter.ts';
import { openPositions } from './positions.ts';
import type { Shard } from './shard.ts';
import { openStreamReader } from './stream-reader.ts';
import { sequenceNumberOf } from './stream-records.ts';
import { openShards, shardOf, type Waiting } from './stream-shards.ts';

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

export interface Pump {
  lag(): Lag[];
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

/**
 * One event source mapping of the table's stream. Reads DynamoDB Local's stream in order and splits it into shards by a
 * hash of the partition key, as the stream of a larger table is split. The shards deliver in parallel, each in order
 * and one batch at a time, with the template's retries. Records that failed every try are written to a file with the
 * key and content of Lambda's S3 destination.
 */
export function startPump(options: PumpOptions): Pump {
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

/** The first undelivered record of each shard that is behind in this part of the stream. */
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
