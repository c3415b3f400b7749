import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { aListedDelivery, aParcel } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';
import { connectLive } from '#web/lib/live/live.ts';
import { readCopy } from '#web/lib/offline/copies.ts';
import { eraseOffline } from '#web/lib/offline/erase.ts';
import { keepCopies } from '#web/lib/offline/keep-copies.ts';

const pageKey = queryKey('parcels', 'readParcel', { params: { parcelId: 'p1' } });
const states = ['to_deliver', 'in_transit'] as const;
type State = (typeof states)[number];
const counts = { to_collect: 0, in_transit: 0, to_deliver: 0, completed: 0 };
const api = clientOf(deliveryRoutes);

const stops: (() => void)[] = [];
const leave = () => stops.splice(0).forEach((stop) => stop());
afterEach(() => {
  leave();
  eraseOffline();
});

function visit() {
  const queries = new QueryClient();
  stops.push(keepCopies(queries, 'karim'));
  return queries;
}

/** The carrier's device, on which both lists have been read while p1 was to deliver; now it comes back. */
async function device() {
  let now: { state: State; version: number } = { state: 'to_deliver', version: 1 };
  const asked = fakeApi({
    myDeliveries: ({ query: { state } }) => ({
      items: state === now.state ? [aListedDelivery({ id: 'p1', version: now.version })] : [],
      counts: { ...counts, [now.state]: 1 },
    }),
  });
  const queries = visit();
  for (const state of states)
    await queries.fetchInfiniteQuery({
      queryKey: [...queryKey('deliveries', 'myDeliveries', { query: { state } }), 'pages'],
      queryFn: () => api.myDeliveries({ query: { state } }),
      initialPageParam: undefined,
      getNextPageParam: () => undefined,
    });
  const kept = (state: State) =>
    readCopy({
      memberId: 'karim',
      row: 'deliveries myDeliveries',
      call: JSON.stringify([{ query: { state } }, 'pages']),
    });
  await waitFor(async () => expect((await kept('in_transit'))?.data).toMatchObject({ items: [] }));
  asked.length = 0;
  now = { state: 'in_transit', version: 2 };
  return { queries, asked, kept };
}

const comesBack = (queries: QueryClient, version = 2) => queries.setQueryData(pageKey, aParcel({ id: 'p1', version }));
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
async function expectMoved({ asked, kept }: Pick<Awaited<ReturnType<typeof device>>, 'asked' | 'kept'>) {
  await waitFor(async () =>
    expect((await kept('in_transit'))?.data).toMatchObject({ items: [{ id: 'p1', version: 2 }] }),
  );
  expect((await kept('to_deliver'))?.data).toMatchObject({ items: [], counts: { to_deliver: 0, in_transit: 1 } });
  await pause();
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ query }) => query['state']))).toEqual(new Set(states));
}

test('a parcel that moved is in its new list and in its old one no more, each read once', async () => {
  const { queries, ...seen } = await device();
  comesBack(queries);
  await expectMoved(seen);
});

test('an act that shows its parcel in a list at once reads them no less', async () => {
  const { queries, ...seen } = await device();
  comesBack(queries);
  inPages<ListedDelivery>(queries, queryKey('deliveries', 'myDeliveries'), (items) =>
    items.map((item) => ({ ...item, version: 2 })),
  );
  await expectMoved(seen);
});

test('so it is when the other member acts, while its carrier is elsewhere', async () => {
  const { queries: _hidden, ...seen } = await device();
  const socket = Object.assign(new EventTarget(), { close: () => {}, send: () => {} });
  const dialled = vi.fn<() => EventTarget>(function dial() {
    return socket;
  });
  vi.stubGlobal('WebSocket', dialled);
  stops.push(connectLive({ ticket: async () => 'ticket', onEnded: () => {} }));
  await waitFor(() => expect(dialled).toHaveBeenCalled());
  const event = { type: 'parcel.changed', at: '', data: { id: 'p1' } };
  socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  await expectMoved(seen);
});

test('the lists of an earlier visit, which only the device still has, are read too', async () => {
  const { queries: _left, ...seen } = await device();
  leave();
  comesBack(visit());
  await expectMoved(seen);
});

test('a parcel that has not changed reads no list, and neither does one of a list that was never opened', async () => {
  const { asked } = await device();
  leave();
  const later = visit();
  comesBack(later, 1);
  later.setQueryData(pageKey, aParcel({ id: 'p2', version: 7 }));
  await pause();
  expect(asked).toEqual([]);
});

test('a member who signs out while the copies are looked up reads no list', async () => {
  const { queries, asked } = await device();
  comesBack(queries);
  leave();
  await pause();
  expect(asked).toEqual([]);
});
