import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objectCreatedEvent, queuesFor, testEvent } from './notifications.ts';
import { startQueue } from './queue.ts';
import type { Outcome } from './workers.ts';

const failed: Outcome = { ok: false, error: { errorType: 'Error', errorMessage: 'no' } };
const fine: Outcome = { ok: true, result: null };

function queueOf(answer: (event: unknown, call: number) => Outcome) {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const events: unknown[] = [];
  const queue = startQueue({
    arn: 'arn:aws:sqs:eu-west-3:000000000000:Scans',
    functionRef: 'scanner',
    region: 'eu-west-3',
    concurrency: 2,
    maxReceiveCount: 3,
    failedFolder: folder,
    now: () => 1000,
    pause: async () => {},
    report: () => {},
    invoke: async (_, event) => {
      events.push(event);
      return answer(event, events.length);
    },
  });
  return { queue, events, failedFolder: join(folder, 'Scans') };
}

test('a message reaches the function once', async () => {
  const { queue, events, failedFolder } = queueOf(() => fine);
  queue.send('{"a":1}');
  await queue.idle();
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ Records: [{ body: '{"a":1}', attributes: { ApproximateReceiveCount: '1' } }] });
  expect(existsSync(failedFolder)).toBe(false);
});

test('a message that fails is tried again, and kept when it failed as often as the queue allows', async () => {
  const { queue, events, failedFolder } = queueOf(() => failed);
  queue.send('{"bad":true}');
  await queue.idle();
  expect(events).toHaveLength(3);
  const [file = ''] = readdirSync(failedFolder);
  expect(readFileSync(join(failedFolder, file), 'utf8')).toBe('{"bad":true}');
});

test('a failure that the function names counts as one', async () => {
  const named: Outcome = { ok: true, result: { batchItemFailures: [{ itemIdentifier: 'x' }] } };
  const { queue, events } = queueOf((_, call) => (call === 1 ? named : fine));
  queue.send('{}');
  await queue.idle();
  expect(events).toHaveLength(2);
});

test('a bucket tells the queues whose prefix fits', () => {
  const Filter = { Key: { FilterRules: [{ Name: 'prefix', Value: 'quarantine/' }] } };
  const queues = [{ Events: ['s3:ObjectCreated:Put'], QueueArn: 'scans', Filter }];
  const told = (bucket: string, key: string) =>
    queuesFor({ bucket, key, size: 1, etag: 'e' }, [{ bucket: 'q', queues }]);
  expect(told('q', 'quarantine/a')).toEqual(['scans']);
  expect(told('q', 'other/a')).toEqual([]);
  expect(told('media', 'quarantine/a')).toEqual([]);
});

test('keys are encoded in the event, and the test event has no records', () => {
  const event = JSON.parse(objectCreatedEvent({ bucket: 'q', key: 'a/b c é', size: 3, etag: 'e' }, 'eu-west-3', 0));
  expect(event.Records[0].s3.object).toMatchObject({ key: 'a/b+c+%C3%A9', size: 3 });
  expect(JSON.parse(testEvent('q', 0))).toMatchObject({ Event: 's3:TestEvent' });
  expect(JSON.parse(testEvent('q', 0))).not.toHaveProperty('Records');
});
