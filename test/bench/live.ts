import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { parseLiveEvent } from '#shared/live.ts';
import { type Figure, type Measurement, median, percentile } from './figure.ts';
import { type Floor, onFloor } from './message-floor.ts';
import { demoPairs, type Member, signIn } from './people.ts';

const messages = 500;
/** Messages sent before the measurement: a function's first calls load its code. */
const warmUp = 20;
/** Highest ratio of a message's time to its floor, by share. */
const atMost = { p50: 8, p99: 10 } as const;
/** Time after which a message counts as lost. */
const timeoutMs = 10_000;

/**
 * One member writes to another over HTTP: the time until the other's socket, and the screen of their browser, have it.
 * Each message waits for the one before: on the socket until it arrived, on the screen until it was read. Before each
 * one its floor is measured, so that a slow or busy machine slows both.
 */
export function benchLive(origin: string, browser: Browser): Promise<Measurement> {
  return onFloor(async (floor) => {
    const site = openSite(origin);
    const [[writer, reader]] = await demoPairs(site);
    const [from, to] = await Promise.all([writer, reader].map(({ email, password }) => site.member(email, password)));
    if (!from || !to) throw new Error('The demo data have too few members.');

    const listening = await listen(site, to);
    const write = await writeAll(from, reader.userId, listening, floor);
    listening.socket.close();
    const shown = await untilShown(browser, site, { from, writer, reader }, floor);
    return {
      figures: [
        ...against("message sent → other's socket", write),
        { what: `messages lost, of ${messages}`, measured: write.lost, atMost: 0, unit: '' },
        { what: 'messages pushed twice', measured: write.twice, atMost: 0, unit: '' },
        ...against("message sent → on the other's screen", shown),
      ],
      details: [
        {
          caption: `Milliseconds of ${messages} messages each. The floor of a message: its own five writes in one transaction on a database of its own, and one frame over a bare socket.`,
          rows: [inMilliseconds('socket', write), inMilliseconds('screen', shown)],
        },
      ],
    };
  });
}

/** Milliseconds of messages, and of the floor that was measured in turn with them. */
interface Timed {
  readonly times: readonly number[];
  readonly floor: readonly number[];
}

const shares = { p50: 0.5, p99: 0.99 } as const;

const against = (what: string, { times, floor }: Timed): Figure[] =>
  (['p50', 'p99'] as const).map((share) => ({
    what: `${what} ÷ its floor, ${share} of ${messages}`,
    measured: percentile(times, shares[share]) / percentile(floor, shares[share]),
    atMost: atMost[share],
    unit: '×',
  }));

const inMilliseconds = (until: string, { times, floor }: Timed) => ({
  until,
  p50: tenths(median(times)),
  p99: tenths(percentile(times, 0.99)),
  'floor p50': tenths(median(floor)),
  'floor p99': tenths(percentile(floor, 0.99)),
});

const tenths = (value: number) => Number(value.toFixed(1));

interface Listening {
  readonly socket: WebSocket;
  /** Arrival of each message, by its text; a second arrival of the same is a second entry. */
  readonly times: Map<string, number[]>;
  /** Read position of the other member. */
  readUpTo: number;
}

async function listen(site: SiteClient, caller: Caller): Promise<Listening> {
  const { ticket } = await caller.ok('issueSocketTicket');
  const address = new URL(`/ws?ticket=${encodeURIComponent(ticket)}`, site.origin.replace('http', 'ws'));
  const socket = new WebSocket(address, { headers: { origin: site.origin } });
  const listening: Listening = { socket, times: new Map(), readUpTo: 0 };
  const { times } = listening;
  socket.on('message', (frame: Buffer) => {
    const now = performance.now();
    const event = parseLiveEvent(frame.toString());
    if (event?.type === 'message.read') listening.readUpTo = Math.max(listening.readUpTo, event.data.readUpTo);
    if (event?.type !== 'message.created') return;
    const { content } = event.data.message;
    times.set(content, [...(times.get(content) ?? []), now]);
  });
  await once(socket, 'open');
  return listening;
}

/** Sends one after the other, each when the one before has arrived or is given up. */
async function writeAll(from: Caller, recipientId: string, listening: Listening, floor: Floor) {
  const times: number[] = [];
  const floors: number[] = [];
  for (let index = -warmUp; index < messages; index++) {
    const content = `Mesure ${index}.`;
    const sent = performance.now();
    await from.ok('sendMessage', { body: { recipientId, content } });
    await hearing(listening, () => listening.times.has(content));
    const arrived = listening.times.get(content)?.[0];
    if (arrived !== undefined && index >= 0) times.push(arrived - sent);
    const bare = await floor(content);
    if (index >= 0) floors.push(bare);
  }
  // A second push of the last ones would still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const twice = [...listening.times.values()].filter((at) => at.length > 1).length;
  return { times, floor: floors, lost: messages - times.length, twice };
}

/**
 * Listens until the wanted event or a timeout. It waits for the socket itself, because polling would slow the measured
 * act.
 */
async function hearing({ socket }: Listening, isHeard: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  while (!isHeard() && !signal.aborted) await once(socket, 'message', { signal }).catch(() => {});
}

/** The same until the text is in the document of the other's open conversation, by the browser's own clock. */
async function untilShown(
  browser: Browser,
  site: SiteClient,
  { from, writer, reader }: { from: Caller; writer: Member; reader: Member },
  floor: Floor,
): Promise<Timed> {
  const page = await signIn(browser, site.origin, reader);
  const listening = await listen(site, from);
  const connected = page.waitForEvent('websocket');
  await page.goto(`/messages/${writer.userId}`);
  await connected;
  await page
    .getByText(`Mesure ${messages - 1}.`)
    .first()
    .waitFor();
  await page.evaluate(() => {
    const seen: Record<string, number> = {};
    Object.assign(globalThis, { seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        const [text] = /Écran -?\d+\./.exec(node.textContent ?? '') ?? [];
        if (text) seen[text] ??= Date.now();
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const times: number[] = [];
  const floors: number[] = [];
  for (let index = -warmUp; index < messages; index++) {
    const content = `Écran ${index}.`;
    const sent = Date.now();
    const { seq } = await from.ok('sendMessage', { body: { recipientId: reader.userId, content } });
    const shown = await page.waitForFunction(
      (text) => (globalThis as unknown as { seen: Record<string, number> }).seen[text],
      content,
      { timeout: timeoutMs },
    );
    if (index >= 0) times.push(Number(await shown.jsonValue()) - sent);
    await hearing(listening, () => listening.readUpTo >= seq);
    const bare = await floor(content);
    if (index >= 0) floors.push(bare);
  }
  listening.socket.close();
  await page.context().close();
  return { times, floor: floors };
}
