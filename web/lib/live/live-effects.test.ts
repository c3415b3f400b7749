import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { aMessage } from '#test/support/factories.ts';
import { applyLiveEvent } from './live-effects.ts';

const at = '2026-11-20T10:00:00.000Z';
const me = ['accounts', 'readMe'];

test('the event of the badges contains their numbers, so no request is sent', async () => {
  const queries = new QueryClient();
  queries.setQueryData(me, { id: 'm', unread: { messages: 0, requests: 0 } });
  await applyLiveEvent(queries, { type: 'unread.changed', at, data: { messages: 2, requests: 1 } });
  expect(queries.getQueryData(me)).toEqual({ id: 'm', unread: { messages: 2, requests: 1 } });
  expect(queries.getQueryState(me)?.isInvalidated).toBe(false);
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

test('a changed parcel, and changed lists, load requests and deliveries again', async () => {
  const changed = { type: 'parcel.changed', at, data: { id: 'p1' } } as const;
  const moved = { type: 'lists.changed', at, data: {} } as const;
  for (const event of [changed, moved]) {
    const queries = new QueryClient();
    const lists = ['myRequests', 'myDeliveries'].map((row) => ['deliveries', row, { query: {} }, 'pages']);
    for (const list of lists) queries.setQueryData(list, { pages: [] });
    await applyLiveEvent(queries, event);
    expect(lists.map((list) => queries.getQueryState(list)?.isInvalidated)).toEqual([true, true]);
  }
});

test('a message that makes or ends an offer loads the requests again, and another message does not', async () => {
  const requests = ['deliveries', 'myRequests', { query: {} }, 'pages'];
  const offer = { step: 'declined' } as const;
  for (const message of [aMessage(), aMessage({ offer })]) {
    const queries = new QueryClient();
    queries.setQueryData(requests, { pages: [] });
    await applyLiveEvent(queries, { type: 'message.created', at, data: { message, threadId: 't' } });
    expect(queries.getQueryState(requests)?.isInvalidated).toBe(message.offer !== undefined);
  }
});
