import { afterEach, expect, test, vi } from 'vitest';
import { connectLive } from './live.ts';

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
  send(): void {}
  close(): void {
    this.isClosed = true;
    this.dispatchEvent(new Event('close'));
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
});

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
