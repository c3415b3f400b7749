import type { Browser, Page } from 'playwright-core';
import { paths } from '#shared/site/paths.ts';
import { type Figure, median } from './figure.ts';
import { openSlowPage, phone, type Slowness } from './slow-phone.ts';

const rounds = 5;
/** The home page against the search (rule 202). */
const homeAtMost = 1.2;

export interface RealTimes {
  readonly line: 'plain' | 'slow';
  /** Seconds from the start of the navigation, medians. */
  readonly home: number;
  readonly search: number;
}

/**
 * Runs in the page: whether everything on it is real, without a placeholder. The text of an empty or unreadable list is
 * real, too.
 */
export const isAllReal = (): boolean =>
  document.querySelector('h1') !== null && document.querySelector('main :is(.skeleton, .spinner)') === null;

/**
 * How long a visitor with an empty cache looks at placeholders, on the home page and on the search, whose lists are the
 * same. `open` runs an act in a new browser.
 */
export async function timesUntilReal(
  origin: string,
  slownessNow: () => Promise<Slowness>,
  inBrowser: <T>(act: (browser: Browser) => Promise<T>) => Promise<T>,
): Promise<RealTimes[]> {
  const slowness = await slownessNow();
  const open = {
    plain: async (browser: Browser) =>
      (await browser.newContext({ baseURL: origin, viewport: phone, bypassCSP: true })).newPage(),
    slow: (browser: Browser) => openSlowPage(browser, origin, slowness),
  };
  const times: RealTimes[] = [];
  for (const line of ['plain', 'slow'] as const) {
    const seen = { home: [] as number[], search: [] as number[] };
    // In turn, because a shared machine changes its speed within minutes.
    for (let round = 0; round < rounds; round++) {
      seen.home.push(await inBrowser(async (browser) => secondsUntilReal(await open[line](browser), paths.home)));
      seen.search.push(
        await inBrowser(async (browser) => secondsUntilReal(await open[line](browser), paths.findParcels)),
      );
    }
    times.push({ line, home: median(seen.home), search: median(seen.search) });
  }
  return times;
}

export const realFigures = (times: readonly RealTimes[]): Figure[] =>
  times.map(({ line, home, search }) => ({
    what: `time until everything is real, / ÷ /find-parcels, ${line} line`,
    measured: home / search,
    atMost: homeAtMost,
    unit: '',
  }));

async function secondsUntilReal(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const moment = await page.waitForFunction(`(${isAllReal.toString()})() && performance.now()`, undefined, {
    polling: 'raf',
    timeout: 60_000,
  });
  return Number(await moment.jsonValue()) / 1000;
}
