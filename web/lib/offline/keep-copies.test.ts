import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aCard, aListedDelivery, aMe, aMessage } from '#test/support/factories.ts';
import { ApiProblem, offline } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { amend } from '#web/lib/api/use-pages.ts';
import { readCopy, writeCopy } from '#web/lib/offline/copies.ts';
import { eraseOffline } from '#web/lib/offline/erase.ts';
import { keepCopies } from '#web/lib/offline/keep-copies.ts';

const readAt = Date.parse('2026-11-20T10:00:00.000Z');
const meKey = queryKey('accounts', 'readMe');
const threadKey = (userId: string) => queryKey('messaging', 'conversation', { params: { userId }, query: {} });
const thread = (count: number) => ({
  with: aCard({ id: 'amel' }),
  messages: Array.from({ length: count }, (_, index) => aMessage({ seq: index + 1, senderId: 'amel' })),
  lastSeq: count,
  readUpTo: 0,
});

let stops: (() => void)[] = [];
beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
});
afterEach(() => {
  stops.forEach((stop) => stop());
  stops = [];
  eraseOffline();
});

/** A tab of a member's browser. */
function openTab(memberId = 'karim') {
  const queries = new QueryClient();
  stops.push(keepCopies(queries, memberId));
  return queries;
}

/** The data that a page of a later visit shows without an answer. */
function showWithout(answer: () => Promise<unknown>, key: readonly unknown[], memberId?: string) {
  const observer = new QueryObserver(openTab(memberId), { queryKey: key, queryFn: answer, retry: false });
  stops.push(observer.subscribe(() => {}));
  return observer;
}
const noNetwork = () => Promise.reject(offline());
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

test('a conversation that was seen is shown where no answer comes, as old as it is: its last 50 messages', async () => {
  openTab().setQueryData(threadKey('amel'), thread(60), { updatedAt: readAt });
  const later = showWithout(noNetwork, threadKey('amel'));
  await waitFor(() => expect(later.getCurrentResult().data).toBeTruthy());
  const { data, dataUpdatedAt, error } = later.getCurrentResult();
  expect(dataUpdatedAt).toBe(readAt);
  expect(error, 'tells that it is a copy').toMatchObject({ code: 'OFFLINE' });
  const { messages, previous } = data as ReturnType<typeof thread> & { previous: string };
  expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11));
  expect(previous).toBe('11');
});

test('a part that a page has changed makes its copy no newer: the rest is as old as before', async () => {
  const queries = openTab();
  queries.setQueryData(threadKey('amel'), thread(1), { updatedAt: readAt });
  amend<ReturnType<typeof thread>>(queries, threadKey('amel'), (known) => ({ ...known, readUpTo: 1 }));
  const later = showWithout(noNetwork, threadKey('amel'));
  await waitFor(() => expect(later.getCurrentResult().data).toMatchObject({ readUpTo: 1 }));
  expect(later.getCurrentResult().dataUpdatedAt).toBe(readAt);
});

test('a later copy needs no opening: its writing has begun before a page that is left at once is gone', async () => {
  const queries = openTab();
  queries.setQueryData(threadKey('amel'), thread(1), { updatedAt: readAt });
  await pause();
  const opened = vi.spyOn(indexedDB, 'open');
  const commits = vi.spyOn(IDBTransaction.prototype, 'commit');
  queries.setQueryData(threadKey('amel'), thread(2), { updatedAt: readAt + 1 });
  await vi.waitFor(() => expect(commits).toHaveBeenCalled());
  expect(opened).not.toHaveBeenCalled();
});

test('another member of this device sees nothing of it', async () => {
  openTab().setQueryData(threadKey('amel'), thread(1), { updatedAt: readAt });
  const other = showWithout(noNetwork, threadKey('amel'), 'nadia');
  await pause();
  expect(other.getCurrentResult().data).toBeUndefined();
});

test('the twenty latest conversations are kept', async () => {
  const place = (call: number) => ({ memberId: 'karim', row: 'messaging conversation', call: String(call) });
  for (let call = 0; call < 25; call++) await writeCopy(place(call), { data: call, at: readAt + call }, 20);
  expect(await readCopy(place(4))).toBeUndefined();
  expect(await readCopy(place(5))).toMatchObject({ data: 5 });
  expect(await readCopy(place(24))).toMatchObject({ data: 24 });
});

test('a list of an earlier release is not shown without its rows', async () => {
  const key = queryKey('deliveries', 'myDeliveries', { query: {} });
  const counts = { to_collect: 1, in_transit: 0, to_deliver: 0, completed: 0 };
  const { situation: _new, ...old } = aListedDelivery();
  openTab().setQueryData(key, { items: [old], counts }, { updatedAt: readAt });
  await pause();
  const later = showWithout(noNetwork, key);
  await pause();
  expect(later.getCurrentResult().data).toBeUndefined();
});

test('what the server no longer shows is not kept', async () => {
  openTab().setQueryData(threadKey('amel'), thread(1), { updatedAt: readAt });
  const gone = showWithout(
    () => Promise.reject(new ApiProblem('NOT_FOUND', { title: '', detail: '' })),
    threadKey('amel'),
  );
  await waitFor(() => expect(gone.getCurrentResult().isError).toBe(true));
  await pause();
  const later = showWithout(noNetwork, threadKey('amel'));
  await pause();
  expect(later.getCurrentResult().data).toBeUndefined();
});

test.each([
  ['blocked', { status: 'blocked' }],
  ['about to leave', { status: 'leaving', leavesOn: '2026-12-04', email: 'karim@example.org' }],
])('a member who is %s keeps nothing', async (_, account) => {
  const tab = openTab();
  tab.setQueryData(meKey, aMe({ id: 'karim' }), { updatedAt: readAt });
  tab.setQueryData(threadKey('amel'), thread(1), { updatedAt: readAt });
  await pause();
  tab.setQueryData(meKey, account);
  await pause();
  const later = showWithout(noNetwork, threadKey('amel'));
  await pause();
  expect(later.getCurrentResult().data).toBeUndefined();
});
