import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '#test/support/chromium.ts';
import { type Figure, type Measurement, median } from './figure.ts';
import { divisorOf, openSlowPage, type Slowness, slowIndex, slowLine, slownessOf } from './slow-phone.ts';

const rounds = 5;
const tapAtMost = 4.5;
const blockedAtMost = 300;
const audits = ['largest-contentful-paint', 'total-blocking-time'] as const;

interface Seen {
  readonly path: string;
  /** Seconds until the largest content is painted. */
  readonly atMost: number;
  /** The control of the page, and the condition in the browser after it has responded. */
  readonly control: (page: Page) => ReturnType<Page['locator']>;
  readonly answered: string;
}

const named = (name: string) => (page: Page) => page.locator('main').getByRole('button', { name, exact: true });
const corrected = "document.querySelector('.error-summary') !== null";

/** The pages that visitors open from outside. */
const pages: readonly Seen[] = [
  { path: '/', atMost: 1.8, control: named('Rechercher'), answered: "location.pathname === '/find-parcels'" },
  {
    path: '/find-parcels',
    atMost: 1.8,
    control: (page) => page.locator('main').getByRole('button', { name: /^Rechercher :/ }),
    answered: "document.querySelector('dialog[open]') !== null",
  },
  { path: '/login', atMost: 1.8, control: named('Se connecter'), answered: corrected },
  {
    path: '/faq',
    atMost: 1.8,
    control: (page) => page.locator('summary').first(),
    answered: "document.querySelector('details').open",
  },
  { path: '/register', atMost: 2.3, control: named('Continuer'), answered: corrected },
  { path: '/send-parcel', atMost: 2.3, control: named('Continuer'), answered: corrected },
  { path: '/transport-parcel', atMost: 2.3, control: named('Enregistrer mon trajet'), answered: corrected },
];

interface Sight {
  readonly path: string;
  /** Seconds. */
  readonly largest: number;
  /** Seconds from the start of the navigation until a tap on the control has been answered. */
  readonly tap: number;
  /** Milliseconds. */
  readonly blocked: number;
  /** `benchmarkIndex` of the machine just before. */
  readonly index: number;
}

/**
 * First sight and first tap on a slow phone, as a visitor with an empty cache has them: Lighthouse's mobile run with
 * its throttling applied by the browser, and the same line and processor for a tap. Medians of 5. A shared machine
 * changes its speed within minutes, so it is measured again before each of them.
 */
export async function benchLighthouse(origin: string): Promise<Measurement> {
  await inBrowser(async (browser) => {
    // The edge caches compressed files: only the first visitor waits for the compression.
    for (const { path } of pages) await warmUp(browser, origin + path);
  });
  const sights: Sight[] = [];
  for (const page of pages) sights.push(await sightOf(page, origin));
  return {
    figures: [...sights.map(largestOf), worst(sights, 'tap'), worst(sights, 'blocked')],
    details: [
      {
        caption: `Lighthouse 13, mobile, \`throttlingMethod: 'devtools'\` (${slowLine.requestLatencyMs} ms a request, ${(slowLine.downloadThroughputKbps / 1000).toFixed(2)} Mb/s), visitor, empty cache, Node ${process.versions.node}, median of ${rounds}. \`benchmarkIndex\` is the machine's own, measured before each of them; the browser divides it until it is ${slowIndex}.`,
        rows: sights.map(({ path, largest, tap, blocked, index }) => ({
          page: path,
          'largest paint, s': rounded(largest),
          'first tap answered, s': rounded(tap),
          'blocking time, ms': Math.round(blocked),
          benchmarkIndex: Math.round(index),
          divisor: divisorOf(index),
        })),
      },
    ],
  };
}

const largestOf = ({ path, largest }: Sight): Figure => ({
  what: `largest contentful paint, ${path}`,
  measured: largest,
  atMost: pages.find((page) => page.path === path)?.atMost ?? Number.NaN,
  unit: 's',
});

function worst(sights: readonly Sight[], of: 'tap' | 'blocked'): Figure {
  const { path, ...sight } = sights.reduce((a, b) => (b[of] > a[of] ? b : a));
  return of === 'tap'
    ? {
        what: `first tap on the main control answered, slowest of ${sights.length} pages, ${path}`,
        measured: sight.tap,
        atMost: tapAtMost,
        unit: 's',
      }
    : {
        what: `total blocking time, longest of ${sights.length} pages, ${path}`,
        measured: sight.blocked,
        atMost: blockedAtMost,
        unit: 'ms',
      };
}

async function sightOf(page: Seen, origin: string): Promise<Sight> {
  const runs: Omit<Sight, 'path'>[] = [];
  for (let round = 0; round < rounds; round++) {
    const slowness = await inBrowser(slownessOf);
    const { largest, blocked } = await runLighthouse(origin + page.path, slowness);
    const tap = await inBrowser((browser) => firstTap(browser, origin, page, slowness));
    const index = slowness.benchmarkIndex;
    console.log(
      `${page.path} ${largest.toFixed(2)} s, tap ${tap.toFixed(2)} s, blocked ${blocked.toFixed(0)} ms, index ${index.toFixed(0)}`,
    );
    runs.push({ largest, blocked, tap, index });
  }
  const middle = (of: keyof (typeof runs)[number]) => median(runs.map((run) => run[of]));
  return {
    path: page.path,
    largest: middle('largest'),
    tap: middle('tap'),
    blocked: middle('blocked'),
    index: middle('index'),
  };
}

async function runLighthouse(address: string, { divisor }: Slowness): Promise<Pick<Sight, 'largest' | 'blocked'>> {
  const port = await freePort();
  return inBrowser(async () => {
    const result = await lighthouse(address, {
      port,
      logLevel: 'error',
      formFactor: 'mobile',
      throttlingMethod: 'devtools',
      throttling: { ...slowLine, cpuSlowdownMultiplier: divisor },
      onlyAudits: [...audits],
    });
    const [largest, blocked] = audits.map((audit) => result?.lhr.audits[audit]?.numericValue);
    if (largest === undefined || blocked === undefined)
      throw new Error(`Lighthouse could not judge ${address}: ${result?.lhr.runtimeError?.message ?? 'no figures'}`);
    return { largest: largest / 1000, blocked };
  }, port);
}

/** One tap, as soon as the control can be tapped. */
async function firstTap(browser: Browser, origin: string, { path, control, answered }: Seen, slowness: Slowness) {
  const page = await openSlowPage(browser, origin, slowness);
  await page.goto(path, { waitUntil: 'commit' });
  await control(page).tap();
  const answer = await page.waitForFunction(`${answered} && performance.now()`, undefined, { polling: 'raf' });
  return Number(await answer.jsonValue()) / 1000;
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
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ],
  });
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

const rounded = (value: number) => Number(value.toFixed(2));
