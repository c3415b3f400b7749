import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';
import { type Caller, openSite, type SiteClient } from '#infra/local/site-client.ts';
import { parseLiveEvent } from '#shared/live.ts';
import { type Figure, median, percentile } from './figure.ts';
import { demoMembers, type Member, signIn } from './people.ts';

const messages = 500;
const shownMessages = 40;
const atMost = 100;
/** How long a message may be on its way before it counts as lost. */
const patienceMs = 10_000;

/** One member writes to another over HTTP: how long until the other's socket, and the screen of his browser, have it. */
export async function benchLive(origin: string, browser: Browser): Promise<Figure[]> {
  const site = openSite(origin);
  const [writer, reader] = await demoMembers(site);
  const [from, to] = await Promise.all([writer, reader].map(({ email, password }) => site.member(email, password)));
  if (!from || !to) throw new Error('The demo data have too few members.');

  const listening = await listen(site, to);
  const write = await writeAll(from, reader.userId, listening);
  listening.socket.close();
  const shown = await untilShown(browser, origin, { from, writer, reader });
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
      what: `message sent → on the other's screen, p99 of ${shownMessages}`,
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
}

async function listen(site: SiteClient, caller: Caller): Promise<Listening> {
  const { ticket } = await caller.ok('issueSocketTicket');
  const address = new URL(`/ws?ticket=${encodeURIComponent(ticket)}`, site.origin.replace('http', 'ws'));
  const socket = new WebSocket(address, { headers: { origin: site.origin } });
  const times = new Map<string, number[]>();
  socket.on('message', (frame: Buffer) => {
    const now = Date.now();
    const event = parseLiveEvent(frame.toString());
    if (event?.type !== 'message.created') return;
    const { content } = event.data.message;
    times.set(content, [...(times.get(content) ?? []), now]);
  });
  await once(socket, 'open');
  return { socket, times };
}

/** Sends one after the other, each when the one before has arrived or is given up. */
async function writeAll(from: Caller, recipientId: string, listening: Listening) {
  const times: number[] = [];
  for (let index = 0; index < messages; index++) {
    const content = `Mesure ${index}.`;
    const sent = Date.now();
    await from.ok('sendMessage', { body: { recipientId, content } });
    const arrived = await arrival(content, listening);
    if (arrived !== undefined) times.push(arrived - sent);
  }
  // A second push of the last ones would still be on its way.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const twice = [...listening.times.values()].filter((at) => at.length > 1).length;
  return { times, lost: messages - times.length, twice };
}

/** When it arrived, undefined when it did not in time. Waits for the socket itself: asking again would slow what it times. */
async function arrival(content: string, { times, socket }: Listening): Promise<number | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  while (!times.has(content) && !signal.aborted) await once(socket, 'message', { signal }).catch(() => {});
  return times.get(content)?.[0];
}

/** The same until the text stands in the document of the other's open conversation, by the browser's own clock. */
async function untilShown(
  browser: Browser,
  origin: string,
  { from, writer, reader }: { from: Caller; writer: Member; reader: Member },
): Promise<number[]> {
  const page = await signIn(browser, origin, reader);
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
        const [text] = /Écran \d+\./.exec(node.textContent ?? '') ?? [];
        if (text) seen[text] ??= Date.now();
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  const times: number[] = [];
  for (let index = 0; index < shownMessages; index++) {
    const content = `Écran ${index}.`;
    const sent = Date.now();
    await from.ok('sendMessage', { body: { recipientId: reader.userId, content } });
    const shown = await page.waitForFunction(
      (text) => (globalThis as unknown as { seen: Record<string, number> }).seen[text],
      content,
      { timeout: patienceMs },
    );
    times.push(Number(await shown.jsonValue()) - sent);
  }
  await page.context().close();
  return times;
}
