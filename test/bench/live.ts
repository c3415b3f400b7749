import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { type Caller, openSite, type SiteClient } from '#infra/local/site-client.ts';
import { parseLiveEvent } from '#shared/live.ts';
import { type Figure, median, percentile } from './figure.ts';
import { demoMembers, type Member, signIn } from './people.ts';

const messages = 500;
/** Sent before and not counted: a function's first calls load it. */
const warmUp = 20;
const atMost = 100;
/** How long a message may be on its way before it counts as lost. */
const patienceMs = 10_000;

/**
 * One member writes to another over HTTP: how long until the other's socket, and the screen of his browser, have it. Each
 * message waits for the one before, as people do: on the socket until it arrived, on the screen until it was read.
 */
export async function benchLive(origin: string, browser: Browser): Promise<Figure[]> {
  const site = openSite(origin);
  const [writer, reader] = await demoMembers(site);
  const [from, to] = await Promise.all([writer, reader].map(({ email, password }) => site.member(email, password)));
  if (!from || !to) throw new Error('The demo data have too few members.');

  const listening = await listen(site, to);
  const write = await writeAll(from, reader.userId, listening);
  listening.socket.close();
  const shown = await untilShown(browser, site, { from, writer, reader });
  console.log(
    `message to socket p50 ${median(write.times).toFixed(0)} ms, to screen p50 ${median(shown).toFixed(0)} ms`,
  );
  return [
    {
      what: `message sent → other's socket, p99 of ${messages}`,
      measured: percentile(write.times, 0.99),
      atMost,
      unit: 'ms',
    },
    { what: 'messages lost', measured: write.lost, atMost: 0, unit: '' },
    { what: 'messages pushed twice', measured: write.twice, atMost: 0, unit: '' },
    {
      what: `message sent → on the other's screen, p99 of ${messages}`,
      measured: percentile(shown, 0.99),
      atMost,
      unit: 'ms',
    },
  ];
}

interface Listening {
  readonly socket: WebSocket;
  /** When each message arrived, by what it says; a second arrival of the same is a second entry. */
  readonly times: Map<string, number[]>;
  /** How far the other one has read. */
  readUpTo: number;
}

async function listen(site: SiteClient, caller: Caller): Promise<Listening> {
  const { ticket } = await caller.ok('issueSocketTicket');
  const address = new URL(`/ws?ticket=${encodeURIComponent(ticket)}`, site.origin.replace('http', 'ws'));
  const socket = new WebSocket(address, { headers: { origin: site.origin } });
  const listening: Listening = { socket, times: new Map(), readUpTo: 0 };
  const { times } = listening;
  socket.on('message', (frame: Buffer) => {
    const now = Date.now();
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
async function writeAll(from: Caller, recipientId: string, listening: Listening) {
  const times: number[] = [];
  for (let index = -warmUp; index < messages; index++) {
    const content = `Mesure ${index}.`;
    const sent = Date.now();
    await from.ok('sendMessage', { body: { recipientId, content } });
    await hearing(listening, () => listening.times.has(content));
    const arrived = listening.times.get(content)?.[0];
    if (arrived !== undefined && index >= 0) times.push(arrived - sent);
  }
  // A second push of the last ones would still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const twice = [...listening.times.values()].filter((at) => at.length > 1).length;
  return { times, lost: messages - times.length, twice };
}

/** Listens until it has heard what is wanted, or too long. Waits for the socket itself: asking would slow what is timed. */
async function hearing({ socket }: Listening, isHeard: () => boolean): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  while (!isHeard() && !signal.aborted) await once(socket, 'message', { signal }).catch(() => {});
}

/** The same until the text stands in the document of the other's open conversation, by the browser's own clock. */
async function untilShown(
  browser: Browser,
  site: SiteClient,
  { from, writer, reader }: { from: Caller; writer: Member; reader: Member },
): Promise<number[]> {
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
  for (let index = -warmUp; index < messages; index++) {
    const content = `Écran ${index}.`;
    const sent = Date.now();
    const { seq } = await from.ok('sendMessage', { body: { recipientId: reader.userId, content } });
    const shown = await page.waitForFunction(
      (text) => (globalThis as unknown as { seen: Record<string, number> }).seen[text],
      content,
      { timeout: patienceMs },
    );
    if (index >= 0) times.push(Number(await shown.jsonValue()) - sent);
    await hearing(listening, () => listening.readUpTo >= seq);
  }
  listening.socket.close();
  await page.context().close();
  return times;
}
