import { type LiveEvent, parseLiveEvent } from '#shared/live.ts';
import { createStore } from '../store.ts';

/**
 * Reconnect after 1, 2, 5, then 10 seconds on average (product 1.9): spread wide, so that all do not return at once.
 */
const pausesMs = [1_000, 2_000, 5_000, 10_000];
/** The edge closes a socket that sends nothing to the browser for 10 minutes; the answer to a ping prevents it. */
const pingMs = 4 * 60_000;
/** A socket is open for 2 hours at most; a new one is opened before. */
const renewMs = 110 * 60_000;

export type LiveStatus = 'off' | 'connecting' | 'open';

/** Whether events arrive; screens show « Reconnexion… » after a longer gap. */
export const liveStatus = createStore<LiveStatus>('off');

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const catchUps = new Set<() => void>();

/** Calls back with every event until the returned function is called. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when events may have been missed (each time a socket opened): then the state must be read over HTTP. */
export function onCatchUp(listener: () => void): () => void {
  catchUps.add(listener);
  return () => catchUps.delete(listener);
}

export interface LiveOptions {
  /** A one-time ticket for the next connection. */
  readonly ticket: () => Promise<string>;
  /** The server has ended this session. */
  readonly onEnded: () => void;
}

/** Keeps one socket open until the returned function is called. A hidden tab keeps its socket and sends no HTTP. */
export function connectLive({ ticket, onEnded }: LiveOptions): () => void {
  let socket: WebSocket | undefined;
  let failures = 0;
  let stopped = false;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const clearTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };

  function retry(): void {
    if (stopped) return;
    liveStatus.set('connecting');
    const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 10_000;
    failures++;
    after(pause * (0.2 + Math.random() * 1.6), open);
  }

  function keepAlive(current: WebSocket): void {
    after(pingMs, () => {
      if (socket !== current || current.readyState !== WebSocket.OPEN) return;
      current.send(JSON.stringify({ action: 'ping' }));
      keepAlive(current);
    });
  }

  /** Opens the next socket; the old one is closed only after the new one is open, so that no event is lost. */
  function open(): void {
    ticket().then(
      (value) => {
        if (stopped) return;
        const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
        const fresh = new WebSocket(`${scheme}://${location.host}/ws?ticket=${encodeURIComponent(value)}`);
        fresh.addEventListener('open', () => {
          const before = socket;
          socket = fresh;
          before?.close();
          failures = 0;
          clearTimers();
          liveStatus.set('open');
          for (const catchUp of catchUps) catchUp();
          keepAlive(fresh);
          after(renewMs, open);
        });
        fresh.addEventListener('message', ({ data }) => {
          const event = parseLiveEvent(String(data));
          if (event?.type === 'ended') onEnded();
          else if (event?.type === 'stale') open();
          else if (event) for (const listener of listeners) listener(event);
        });
        fresh.addEventListener('close', () => {
          if (socket === fresh || socket === undefined) {
            socket = undefined;
            clearTimers();
            retry();
          }
        });
      },
      () => retry(),
    );
  }

  const wake = () => {
    if (stopped || socket?.readyState === WebSocket.OPEN) return;
    clearTimers();
    failures = 0;
    open();
  };
  addEventListener('online', wake);
  liveStatus.set('connecting');
  open();

  return () => {
    stopped = true;
    removeEventListener('online', wake);
    clearTimers();
    socket?.close();
    liveStatus.set('off');
  };
}
