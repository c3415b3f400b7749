import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { LiveEvent } from '#shared/live.ts';
import { aMessage } from '#test/support/factories.ts';
import { applyLiveEvent, catchUp } from './live-effects.ts';

const at = '2026-11-20T10:00:00.000Z';
const me = ['accounts', 'readMe'];

test('the event of the badges contains their numbers, so no request is sent', async () => {
  const queries = new QueryClient();
  const unread = { requests: 1, toDo: 2, toRevise: 1, end: { until: '2026-11-22T10:00:00.000Z', at } };
  queries.setQueryData(me, { id: 'm', unread: { messages: 0, ...unread } });
  const data = { messages: 2, requests: 1, toDo: 2, toConfirm: 3 };
  await applyLiveEvent(queries, { type: 'unread.changed', at, data });
  expect(queries.getQueryData(me)).toEqual({ id: 'm', unread: { messages: 2, toConfirm: 3, ...unread } });
  await applyLiveEvent(queries, { type: 'unread.changed', at, data: { messages: 2, requests: 0 } });
  expect(queries.getQueryData(me)).toEqual({ id: 'm', unread: { messages: 2, requests: 0 } });
  expect(queries.getQueryState(me)?.isInvalidated).toBe(false);
});

test.each([
  ['request', { requests: 1 }],
  ['parcel to do', { requests: 0, toDo: 1 }],
])('the account is read again for a new %s, because the event knows no end', async (_what, data) => {
  const queries = new QueryClient();
  queries.setQueryData(me, { id: 'm', unread: { messages: 0, requests: 0 } });
  await applyLiveEvent(queries, { type: 'unread.changed', at, data: { messages: 2, ...data } });
  expect(queries.getQueryData(me)).toMatchObject({ unread: { messages: 2 } });
  expect(queries.getQueryState(me)?.isInvalidated).toBe(true);
});

test('a blocked member has no badges', async () => {
  const queries = new QueryClient();
  queries.setQueryData(me, { status: 'blocked' });
  await applyLiveEvent(queries, { type: 'unread.changed', at, data: { messages: 2, requests: 1 } });
  expect(queries.getQueryData(me)).toEqual({ status: 'blocked' });
});

test('a changed profile is loaded again', async () => {
  const queries = new QueryClient();
  queries.setQueryData(me, { id: 'm' });
  await applyLiveEvent(queries, { type: 'profile.changed', at, data: {} });
  expect(queries.getQueryState(me)?.isInvalidated).toBe(true);
});

test('a member whose rights changed reads their account again', async () => {
  const queries = new QueryClient();
  queries.setQueryData(me, { id: 'm' });
  await applyLiveEvent(queries, { type: 'rights.changed', at, data: {} });
  expect(queries.getQueryState(me)?.isInvalidated).toBe(true);
});

/** Whether the answers that show parcels are read again after an event. */
async function readAgain(event: LiveEvent, account?: object): Promise<boolean> {
  const queries = new QueryClient();
  const rows = [
    ['parcels', 'readParcel'],
    ['parcels', 'myParcels'],
    ['deliveries', 'myRequests'],
    ['deliveries', 'myDeliveries'],
    ['deliveries', 'tracking'],
    ['messaging', 'conversation'],
  ].map((row) => [...row, { params: {} }]);
  for (const row of rows) queries.setQueryData(row, {});
  if (account) queries.setQueryData(me, account);
  await applyLiveEvent(queries, event);
  const stale = rows.filter((row) => queries.getQueryState(row)?.isInvalidated);
  expect([0, rows.length]).toContain(stale.length);
  return stale.length > 0;
}

const offer = { step: 'declined' } as const;
const account = (unreadNotices: number) => ({ unread: { messages: 0, requests: 0 }, unreadNotices });

test.each<[what: string, LiveEvent]>([
  ['a parcel', { type: 'parcel.changed', at, data: { id: 'p1' } }],
  ['a list', { type: 'lists.changed', at, data: {} }],
  ['the verification of the member', { type: 'profile.changed', at, data: {} }],
  ['an offer', { type: 'message.created', at, data: { message: aMessage({ offer }), threadId: 't' } }],
])('when %s has changed, every answer that shows a parcel is read again', async (_, event) => {
  expect(await readAgain(event)).toBe(true);
});

test('an open list of a hidden tab is read again, and one of another page when it is opened', async () => {
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5 * 60_000 } } });
  const read = vi.fn<() => Promise<object>>(() => Promise.resolve({ items: [] }));
  const list = new InfiniteQueryObserver(queries, {
    queryKey: ['deliveries', 'myDeliveries', {}, 'pages'],
    queryFn: read,
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
  });
  const close = list.subscribe(() => {});
  await vi.waitFor(() => expect(list.getCurrentResult().isSuccess).toBe(true));
  await applyLiveEvent(queries, { type: 'lists.changed', at, data: {} });
  expect(read).toHaveBeenCalledTimes(2);
  close();
  await applyLiveEvent(queries, { type: 'lists.changed', at, data: {} });
  expect(read).toHaveBeenCalledTimes(2);
  list.subscribe(() => {});
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
});

test.each<[string, (queries: QueryClient) => Promise<unknown>]>([
  ['event', (queries) => applyLiveEvent(queries, { type: 'lists.changed', at, data: {} })],
  ['catch-up', catchUp],
])('a list shows what an %s told during its first read', async (_, tell) => {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 5 * 60_000 } } });
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const list = new QueryObserver(queries, {
    queryKey: ['deliveries', 'myDeliveries', {}],
    queryFn: () => answers[reads++]!.promise,
  });
  onTestFinished(list.subscribe(() => {}));
  const told = tell(queries);
  answers[0]?.resolve('old');
  answers[1]?.resolve('new');
  await told;
  await vi.waitFor(() => expect([list.getCurrentResult().data, reads]).toEqual(['new', 2]));
});

test('a message without an offer changes no parcel', async () => {
  const data = { message: aMessage(), threadId: 't' };
  expect(await readAgain({ type: 'message.created', at, data })).toBe(false);
});

test('a new notice may be about a parcel, and a read one changes none', async () => {
  const event = (unread: number): LiveEvent => ({ type: 'notices.changed', at, data: { unread } });
  expect(await readAgain(event(2), account(1))).toBe(true);
  expect(await readAgain(event(1), account(2))).toBe(false);
});
