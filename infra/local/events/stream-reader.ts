import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type Shard as StreamPart,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';
import type { Positions } from './positions.ts';
import { sequenceNumberOf } from './stream-records.ts';

const partsKnownMs = 30_000;

/** DynamoDB Local has one shard at a time, a new one after some hours: each is a part of the stream here. */
interface Part {
  readonly id: string;
  iterator: string | undefined;
}

export interface StreamReader {
  /** Empty before the first read. */
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

/** Reads the stream of a table in order, part by part. */
export function openStreamReader({ client, tableName, positions, signal, take, onAdvance }: Options): StreamReader {
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
