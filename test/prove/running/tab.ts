import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { SiteClient } from '#infra/local/seed/site-client.ts';
import { parseLiveEvent } from '#shared/live.ts';
import {
  caughtUp,
  isBehind,
  isOfThread,
  newestSeq,
  received,
  type Thread,
} from '#web/features/messaging/thread/thread.ts';
import { acknowledged } from './acknowledged.ts';
import { inTurn } from './in-turn.ts';
import type { Person } from './people.ts';

/** The shown messages, with their times. */
interface Shown {
  readonly seq: number;
  readonly content: string;
  readonly at: number;
}

/** As the site waits before it opens a lost socket again: a second on average, longer after each failure. */
const pauseMs = (failures: number) => ([1000, 2000, 5000][failures] ?? 10_000) * (0.2 + Math.random() * 1.6);

/**
 * An open conversation by the rules of the site: it applies pushes in order, and reads when a number is missing and
 * after each opening of its socket. The socket is cut silently `cutAfterMs` after it opened.
 */
export async function openTab(site: SiteClient, person: Person, other: Person, cutAfterMs: number) {
  const params = { userId: other.userId };
  const ask = (query: { after?: string }): Promise<Thread> =>
    acknowledged(person, (caller) => caller.call('conversation', { params, query }));
  const shown: Shown[] = [];
  const flaws: string[] = [];
  let thread = await ask({});
  let asking: Promise<void> | undefined;
  let isOver = false;
  let cuts = 0;

  function show(next: Thread): void {
    thread = next;
    const at = performance.now();
    for (const { seq, content } of thread.messages.slice(shown.length)) shown.push({ seq, content, at });
  }

  async function askAll(): Promise<void> {
    do {
      const page = await ask({ after: String(newestSeq(thread)) });
      // Pushes may have been added while the answer was on its way.
      show(caughtUp(thread, page));
    } while (isBehind(thread) && !isOver);
  }
  const catchUp = () => {
    asking ??= askAll()
      .catch((error: Error) => void flaws.push(error.message))
      .finally(() => {
        asking = undefined;
      });
  };

  function take(frame: Buffer): void {
    const event = parseLiveEvent(frame.toString());
    if (event?.type !== 'message.created') return;
    const { message } = event.data;
    if (!isOfThread(message, person.userId, other.userId, undefined)) return;
    show(received(thread, message));
    if (isBehind(thread)) catchUp();
  }

  async function live(): Promise<void> {
    const { ticket } = await acknowledged(person, (caller) => caller.call('issueSocketTicket'));
    const address = new URL(`/ws?ticket=${encodeURIComponent(ticket)}`, site.origin.replace('http', 'ws'));
    const socket = await inTurn(async () => {
      const opening = new WebSocket(address, { headers: { origin: site.origin } });
      opening.on('message', take);
      await once(opening, 'open');
      return opening;
    });
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    catchUp();
    await Promise.race([wait(cutAfterMs), closed]);
    socket.terminate();
    cuts += 1;
  }

  const living = (async () => {
    // Not all at once.
    await wait(Math.random() * cutAfterMs);
    let failures = 0;
    while (!isOver) {
      const isCut = await live().then(
        () => true,
        () => false,
      );
      failures = isCut ? 0 : failures + 1;
      if (!isOver) await wait(pauseMs(failures));
    }
  })();

  return {
    shown: (): readonly Shown[] => shown,
    cuts: () => cuts,
    /** Why what was missing could not be read. */
    flaws: (): readonly string[] => flaws,
    async close(): Promise<void> {
      isOver = true;
      await living;
      await asking;
    },
  };
}
