import { type LiveEvent, parseLiveEvent } from '#shared/live.ts';
import { createStore } from '../store.ts';

/**
 * Reconnects after 1, 2, 5, then 10 seconds on average (product 1.9), spread wide so that clients do not return
 * together.
 */
const pausesMs = [1_000, 2_000, 5_000, 10_000];
/** The edge closes a socket without traffic to the browser for 10 minutes; the answer to a ping prevents it. */
const hiddenPingMs = 4 * 60_000;
/** A page in view notices a dead line within about a minute. */
const shownPingMs = 60_000;
/**
 * An answer usually takes a tenth of a second, on a slow line a second. A page that is shown again is up to date within
 * 10 s (product 1.9): this time, a new ticket and a new socket.
 */
const answerMs = 4_000;
const openingMs = 10_000;
/** API Gateway closes a socket after 2 hours, so a new one opens before. */
const renewMs = 110 * 60_000;

export type LiveStatus = 'off' | 'connecting' | 'open';

export const liveStatus = createStore<LiveStatus>('off');

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const catchUps = new Set<() => void>();

/** Calls back with every event until the returned function is called. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when events may have been missed (each time a socket opened), to read the state over HTTP. */
export function onCatchUp(listener: () => void): () => void {
  catchUps.add(listener);
  return () => catchUps.delete(listener);
}

export interface LiveOptions {
  readonly ticket: () => Promise<string>;
  readonly onEnded: () => void;
}

/**
 * Keeps one socket open until the returned function is called. A hidden tab keeps its socket and sends no HTTP. Phones
 * and trains lose a line silently, and the socket still looks open. So each ping expects an answer, and a page that is
 * shown again sends one.
 */
export function connectLive({ ticket, onEnded }: LiveOptions): () => void {
  let socket: WebSocket | undefined;
  let opening: WebSocket | undefined;
  /** Number of the last attempt to open a socket; earlier ones are void. */
  let attempts = 0;
  let failures = 0;
  let pulse: ReturnType<typeof pulseOf> | undefined;
  let stopped = false;
  const { after, clearTimers } = timerGroup();

  function retry(): void {
    if (stopped) return;
    if (!socket) liveStatus.set('connecting');
    const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 10_000;
    failures++;
    after(pause * (0.2 + Math.random() * 1.6), open);
  }

  /** The line is dead: reads what is in view over HTTP, which may still work, and opens a new socket. */
  function replaceNow(): void {
    const dead = socket;
    // Closing a dead line takes the browser up to a minute.
    socket = undefined;
    dead?.close();
    clearTimers();
    failures = 0;
    liveStatus.set('connecting');
    if (!document.hidden) for (const catchUp of catchUps) catchUp();
    open();
  }

  /** Opens the next socket, and closes the old one only after the new one is open, so that no event is lost. */
  function open(): void {
    const attempt = ++attempts;
    const isVoid = () => stopped || attempt !== attempts;
    opening?.close();
    opening = undefined;
    ticket().then(
      (value) => {
        if (isVoid()) return;
        const fresh = dial(value);
        opening = fresh;
        after(openingMs, () => {
          if (opening === fresh) fresh.close();
        });
        fresh.addEventListener('open', () => {
          if (isVoid()) return;
          const before = socket;
          socket = fresh;
          opening = undefined;
          before?.close();
          failures = 0;
          clearTimers();
          liveStatus.set('open');
          for (const catchUp of catchUps) catchUp();
          pulse = pulseOf(fresh, after, replaceNow);
          after(renewMs, open);
        });
        fresh.addEventListener('message', ({ data }) => {
          if (socket === fresh) pulse?.hear();
          const event = parseLiveEvent(String(data));
          if (event?.type === 'ended') onEnded();
          else if (event?.type === 'stale') open();
          else if (event) for (const listener of listeners) listener(event);
        });
        fresh.addEventListener('close', () => {
          if (socket === fresh) {
            socket = undefined;
            clearTimers();
            retry();
          } else if (opening === fresh) {
            opening = undefined;
            retry();
          }
        });
      },
      () => {
        if (!isVoid()) retry();
      },
    );
  }

  const wake = () => {
    if (socket?.readyState === WebSocket.OPEN) pulse?.check();
    else replaceNow();
  };
  const stopWaking = whenBack(wake);
  liveStatus.set('connecting');
  open();

  return () => {
    stopped = true;
    stopWaking();
    clearTimers();
    opening?.close();
    socket?.close();
    liveStatus.set('off');
  };
}

function dial(ticket: string): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/ws?ticket=${encodeURIComponent(ticket)}`);
}

/** Pings an open socket, and calls back without an answer in time. */
function pulseOf(socket: WebSocket, after: (ms: number, act: () => void) => void, onDead: () => void) {
  /** Messages received, including its opening, and their number at the last ping. */
  let heard = 1;
  let heardAtQuestion = 0;
  const check = () => {
    const before = heard;
    if (heardAtQuestion === before) return;
    heardAtQuestion = before;
    socket.send(JSON.stringify({ action: 'ping' }));
    after(answerMs, () => {
      if (heard === before) onDead();
    });
  };
  const keepAlive = () =>
    after(document.hidden ? hiddenPingMs : shownPingMs, () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      check();
      keepAlive();
    });
  keepAlive();
  return { check, hear: () => heard++ };
}

/** Timers that are cleared together. */
function timerGroup() {
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
  return { after, clearTimers };
}

/** Calls back when the page may have missed events: online again, shown again, or restored by the browser. */
function whenBack(wake: () => void): () => void {
  const shown = () => {
    if (!document.hidden) wake();
  };
  const restored = ({ persisted }: PageTransitionEvent) => {
    if (persisted) wake();
  };
  addEventListener('online', wake);
  addEventListener('pageshow', restored);
  document.addEventListener('visibilitychange', shown);
  return () => {
    removeEventListener('online', wake);
    removeEventListener('pageshow', restored);
    document.removeEventListener('visibilitychange', shown);
  };
}
