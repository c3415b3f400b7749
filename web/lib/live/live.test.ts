import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectLive, liveStatus, onCatchUp } from './live.ts';

/** Sockets of this test, in the order in which they were opened. */
const sockets: FakeSocket[] = [];
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  isClosed = false;
  constructor() {
    super();
    sockets.push(this);
  }
  sent: unknown[] = [];
  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }
  /** A browser reports a closed socket only once the other side agrees, which a dead line never does. */
  isDead = false;
  close(): void {
    this.isClosed = true;
    this.readyState = 2;
    if (!this.isDead) this.dispatchEvent(new Event('close'));
  }
  stands(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }
  hears(frame: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

afterEach(() => {
  sockets.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ping = { action: 'ping' };
const shown = () => document.dispatchEvent(new Event('visibilitychange'));

/** A member's tab with an open socket, and the number of its catch-ups. */
async function openTab() {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  let tickets = 0;
  const end = connectLive({ ticket: async () => `ticket-${++tickets}`, onEnded: () => {} });
  await vi.advanceTimersByTimeAsync(0);
  const [first] = sockets;
  if (!first) throw new Error('No socket was opened');
  first.stands();
  const told = { catchUps: 0 };
  const stop = onCatchUp(() => void told.catchUps++);
  return {
    first,
    told,
    close: () => {
      stop();
      end();
    },
  };
}

test('a socket that receives no more events is replaced by a new one', async () => {
  vi.stubGlobal('WebSocket', FakeSocket);
  let tickets = 0;
  const end = connectLive({ ticket: async () => `ticket-${++tickets}`, onEnded: () => {} });
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  sockets[0]?.stands();
  sockets[0]?.hears({ type: 'pong' });
  sockets[0]?.hears({ type: 'stale' });
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  expect(sockets[0]?.isClosed).toBe(false);
  sockets[1]?.stands();
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  end();
});

test.each([
  ['the page is shown again', shown],
  ['the page comes back from the store of the browser', () => window.dispatchEvent(restoredEvent())],
  ['the network is back', () => window.dispatchEvent(new Event('online'))],
])('a line that died without a word is replaced within 10 s when %s', async (_, happens) => {
  const { first, told, close } = await openTab();
  first.isDead = true;
  await vi.advanceTimersByTimeAsync(50_000);
  expect(first.sent).toEqual([]);
  happens();
  expect(first.sent).toEqual([ping]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([first.isClosed, sockets.length, liveStatus.get()]).toEqual([true, 2, 'connecting']);
  expect(told.catchUps).toBe(1);
  sockets[1]?.stands();
  expect([told.catchUps, liveStatus.get()]).toEqual([2, 'open']);
  close();
});

test('a line that answers stays, and is asked once until then', async () => {
  const { first, told, close } = await openTab();
  for (let times = 0; times < 3; times++) shown();
  expect(first.sent).toEqual([ping]);
  first.hears({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(3_000);
  shown();
  await vi.advanceTimersByTimeAsync(2_000);
  expect([first.isClosed, first.sent.length]).toEqual([false, 2]);
  first.hears({ type: 'pong' });
  await vi.advanceTimersByTimeAsync(50_000);
  expect([first.isClosed, sockets.length, told.catchUps]).toEqual([false, 1, 0]);
  close();
});

test.each([
  ['a page in view', false, 60_000],
  ['a hidden page', true, 4 * 60_000],
])('%s finds a dead line with its next ping', async (_, isHidden, pingMs) => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  onTestFinished(() => hidden.mockRestore());
  const { first, close } = await openTab();
  first.isDead = true;
  await vi.advanceTimersByTimeAsync(pingMs - 1_000);
  expect(first.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(6_000);
  expect([first.sent, first.isClosed, sockets.length]).toEqual([[ping], true, 2]);
  close();
});

test('a new socket that does not open is given up, and a page that is shown does not wait for that', async () => {
  const { first, close } = await openTab();
  first.close();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(16_000);
  expect([sockets[1]?.isClosed, sockets.length]).toEqual([true, 3]);
  shown();
  await vi.advanceTimersByTimeAsync(0);
  expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true, true, true, false]);
  sockets[3]?.stands();
  await vi.advanceTimersByTimeAsync(50_000);
  expect([sockets.length, liveStatus.get()]).toEqual([4, 'open']);
  close();
});

/** jsdom has no such event. */
const restoredEvent = () => Object.assign(new Event('pageshow'), { persisted: true });
