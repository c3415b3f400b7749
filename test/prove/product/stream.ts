import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { inject } from 'vitest';
import { streamFilters } from '#infra/constructs/stream-consumer.ts';
import { eventFilter } from '#infra/local/events/stream-pump.ts';
import { accessKeyOf } from '#test/support/table.ts';
import { type Fault, inRun, newRun, type Run } from './faults.ts';

const readers = ['projector', 'dispatcher'] as const;
type Reader = (event: { Records: DynamoDBRecord[] }) => Promise<DynamoDBBatchResponse>;

/** Iterators live for 15 minutes, which a world outlives on a machine that has other work. */
const expired = (error: unknown): undefined => {
  if (!(error instanceof ExpiredIteratorException)) throw error;
};

/** Far more than the faults of a run: what is given back so often never ends. */
const mostTries = 12;
const batchSize = 25;

/**
 * The stream of a table before its two readers. Records that a reader gives back are delivered again, with all later
 * ones.
 */
export function openStream(tableName: string, consumers: Record<(typeof readers)[number], Reader>) {
  const client = new DynamoDBStreamsClient({
    endpoint: inject('dynamoDbEndpoint'),
    region: 'eu-west-3',
    credentials: { accessKeyId: accessKeyOf(tableName), secretAccessKey: 'local' },
  });
  const passes = Object.fromEntries(
    readers.map((name) => [name, eventFilter(streamFilters[name].map((pattern) => JSON.stringify(pattern)))]),
  );
  const iterators = new Map<string, string | undefined>();
  /** The newest record that was read of each shard. */
  const read = new Map<string, string>();
  let arn = '';

  /** An iterator behind what was read of a shard. */
  async function iteratorOf(ShardId: string): Promise<string | undefined> {
    const SequenceNumber = read.get(ShardId);
    const from = SequenceNumber
      ? ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber } as const)
      : ({ ShardIteratorType: 'TRIM_HORIZON' } as const);
    const { ShardIterator } = await client.send(new GetShardIteratorCommand({ StreamArn: arn, ShardId, ...from }));
    return ShardIterator;
  }

  async function fresh(): Promise<DynamoDBRecord[]> {
    if (!arn) {
      const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
      arn = Streams.at(-1)?.StreamArn ?? '';
    }
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: arn }));
    const found: DynamoDBRecord[] = [];
    for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
      let iterator = iterators.get(ShardId) ?? (await iteratorOf(ShardId));
      while (iterator) {
        const page = await client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: 1000 })).catch(expired);
        const { Records = [], NextShardIterator } = page ?? { NextShardIterator: await iteratorOf(ShardId) };
        found.push(...(Records as unknown as DynamoDBRecord[]));
        const last = Records.at(-1)?.dynamodb?.SequenceNumber;
        if (last) read.set(ShardId, last);
        iterators.set(ShardId, NextShardIterator);
        iterator = Records.length > 0 || !page ? NextShardIterator : undefined;
      }
    }
    return found;
  }

  async function deliver(name: (typeof readers)[number], records: readonly DynamoDBRecord[], faults: readonly Fault[]) {
    let sites: Run['sites'] = [];
    for (let from = 0; from < records.length; from += batchSize) {
      let left = records.slice(from, from + batchSize);
      for (let attempt = 1; left.length > 0; attempt++) {
        const run = newRun(attempt === 1 && from === 0 ? faults : []);
        const { batchItemFailures } = await inRun(run, () => consumers[name]({ Records: [...left] }));
        if (attempt === 1 && from === 0) sites = run.sites;
        const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        const first = left.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
        if (first < 0) break;
        if (attempt === mostTries) throw new Error(`The ${name} gave a record back ${attempt} times`);
        left = left.slice(first);
      }
    }
    return sites;
  }

  return {
    /**
     * Delivers every change, and the changes that follow from it, until none is left. Faults strike the first batch of
     * each reader; returned is what these batches asked of AWS.
     */
    async drain(faults: readonly Fault[] = []): Promise<Record<(typeof readers)[number], Run['sites']>> {
      const asked: Record<(typeof readers)[number], Run['sites']> = { projector: [], dispatcher: [] };
      for (let turn = 0; ; turn++) {
        const records = await fresh();
        if (records.length === 0) return asked;
        for (const name of readers) {
          const passing = records.filter((record) => passes[name]?.(record as never));
          const sites = await deliver(name, passing, turn === 0 ? faults : []);
          if (turn === 0) asked[name] = sites;
        }
      }
    },
  };
}
