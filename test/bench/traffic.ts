import type { Browser, Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { openPage } from './people.ts';

const minuteMs = 60_000;
/** What a page asks while it opens is no part of its minute. */
const settleMs = 2000;

/** Requests in one minute of a find page that somebody looks at, and of one that lies behind another tab. */
export async function benchTraffic(origin: string, browser: Browser): Promise<Figure[]> {
  const [visible, hidden] = await Promise.all([
    requestsInAMinute(browser, origin, async () => {}),
    requestsInAMinute(browser, origin, hide),
  ]);
  return [
    { what: 'requests a minute of an open find page, visible', measured: visible, atMost: 13, unit: '' },
    { what: 'requests a minute of an open find page, hidden', measured: hidden, atMost: 0, unit: '' },
  ];
}

async function requestsInAMinute(browser: Browser, origin: string, prepare: (page: Page) => Promise<void>) {
  const page = await openPage(browser, origin);
  await page.goto('/find-parcels');
  await page.locator('h1').waitFor();
  await prepare(page);
  await page.waitForTimeout(settleMs);
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  await page.waitForTimeout(minuteMs);
  await page.context().close();
  return requests;
}

/** Headless Chromium shows every page: what the page would see behind another tab is told to it. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
