import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { hourMs } from '#shared/values/time.ts';
import { aMessage, aParcel } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { nextIn, startSending } from '#web/features/queue/send-queue.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { eraseOffline } from '#web/lib/offline/erase.ts';
import { enqueue, followQueue, lineOf, readQueue, sendNow, takeBack } from '#web/lib/offline/queue.ts';
import { queued } from '#web/lib/offline/queued.ts';
import type { QueuedMessage } from '#web/lib/offline/queued-item.ts';
import { auth } from '#web/lib/session/auth.ts';

vi.mock('#web/lib/session/cognito.ts', () => ({ accessToken: async () => 'token' }));

const amel = 'a3e1c5d2-0000-4000-8000-000000000000';
const lina = 'b3e1c5d2-0000-4000-8000-000000000000';
let stops: (() => void)[] = [];
const isOnline = vi.spyOn(navigator, 'onLine', 'get');

beforeEach(() => {
  isOnline.mockReturnValue(false);
  const turns = new Map<string, Promise<unknown>>();
  const request = (name: string, act: () => unknown) => {
    const turn = (turns.get(name) ?? Promise.resolve()).catch(() => {}).then(act);
    turns.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  auth.set({ status: 'member', kind: 'tab', memberId: 'karim' });
});
afterEach(async () => {
  stops.forEach((stop) => stop());
  stops = [];
  eraseOffline();
  // The next database is made after the old one is gone.
  await readQueue();
  vi.useRealTimers();
});

const write = (content: string, recipientId = amel) =>
  enqueue({ kind: 'message', key: crypto.randomUUID(), recipientId, content });

/** Tabs of one browser, each with its sender. */
function openTabs(count: number, answers: Answers) {
  const asked = fakeApi(answers);
  for (let tab = 0; tab < count; tab++) stops.push(startSending(new QueryClient()));
  return () =>
    asked.filter(({ row }) => row === 'sendMessage').map(({ body }) => (body as { content: string }).content);
}

const comeBack = () => {
  isOnline.mockReturnValue(true);
  dispatchEvent(new Event('online'));
};

let seq = 0;
const sent: Answers = { sendMessage: ({ body }) => aMessage({ ...body, seq: ++seq, senderId: 'karim' }) };

const item = (nr: number, facts: Partial<QueuedMessage> = {}): QueuedMessage => ({
  nr,
  memberId: 'karim',
  key: String(nr),
  at: 0,
  state: 'waiting',
  kind: 'message',
  recipientId: amel,
  content: `Message ${nr}`,
  ...facts,
});

test('what waits is sent in its order; what waits for the member holds back its own conversation alone', () => {
  const [toAmel, toLina] = [lineOf(item(1)), lineOf(item(1, { recipientId: lina }))];
  expect(nextIn(toAmel, [item(1), item(2)], 0)?.nr).toBe(1);
  const refused = item(1, { state: 'refused' });
  expect(nextIn(toLina, [refused, item(2), item(3, { recipientId: lina })], 0)?.nr).toBe(3);
  expect(nextIn(toAmel, [refused, item(2)], 0)).toBeUndefined();
  expect(nextIn(toAmel, [item(1)], 20 * hourMs)?.nr).toBe(1);
  expect(nextIn(toAmel, [item(1)], 20 * hourMs + 1)).toBeUndefined();
});

test('two tabs send what was written without a network once, in order, when it is back', async () => {
  const contents = openTabs(2, sent);
  for (const text of ['un', 'deux', 'trois']) await write(text);
  expect(contents()).toEqual([]);
  comeBack();
  await waitFor(async () => expect(await readQueue()).toEqual([]));
  expect(contents()).toEqual(['un', 'deux', 'trois']);
});

test('a try without an answer is repeated with the key of the queue', async () => {
  let isDown = true;
  const asked = fakeApi({
    sendMessage: ({ body }) => {
      if (isDown) throw new TypeError('network');
      return aMessage({ ...body, seq: 1, senderId: 'karim' });
    },
  });
  stops.push(startSending(new QueryClient()));
  await write('un');
  comeBack();
  await waitFor(() => expect(asked.length).toBeGreaterThan(0));
  isDown = false;
  comeBack();
  await waitFor(async () => expect(await readQueue()).toEqual([]));
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked.map(({ key }) => key)).size).toBe(1);
});

test('a try that failed for now leaves its reason at the act', async () => {
  stops.push(followQueue());
  openTabs(1, { sendMessage: () => new Refusal('UNAVAILABLE') });
  await write('un');
  comeBack();
  await waitFor(() => expect(queued.get()[0]).toMatchObject({ state: 'waiting', problem: 'Service indisponible' }));
});

test('a refusal stays at its message, which can be taken back with its text; the next one follows', async () => {
  stops.push(followQueue());
  const refusing: Answers = {
    sendMessage: (asked) =>
      asked.body.content === 'un'
        ? new Refusal('PARCEL_UNAVAILABLE')
        : (sent.sendMessage?.(asked) ?? new Refusal('FAULT')),
  };
  const contents = openTabs(1, refusing);
  await write('un');
  await write('deux');
  comeBack();
  await waitFor(() => expect(queued.get()[0]).toMatchObject({ state: 'refused', content: 'un' }));
  expect(queued.get()[0]?.problem).toMatch(/\w/);
  expect(contents()).toEqual(['un']);
  const [first] = queued.get();
  expect(first && (await takeBack(first))).toBe(true);
  await waitFor(() => expect(contents()).toEqual(['un', 'deux']));
});

test('after 20 hours the member is asked, and their yes sends it', async () => {
  stops.push(followQueue());
  vi.useFakeTimers({ toFake: ['Date'] });
  const contents = openTabs(1, sent);
  await write('un');
  vi.setSystemTime(Date.now() + 21 * hourMs);
  comeBack();
  await waitFor(() => expect(queued.get()[0]?.state).toBe('old'));
  expect(contents()).toEqual([]);
  const [first] = queued.get();
  if (first) await sendNow(first);
  await waitFor(() => expect(contents()).toEqual(['un']));
});

test('a hand-over is validated at the version that the carrier saw, with the key of the queue', async () => {
  const parcel = aParcel({ version: 7 });
  const asked = fakeApi({ validatePickup: () => ({ ...parcel, version: 8 }) });
  stops.push(startSending(new QueryClient()));
  await enqueue({
    kind: 'handover',
    key: 'act',
    parcelId: parcel.id,
    stage: 'pickup',
    photos: [],
    validated: { version: 7, contentsSeen: true },
  });
  comeBack();
  await waitFor(async () => expect(await readQueue()).toEqual([]));
  expect(asked).toMatchObject([{ row: 'validatePickup', key: 'act', version: 7, body: { contentsSeen: true } }]);
});

test('a pickup that waited without the word about its contents stays, with what the server wants', async () => {
  fakeApi({});
  stops.push(startSending(new QueryClient()));
  const handover = { parcelId: 'p1', stage: 'pickup', photos: [], validated: { version: 7 } } as const;
  await enqueue({ kind: 'handover', key: 'act', ...handover, photos: [] });
  comeBack();
  await waitFor(() => expect(queued.get()[0]?.state).toBe('refused'));
  expect(queued.get()[0]).toMatchObject({
    refusedAs: 'INVALID',
    problem: "Ouvrez le colis avec l'expéditeur et confirmez son contenu.",
  });
});

test.each([
  ['with its code', { code: '1234' }, 'validateDelivery', { code: '1234' }],
  ['without its code', { declared: true as const, note: 'À la voisine' }, 'declare', { note: 'À la voisine' }],
])('a delivery that waited %s is sent as it was typed', async (_how, typed, row, body) => {
  const parcel = aParcel({ version: 7 });
  const done = () => ({ ...parcel, version: 8 });
  const asked = fakeApi({ validateDelivery: done, declare: done });
  stops.push(startSending(new QueryClient()));
  const validated = { version: 7, ...typed };
  await enqueue({ kind: 'handover', key: 'act', parcelId: parcel.id, stage: 'delivery', photos: [], validated });
  comeBack();
  await waitFor(async () => expect(await readQueue()).toEqual([]));
  expect(asked).toMatchObject([{ row, body, version: 7 }]);
});

test('what another member of this device has queued is not read', async () => {
  await write('un');
  auth.set({ status: 'member', kind: 'tab', memberId: 'nadia' });
  expect(await readQueue()).toEqual([]);
  auth.set({ status: 'member', kind: 'tab', memberId: 'karim' });
  expect(await readQueue()).toHaveLength(1);
  eraseOffline();
  expect(await readQueue()).toEqual([]);
});

test('a hand-over that is never answered holds back nobody else’s message, in two tabs either', async () => {
  const contents = openTabs(2, { ...sent, validatePickup: () => new Promise<never>(() => {}) });
  const handover = {
    parcelId: aParcel().id,
    stage: 'pickup',
    photos: [],
    validated: { version: 1, contentsSeen: true },
  } as const;
  await enqueue({ kind: 'handover', key: crypto.randomUUID(), ...handover, photos: [] });
  await write('un', lina);
  comeBack();
  await waitFor(() => expect(contents()).toEqual(['un']));
  expect(await readQueue()).toMatchObject([{ kind: 'handover', state: 'waiting' }]);
});

const pickup = { kind: 'handover', key: 'act', parcelId: 'p1', stage: 'pickup', photos: [] } as const;
const validated = { version: 7, contentsSeen: true } as const;

/** A tab that shows the deliveries of its member. */
function showing(answer: () => Promise<string> | string) {
  const queries = new QueryClient();
  const key = queryKey('deliveries', 'myDeliveries', { query: {} });
  const shown = new QueryObserver(queries, { queryKey: key, queryFn: answer, staleTime: Infinity });
  stops.push(
    shown.subscribe(() => {}),
    startSending(queries),
  );
  return shown;
}

test('what was sent stays told as waiting until the pages have read it, in the tab of its sender and in others', async () => {
  stops.push(followQueue());
  let status = 'pickup';
  let read = () => {};
  const reads: string[] = [];
  const answer = async () => {
    const now = status;
    if (now !== 'pickup') await new Promise<void>((done) => (read = done));
    reads.push(now);
    return now;
  };
  fakeApi({
    validatePickup: () => {
      status = 'in_transit';
      return aParcel({ version: 8 });
    },
  });
  const sender = showing(answer);
  const other = showing(() => status);
  await waitFor(() => expect([sender, other].map((tab) => tab.getCurrentResult().data)).toEqual(['pickup', 'pickup']));
  await enqueue({ ...pickup, photos: [], validated });
  comeBack();
  await waitFor(() => expect(status).toBe('in_transit'));
  await waitFor(() => expect(sender.getCurrentResult().isFetching).toBe(true));
  expect(await readQueue()).toHaveLength(1);
  read();
  await waitFor(async () => expect(await readQueue()).toEqual([]));
  expect(sender.getCurrentResult().data).toBe('in_transit');
  await waitFor(() => expect(other.getCurrentResult().data).toBe('in_transit'));
});

test('a hand-over that the server refuses meanwhile stays, and the pages read what has happened', async () => {
  stops.push(followQueue());
  let status = 'delivery';
  const shown = showing(() => status);
  await waitFor(() => expect(shown.getCurrentResult().data).toBe('delivery'));
  fakeApi({ validateDelivery: () => new Refusal('STATE_CHANGED') });
  status = 'delivered';
  await enqueue({ ...pickup, stage: 'delivery', photos: [], validated: { version: 7 } });
  comeBack();
  await waitFor(() => expect(queued.get()[0]).toMatchObject({ state: 'refused', refusedAs: 'STATE_CHANGED' }));
  await waitFor(() => expect(shown.getCurrentResult().data).toBe('delivered'));
});
