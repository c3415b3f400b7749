import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CallOutcome } from '../compute/invoke.ts';
import { objectCreatedEvent, queuesFor, testEvent } from './event-sources.ts';
import { type QueueOptions, startQueue } from './queue.ts';

const failed: CallOutcome = { ok: false, error: { errorType: 'Error', errorMessage: 'no' } };
const fine: CallOutcome = { ok: true, result: null };

function queueOf(
  answer: (event: unknown, call: number) => CallOutcome | Promise<CallOutcome>,
  mapping: Partial<QueueOptions> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'queue-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const events: { Records: { body: string }[] }[] = [];
  const waits: number[] = [];
  const queue = startQueue({
    arn: 'arn:aws:sqs:eu-west-3:000000000000:Scans',
    functionRef: 'scanner',
    region: 'eu-west-3',
    concurrency: 2,
    batchSize: 1,
    reportsFailures: true,
    visibilitySeconds: 30,
    hiddenAtMostSeconds: Number.POSITIVE_INFINITY,
    maxReceiveCount: 3,
    failedFolder: folder,
    keptFolder: join(folder, 'kept'),
    now: () => 1000,
    wait: async (milliseconds) => void waits.push(milliseconds),
    report: () => {},
    invoke: async (_, event) => {
      events.push(event as (typeof events)[number]);
      return answer(event, events.length);
    },
    ...mapping,
  });
  return { queue, events, waits, failedFolder: join(folder, 'Scans'), keptFolder: join(folder, 'kept') };
}

test('a message reaches the function once', async () => {
  const { queue, events, failedFolder } = queueOf(() => fine);
  queue.send('{"a":1}');
  await queue.idle();
  expect(events).toHaveLength(1);
  expect(events[0]).toMatchObject({ Records: [{ body: '{"a":1}', attributes: { ApproximateReceiveCount: '1' } }] });
  expect(existsSync(failedFolder)).toBe(false);
});

test('a message that fails is tried again, and stored after its last allowed try', async () => {
  const { queue, events, failedFolder } = queueOf(() => failed);
  queue.send('{"bad":true}');
  await queue.idle();
  expect(events).toHaveLength(3);
  const [file = ''] = readdirSync(failedFolder);
  expect(readFileSync(join(failedFolder, file), 'utf8')).toBe('{"bad":true}');
});

test('what a crash leaves in the queue is delivered after the restart, and once handled never again', async () => {
  const never = new Promise<CallOutcome>(() => {});
  const crashed = queueOf(() => never);
  crashed.queue.send('{"a":1}');
  const { keptFolder } = crashed;
  const restarted = queueOf(() => fine, { keptFolder });
  await restarted.queue.idle();
  expect(restarted.events).toMatchObject([{ Records: [{ body: '{"a":1}' }] }]);
  expect(queueOf(() => fine, { keptFolder }).queue.state()).toMatchObject({ waiting: 0, running: 0 });
});

const naming = (...ids: string[]): CallOutcome => ({
  ok: true,
  result: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});
const idsIn = (event: unknown) => (event as { Records: { messageId: string }[] }).Records.map((one) => one.messageId);

test('a failure that the function names is tried again where its mapping reads the names', async () => {
  const { queue, events } = queueOf((event, call) => (call === 1 ? naming(...idsIn(event)) : fine));
  queue.send('{}');
  await queue.idle();
  expect(events).toHaveLength(2);
});

test('without ReportBatchItemFailures a named failure is lost, as on AWS', async () => {
  const { queue, events, failedFolder } = queueOf((event) => naming(...idsIn(event)), { reportsFailures: false });
  queue.send('{}');
  await queue.idle();
  expect(events).toHaveLength(1);
  expect(existsSync(failedFolder)).toBe(false);
});

test('only the named messages of a batch are delivered again', async () => {
  const { queue, events } = queueOf((event, call) => (call === 2 ? naming(idsIn(event)[1] ?? '') : fine), {
    batchSize: 2,
    concurrency: 1,
  });
  for (const body of ['a', 'b', 'c']) queue.send(body);
  await queue.idle();
  expect(events.map(({ Records }) => Records.map(({ body }) => body))).toEqual([['a'], ['b', 'c'], ['c']]);
});

test('after an answer with unknown names, or without a list, the whole batch is delivered again', async () => {
  for (const result of [{ batchItemFailures: [{ itemIdentifier: 'x' }] }, { batchItemFailures: [{}] }]) {
    const { queue, events } = queueOf((_, call) => (call === 1 ? { ok: true, result } : fine));
    queue.send('{}');
    await queue.idle();
    expect(events).toHaveLength(2);
  }
});

test('a failed message stays hidden for the rest of the visibility time, and does not block others', async () => {
  const { queue, events, waits } = queueOf((_, call) => (call === 1 ? failed : fine), { concurrency: 1 });
  queue.send('first');
  queue.send('second');
  await queue.idle();
  expect(events.map(({ Records }) => Records[0]?.body)).toEqual(['first', 'second', 'first']);
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(25_000);
  expect(waits[0]).toBeLessThanOrEqual(30_000);
});

test('a failed message comes back after the visibility time of the template and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { queue, events } = queueOf((_, call) => (call === 1 ? failed : fine), {
    visibilitySeconds: 90,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  });
  queue.send('{}');
  await vi.advanceTimersByTimeAsync(89_900);
  expect([events.length, queue.state().hidden]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(100);
  expect(events).toHaveLength(2);
});

test('a function hides a message of its own for longer, counted from then on', async () => {
  const handles: string[] = [];
  const { queue, waits } = queueOf((event, call) => {
    if (call > 1) return fine;
    handles.push(...idsIn(event));
    expect(handles.map((handle) => queue.hide(handle, 90))).toEqual([true]);
    return failed;
  });
  queue.send('{}');
  await queue.idle();
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(85_000);
  expect(handles.map((handle) => queue.hide(handle, 90))).toEqual([false]);
});

test('who does not want to wait so long shortens the time for all queues', async () => {
  const { queue, waits } = queueOf((_, call) => (call === 1 ? failed : fine), { hiddenAtMostSeconds: 2 });
  queue.send('{}');
  await queue.idle();
  expect(waits[0]).toBeLessThanOrEqual(2000);
});

test('a bucket notifies the queues whose prefix matches', () => {
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
