import { randomUUID } from 'node:crypto';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, inject, test } from 'vitest';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { openTable } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { streamFilters } from '#infra/constructs/stream-filters.ts';
import { eventFilter } from '#infra/local/events/event-filter.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { accessKeyOf, freshTable } from '#test/support/table.ts';
import { changeOf } from './change.ts';
import { toLiveEvents } from './live-events.ts';
import { projector } from './projector/project.ts';

const { O: owner, M: member } = memberIds;
const at = '2026-11-20T10:00:00.000Z';

/** All records in the stream of a table. */
async function streamOf(tableName: string): Promise<DynamoDBRecord[]> {
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

const passes = {
  projector: eventFilter(streamFilters.projector.map((pattern) => JSON.stringify(pattern))),
  dispatcher: eventFilter(streamFilters.dispatcher.map((pattern) => JSON.stringify(pattern))),
};

/**
 * Reads the stream until its consumers are quiet: every record, and which of them reached a consumer without effect.
 */
async function followed(tableName: string, project: ReturnType<typeof projector>, from: number) {
  const inVain: string[] = [];
  let seen = from;
  // The projector's own writes come back on the stream.
  for (let records = await streamOf(tableName); records.length > seen; records = await streamOf(tableName)) {
    const fresh = records.slice(seen);
    seen = records.length;
    for (const record of fresh) {
      const { before, after } = changeOf(record);
      const kind = String((after ?? before)?.['kind']);
      if (passes.dispatcher(record) && toLiveEvents(before, after, at).length === 0) inVain.push(`dispatcher: ${kind}`);
      if (!passes.projector(record)) continue;
      const { length } = await streamOf(tableName);
      await project({ Records: [record] });
      if ((await streamOf(tableName)).length === length) inVain.push(`projector: ${kind}`);
    }
  }
  return { seen, inVain };
}

test('of the records of a message, at most a fifth reach a reader to which they mean nothing', async () => {
  const { name, client } = await freshTable({ hasStream: true });
  const table = openTable(name, client);
  for (const role of ['O', 'M'] as const) await put(table, profileItem(aProfile(role)));
  const deps = { table, now: () => Date.parse(at), newId: randomUUID };
  const call = pipelineOf(messagingRoutes, messagingHandlers(deps), deps);
  const send = () => call('sendMessage', member, { body: { recipientId: owner, content: 'Bonjour' } });
  const project = projector(table, deps.now);
  await send();
  const first = await followed(name, project, 0);
  await send();
  const second = await followed(name, project, first.seen);
  const written = second.seen - first.seen;
  expect(written).toBeGreaterThan(6);
  expect(second.inVain.length / written, second.inVain.join(', ')).toBeLessThanOrEqual(0.2);
});

test('a reading reaches the dispatcher, and removals reach those who follow the kind', () => {
  const thread = (change: string) => ({ dynamodb: { NewImage: { kind: { S: 'thread' }, change: { S: change } } } });
  expect(passes.dispatcher(thread('read'))).toBe(true);
  expect(passes.dispatcher(thread('answered'))).toBe(false);
  expect(passes.projector(thread('opened'))).toBe(true);
  expect(passes.projector(thread('answered'))).toBe(true);
  expect(passes.dispatcher({ dynamodb: { OldImage: { kind: { S: 'profile' } } } })).toBe(true);
  expect(passes.projector({ dynamodb: { OldImage: { kind: { S: 'review' } } } })).toBe(true);
});
