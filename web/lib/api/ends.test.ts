import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askAtEnds } from './ends.ts';

const hour = 3_600_000;

/** The device is an hour ahead of the server. */
const server = '2026-11-20T10:00:00.000Z';
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse(server) + hour);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page that shows an answer; the server's time is that of the device, an hour less. */
async function aPage(answerAt: (now: string) => unknown) {
  const queries = new QueryClient();
  const stop = askAtEnds(queries);
  const asked = vi.fn<() => unknown>(() => answerAt(new Date(Date.now() - hour).toISOString()));
  const query = {
    queryKey: ['deliveries', 'myRequests', 'pages'],
    queryFn: asked,
    staleTime: Number.POSITIVE_INFINITY,
  };
  const leave = new QueryObserver(queries, query).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  return { queries, asked, stop, leave };
}

const rows = [
  { situation: { until: '2026-11-20T15:00:00.000Z' }, offer: { at: '2026-11-19T09:00:00.000Z' } },
  { situation: { until: '2026-11-20T12:00:00.000Z' } },
];

test('an answer is asked for once when its first end has passed by the time of the server', async () => {
  const { asked } = await aPage((at) => ({
    pages: [{ items: rows.map((row) => ({ situation: { ...row.situation, at } })) }],
  }));
  await vi.advanceTimersByTimeAsync(2 * hour - 1);
  expect(asked).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(hour);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3 * hour);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('an object with two ends asks at each of them', async () => {
  const ends = { until: '2026-11-20T11:00:00.000Z', endsAt: '2026-11-20T12:00:00.000Z' };
  // As the cache of answers does, it stays one object.
  const { asked } = await aPage((at) => ({ situation: ends, at }));
  await vi.advanceTimersByTimeAsync(hour);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(hour);
  expect(asked).toHaveBeenCalledTimes(3);
});

test('an answer that a page has changed in place keeps its ends', async () => {
  const { queries, asked } = await aPage((at) => ({ items: [{ until: '2026-11-20T12:00:00.000Z' }], at }));
  await vi.advanceTimersByTimeAsync(hour);
  queries.setQueryData<object>(['deliveries', 'myRequests', 'pages'], (answer) => ({ ...answer, isRead: true }));
  await vi.advanceTimersByTimeAsync(hour);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('an end that the server has already passed is not waited for', async () => {
  const { asked } = await aPage((at) => ({ until: '2026-11-20T09:00:00.000Z', at }));
  await vi.advanceTimersByTimeAsync(24 * hour);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('nothing is asked for an answer without a time, after the end of the session, or once its page has gone', async () => {
  const timeless = await aPage(() => ({ until: '2026-11-20T12:00:00.000Z' }));
  const ended = await aPage((at) => ({ until: '2026-11-20T12:00:00.000Z', at }));
  ended.stop();
  const left = await aPage((at) => ({ until: '2026-11-20T12:00:00.000Z', at }));
  left.leave();
  await vi.advanceTimersByTimeAsync(3 * hour);
  for (const { asked } of [timeless, ended, left]) expect(asked).toHaveBeenCalledTimes(1);
});
