import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aListedDelivery, aParcel } from '#test/support/factories.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { readHidden } from '#web/lib/offline/agree.ts';
import { eraseOffline } from '#web/lib/offline/erase.ts';
import { keepCopies } from '#web/lib/offline/keep-copies.ts';

const params = { parcelId: 'p1' };
const pageKey = queryKey('parcels', 'readParcel', { params });
const historyKey = queryKey('deliveries', 'tracking', { params });
const ownKey = [...queryKey('parcels', 'myParcels', { query: {} }), 'pages'];
const carriedKey = [...queryKey('deliveries', 'myDeliveries', { query: {} }), 'pages'];

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  eraseOffline();
});

/** A device whose pages of one parcel have been opened and left, each at its version, and what each is answered now. */
async function device(now: number) {
  const queries = new QueryClient();
  stops.push(keepCopies(queries, 'karim'));
  const asked: unknown[] = [];
  const answers = (version: number) => {
    const pages = (item: object) => ({ pages: [{ items: [item] }], pageParams: [undefined] });
    return new Map<unknown, unknown>([
      [pageKey, aParcel({ id: 'p1', version })],
      [historyKey, { items: [] }],
      [ownKey, pages(aParcel({ id: 'p1', version }))],
      [carriedKey, pages(aListedDelivery({ id: 'p1', version }))],
    ]);
  };
  for (const key of [pageKey, historyKey, ownKey, carriedKey]) {
    const queryFn = vi.fn<() => Promise<unknown>>(async () => {
      asked.push(key);
      return answers(now).get(key);
    });
    queryFn.mockResolvedValueOnce(answers(1).get(key));
    await queries.fetchQuery({ queryKey: key, queryFn });
  }
  const open = (key: readonly unknown[]) =>
    stops.push(new QueryObserver(queries, { queryKey: key }).subscribe(() => {}));
  return { queries, asked, open, answers };
}

test('what a page or an act answers is read again where lists that were left show it older', async () => {
  const { queries, asked, answers, open } = await device(2);
  open(pageKey);
  queries.setQueryData(pageKey, answers(2).get(pageKey));
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(asked).toEqual(expect.arrayContaining([historyKey, ownKey, carriedKey]));
  expect(queries.getQueryData(carriedKey)).toEqual(answers(2).get(carriedKey));
});

test('what a list answers is read again on the page that was left, with its steps', async () => {
  const { queries, asked, answers, open } = await device(2);
  open(ownKey);
  queries.setQueryData(ownKey, answers(2).get(ownKey));
  await waitFor(() => expect(queries.getQueryData(pageKey)).toMatchObject({ version: 2 }));
  expect(asked).toEqual(expect.arrayContaining([pageKey, historyKey]));
});

test('a list that follows a moment later is read again once it is marked as stale, and not without end', async () => {
  const { queries, asked, answers } = await device(1);
  queries.setQueryData(pageKey, answers(2).get(pageKey));
  await waitFor(() => expect(asked).toHaveLength(3));
  await queries.invalidateQueries({ queryKey: carriedKey });
  await waitFor(() => expect(asked).toHaveLength(4));
  expect(asked.at(-1)).toBe(carriedKey);
  await queries.invalidateQueries({ queryKey: pageKey });
  expect(asked).toHaveLength(4);
});

test('a change of a parcel is read where nothing of it is on the screen, and nothing of another parcel', async () => {
  const { queries, asked } = await device(2);
  await readHidden(queries, 'p2');
  expect(asked).toEqual([]);
  await readHidden(queries, 'p1');
  expect(asked).toEqual([pageKey, historyKey]);
});
