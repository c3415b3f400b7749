import type { Browser, Page } from 'playwright-core';
import { paths } from '#shared/site/paths.ts';
import { type Figure, median } from './figure.ts';
import { openSlowPage, type Slowness } from './slow-phone.ts';

const rounds = 5;
/** Time until a listing is painted ÷ first paint of a page that only has text (decision 057). */
const atMost = 1.25;

export interface ListingTimes {
  readonly path: string;
  /** Seconds from the start of the navigation, medians. */
  readonly listing: number;
  readonly text: number;
}

/** How long a visitor with a slow phone and an empty cache waits for the first real listing of these pages. */
export async function timesUntilListing(
  origin: string,
  listed: readonly string[],
  slownessNow: () => Promise<Slowness>,
  inBrowser: <T>(act: (browser: Browser) => Promise<T>) => Promise<T>,
): Promise<ListingTimes[]> {
  const slowness = await slownessNow();
  const secondsAt = (path: string, seen: () => number | false) =>
    inBrowser(async (browser) => secondsUntil(await openSlowPage(browser, origin, slowness), path, seen));
  const times: ListingTimes[] = [];
  for (const path of listed) {
    const seen = { listing: [] as number[], text: [] as number[] };
    // In turn, because a shared machine changes its speed within minutes.
    for (let round = 0; round < rounds; round++) {
      seen.text.push(await secondsAt(paths.faq, firstPaint));
      seen.listing.push(await secondsAt(path, listingPaint));
    }
    times.push({ path, listing: median(seen.listing), text: median(seen.text) });
  }
  return times;
}

export const listingFigures = (times: readonly ListingTimes[]): Figure[] =>
  times.map(({ path, listing, text }) => ({
    what: `time until a listing is painted ÷ first paint of /faq, ${path}`,
    measured: listing / text,
    atMost,
    unit: '',
  }));

/** Runs in the page: milliseconds of its first paint. */
const firstPaint = (): number | false => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? false;

/** Runs in the page: milliseconds of the first paint, or of now if there was no listing in it. */
const listingPaint = (): number | false => {
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const isThere = document.querySelector('.listing-card') !== null;
  const seen = globalThis as { withoutListing?: boolean };
  if (paint && !isThere) seen.withoutListing = true;
  return paint !== undefined && isThere && (seen.withoutListing ? performance.now() : paint.startTime);
};

async function secondsUntil(page: Page, path: string, seen: () => number | false): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  const moment = await page.waitForFunction(`(${seen.toString()})()`, undefined, { polling: 'raf', timeout: 60_000 });
  return Number(await moment.jsonValue()) / 1000;
}
