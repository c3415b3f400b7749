import type { Browser, Page, Request } from 'playwright-core';
import { openSite } from '#infra/local/seed/site-client.ts';
import type { Figure, Measurement } from './figure.ts';
import { openPage } from './people.ts';

const minuteMs = 60_000;
/** What a page loads while it opens, and the pages that it fetches ahead once, are no part of its minute. */
const settledMs = 6000;
/** The list as first specified is refetched every 5 s and every 3 s besides (rule 11), whole each time. */
const specifiedRequests = minuteMs / 5000 + minuteMs / 3000;

interface Minute {
  readonly requests: number;
  /** Of the answers' bodies. */
  readonly bytes: number;
  /** The largest answer to « has anything changed? » when nothing has. */
  readonly unchanged: number;
}

/** One minute of a visible find page, and of one in a background tab. */
export async function benchTraffic(origin: string, browser: Browser): Promise<Measurement> {
  const [visible, hidden] = await Promise.all([
    minuteOf(browser, origin, async () => {}),
    minuteOf(browser, origin, hide),
  ]);
  const list = JSON.stringify(await openSite(origin).visitor.ok('searchParcels')).length;
  const figures: Figure[] = [
    { what: 'requests a minute of an open find page, visible', measured: visible.requests, atMost: 13, unit: '' },
    { what: 'requests a minute of an open find page, hidden', measured: hidden.requests, atMost: 0, unit: '' },
    { what: 'largest answer when nothing has changed', measured: visible.unchanged, atMost: 200, unit: 'bytes' },
  ];
  const rows = [
    { 'find page': 'visible', 'requests a minute': visible.requests, 'bytes a minute': visible.bytes },
    { 'find page': 'hidden', 'requests a minute': hidden.requests, 'bytes a minute': hidden.bytes },
    {
      'find page': 'as specified, visible or hidden, with one page as the whole list',
      'requests a minute': specifiedRequests,
      'bytes a minute': specifiedRequests * list,
    },
  ];
  return {
    figures,
    details: [{ caption: 'Bytes are those of bodies on their way; the list as specified is not compressed.', rows }],
  };
}

async function minuteOf(browser: Browser, origin: string, prepare: (page: Page) => Promise<void>): Promise<Minute> {
  const page = await openPage(browser, origin);
  let lastCode = 0;
  page.on('request', (request) => {
    if (/script|stylesheet|font/.test(request.resourceType())) lastCode = performance.now();
  });
  await page.goto('/find-parcels');
  await page.locator('h1').waitFor();
  await prepare(page);
  while (performance.now() - lastCode < settledMs) await page.waitForTimeout(500);
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.waitForTimeout(minuteMs);
  const sizes = await Promise.all(requests.map(bodySize));
  await page.context().close();
  return {
    requests: requests.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    unchanged: Math.max(0, ...sizes),
  };
}

/** Bytes of the answers; none for an answer « not modified ». */
async function bodySize(request: Request): Promise<number> {
  await (await request.response())?.finished();
  return (await request.sizes()).responseBodySize;
}

/** Headless Chromium shows every page: so the test tells the page that it is hidden. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
