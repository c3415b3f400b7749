import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { inject } from 'vitest';
import { changeOf } from '#functions/stream/change.ts';
import { toLiveEvents } from '#functions/stream/live-events.ts';
import type { projector } from '#functions/stream/projector/project.ts';
import { streamFilters } from '#infra/constructs/stream-consumer.ts';
import { eventFilter } from '#infra/local/events/stream-pump.ts';
import { accessKeyOf, memoryOf } from '#test/support/table.ts';

/** All records in the stream of a table. */
export async function streamOf(tableName: string): Promise<DynamoDBRecord[]> {
  const memory = memoryOf(tableName);
  if (memory) return memory.recordsSince(0);
  const client = new DynamoDBStreamsClient({
    endpoint: inject('dynamoDbEndpoint'),
    region: 'eu-west-3',
    credentials: { accessKeyId: accessKeyOf(tableName), secretAccessKey: 'local' },
  });
  const { Streams = [] } = await client.send(new ListStreamsCommand({ TableName: tableName }));
  const StreamArn = Streams[0]?.StreamArn;
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn }));
  const found: DynamoDBRecord[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const };
    const { ShardIterator } = await client.send(new GetShardIteratorCommand(start));
    const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
    found.push(...(Records as DynamoDBRecord[]));
  }
  client.destroy();
  return found;
}

export const passes = {
  projector: eventFilter(streamFilters.projector.map((pattern) => JSON.stringify(pattern))),
  dispatcher: eventFilter(streamFilters.dispatcher.map((pattern) => JSON.stringify(pattern))),
};

/**
 * Reads the stream until its consumers are quiet: every record, and which of them reached a consumer without effect.
 */
export async function followed(tableName: string, project: ReturnType<typeof projector>, from: number) {
  const inVain: string[] = [];
  let seen = from;
  // The projector's own writes come back on the stream.
  for (let records = await streamOf(tableName); records.length > seen; records = await streamOf(tableName)) {
    const fresh = records.slice(seen);
    seen = records.length;
    for (const record of fresh) {
      const { before, after } = changeOf(record);
      const kind = String((after ?? before)?.['kind']);
      if (passes.dispatcher(record) && toLiveEvents(before, after, new Date(0).toISOString()).length === 0)
        inVain.push(`dispatcher: ${kind}`);
      if (!passes.projector(record)) continue;
      const { length } = await streamOf(tableName);
      await project({ Records: [record] });
      if ((await streamOf(tableName)).length === length) inVain.push(`projector: ${kind}`);
    }
  }
  return { seen, inVain };
}
