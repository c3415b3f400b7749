import lighthouse from 'lighthouse';
import { type Browser, chromium, type Page } from 'playwright-core';
import { freePort } from '#infra/local/emulators/dynamodb.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { type Figure, type Measurement, median } from './figure.ts';
import { listingFigures, timesUntilListing } from './first-listing.ts';
import { realFigures, timesUntilReal } from './first-real.ts';
import { startFront, trustingFront } from './https-front.ts';
import { divisorOf, openSlowPage, type Slowness, slowIndex, slowLine, slownessOf } from './slow-phone.ts';

const rounds = 5;
const audits = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const;

interface Seen {
  readonly path: string;
  /** Seconds until the largest content is painted. */
  readonly atMost: number;
  /** Lighthouse's score of the performance, of 100. */
  readonly scoreAtLeast: number;
  /** The control of the page, and the condition in the browser after it has responded. */
  readonly control: (page: Page) => ReturnType<Page['locator']>;
  readonly answered: string;
}

const named = (name: string) => (page: Page) => page.locator('main').getByRole('button', { name, exact: true });
const corrected = "document.querySelector('.error-summary') !== null";

/** The pages that visitors open from outside. */
const pages: readonly Seen[] = [
  {
    path: '/',
    atMost: 1.6,
    scoreAtLeast: 95,
    control: named('Rechercher'),
    answered: "location.pathname === '/find-parcels'",
  },
  {
    path: '/find-parcels',
    atMost: 1.6,
    scoreAtLeast: 95,
    control: (page) => page.locator('main').getByRole('button', { name: /^Rechercher :/ }),
    answered: "document.querySelector('dialog[open]') !== null",
  },
  { path: '/login', atMost: 1.6, scoreAtLeast: 90, control: named('Se connecter'), answered: corrected },
  {
    path: '/faq',
    atMost: 1.6,
    scoreAtLeast: 95,
    control: (page) => page.locator('summary').first(),
    answered: "document.querySelector('details').open",
  },
  { path: '/register', atMost: 2, scoreAtLeast: 90, control: named('Continuer'), answered: corrected },
  { path: '/send-parcel', atMost: 2, scoreAtLeast: 90, control: named('Continuer'), answered: corrected },
  {
    path: '/transport-parcel',
    atMost: 2,
    scoreAtLeast: 90,
    control: named('Enregistrer mon trajet'),
    answered: corrected,
  },
];

interface Sight {
  readonly path: string;
  /** Seconds. */
  readonly largest: number;
  /** Seconds from the start of the navigation until a tap on the control has been answered. */
  readonly tap: number;
  /** Milliseconds. */
  readonly blocked: number;
  /** Share of the screen that moves by itself. */
  readonly moved: number;
  /** Lighthouse's score of the performance, of 100. */
  readonly score: number;
  /** `benchmarkIndex` of the machine just before. */
  readonly index: number;
}

/** Lighthouse's own part of it. */
type Judged = Pick<Sight, 'largest' | 'blocked' | 'moved' | 'score'>;

/**
 * First sight and first tap on a slow phone, as for a visitor with an empty cache. Lighthouse's mobile run uses the
 * browser's own throttling, and the tap the same line and processor, over HTTP/2 as from CloudFront. Medians of 5. A
 * shared machine changes its speed within minutes, so it is measured again before each of them.
 */
export async function benchLighthouse(stackOrigin: string): Promise<Measurement> {
  const front = await startFront(stackOrigin);
  try {
    return await measuredAt(front.origin);
  } finally {
    await front.close();
  }
}

async function measuredAt(origin: string): Promise<Measurement> {
  await inBrowser(async (browser) => {
    // The edge caches compressed files: only the first visitor waits for the compression.
    for (const { path } of pages) await warmUp(browser, origin + path);
  });
  const sights: Sight[] = [];
  for (const page of pages) sights.push(await sightOf(page, origin));
  const times = await timesUntilReal(origin, () => inBrowser(slownessOf), inBrowser);
  const corridor = await busiestCorridor(origin);
  const listed = ['/', '/find-parcels', `/colis/${corridor}`];
  const listings = await timesUntilListing(origin, listed, () => inBrowser(slownessOf), inBrowser);
  return {
    figures: [
      ...sights.map(largestOf),
      ...sights.map(missingOf),
      ...(['tap', 'blocked', 'moved'] as const).map((of) => worst(sights, of)),
      ...realFigures(times),
      ...listingFigures(listings),
    ],
    details: [
      {
        caption: `Lighthouse 13, mobile, \`throttlingMethod: 'devtools'\` (${slowLine.requestLatencyMs} ms a request, ${(slowLine.downloadThroughputKbps / 1000).toFixed(2)} Mb/s), HTTP/2, visitor, empty cache, Node ${process.versions.node}, median of ${rounds}. \`benchmarkIndex\` is the machine's own, measured before each of them; the browser divides it until it is ${slowIndex}.`,
        rows: sights.map(({ path, tap, blocked, moved, index }) => ({
          page: path,
          'first tap answered, s': rounded(tap),
          'blocking time, ms': Math.round(blocked),
          'layout shift': Number(moved.toFixed(3)),
          benchmarkIndex: Math.round(index),
          divisor: divisorOf(index),
        })),
      },
      {
        caption: 'Seconds until everything on the page is real, visitor with an empty cache, medians of 5 in turn.',
        rows: times.map(({ line, home, search }) => ({
          line,
          '/': rounded(home),
          '/find-parcels': rounded(search),
        })),
      },
    ],
  };
}

/** The slug of a corridor with listings; its page must show some. */
const busiestCorridor = (origin: string): Promise<string> =>
  inBrowser(async (browser) => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const answer = await context.request.get(`${origin}/api/public/corridors`);
    const { items } = (await answer.json()) as { items: { slug: string; parcels: number }[] };
    const busy = items.find(({ parcels }) => parcels > 0);
    if (!busy) throw new Error('No corridor has parcels: the search has no snapshot yet.');
    return busy.slug;
  });

const limitsOf = ({ path }: Sight) => pages.find((page) => page.path === path);

const largestOf = (sight: Sight): Figure => ({
  what: `largest contentful paint, ${sight.path}`,
  measured: sight.largest,
  atMost: limitsOf(sight)?.atMost ?? Number.NaN,
  unit: 's',
});

const missingOf = (sight: Sight): Figure => ({
  what: `Lighthouse's points missing to 100, ${sight.path}`,
  measured: 100 - sight.score,
  atMost: 100 - (limitsOf(sight)?.scoreAtLeast ?? Number.NaN),
  unit: '',
});

const worstOf = {
  tap: { what: 'first tap on the main control answered, slowest', atMost: 3.5, unit: 's' },
  blocked: { what: 'total blocking time, longest', atMost: 200, unit: 'ms' },
  moved: { what: 'cumulative layout shift, largest', atMost: 0.02, unit: '' },
} as const;

function worst(sights: readonly Sight[], of: keyof typeof worstOf): Figure {
  const sight = sights.reduce((a, b) => (b[of] > a[of] ? b : a));
  const { what, atMost, unit } = worstOf[of];
  return { what: `${what} of ${sights.length} pages, ${sight.path}`, measured: sight[of], atMost, unit };
}

async function sightOf(page: Seen, origin: string): Promise<Sight> {
  const runs: Omit<Sight, 'path'>[] = [];
  for (let round = 0; round < rounds; round++) {
    const slowness = await inBrowser(slownessOf);
    const judged = await runLighthouse(origin + page.path, slowness);
    const tap = await inBrowser((browser) => firstTap(browser, origin, page, slowness));
    const run = { ...judged, tap, index: slowness.benchmarkIndex };
    console.log(
      page.path,
      Object.entries(run)
        .map(([name, value]) => `${name} ${rounded(value)}`)
        .join(', '),
    );
    runs.push(run);
  }
  const middle = (of: keyof (typeof runs)[number]) => median(runs.map((run) => run[of]));
  return {
    path: page.path,
    largest: middle('largest'),
    tap: middle('tap'),
    blocked: middle('blocked'),
    moved: middle('moved'),
    score: middle('score'),
    index: middle('index'),
  };
}

async function runLighthouse(address: string, { divisor }: Slowness): Promise<Judged> {
  const port = await freePort();
  return inBrowser(async () => {
    const result = await lighthouse(address, {
      port,
      logLevel: 'error',
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      throttling: { ...slowLine, cpuSlowdownMultiplier: divisor },
      onlyCategories: ['performance'],
    });
    const [largest, blocked, moved] = audits.map((audit) => result?.lhr.audits[audit]?.numericValue);
    const score = result?.lhr.categories['performance']?.score;
    if (largest === undefined || blocked === undefined || moved === undefined || typeof score !== 'number')
      throw new Error(`Lighthouse could not judge ${address}: ${result?.lhr.runtimeError?.message ?? 'no figures'}`);
    return { largest: largest / 1000, blocked, moved, score: score * 100 };
  }, port);
}

/** One tap, as soon as the control can be tapped. */
async function firstTap(browser: Browser, origin: string, { path, control, answered }: Seen, slowness: Slowness) {
  const page = await openSlowPage(browser, origin, slowness);
  await page.goto(path, { waitUntil: 'commit' });
  await control(page).tap();
  const answer = await page.waitForFunction(`${answered} && performance.now()`, undefined, { polling: 'raf' });
  await expectHttp2(page);
  return Number(await answer.jsonValue()) / 1000;
}

/** Over another protocol the figures would be those of another line: with HTTP/1.1 six files at a time. */
async function expectHttp2(page: Page): Promise<void> {
  const protocols = await page.evaluate(() =>
    performance
      .getEntries()
      .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry.nextHopProtocol] : []))
      // A request that the tap broke off has none.
      .filter(Boolean),
  );
  const others = protocols.filter((protocol) => protocol !== 'h2');
  if (others.length > 0) throw new Error(`The browser loads over ${[...new Set(others)].join(', ')} instead of h2.`);
}

async function warmUp(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.close();
}

/** A new browser with an empty cache; Lighthouse connects to `port`. */
async function inBrowser<T>(act: (browser: Browser) => Promise<T>, port?: number): Promise<T> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      trustingFront,
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ],
  });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

const rounded = (value: number) => Number(value.toFixed(2));
