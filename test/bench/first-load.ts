import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { siteFolder } from '#infra/local/prepare.ts';
import { openSite } from '#infra/local/seed/site-client.ts';
import { paths } from '#shared/site/paths.ts';
import { pages } from '#web/app/pages.ts';
import type { Figure } from './figure.ts';
import { isAllReal } from './first-real.ts';
import { demoCarrier, openPage, signIn } from './people.ts';

/** Kilobytes of script, compressed, by page (rule 202). */
const scriptBudget = (path: string): number => ({ '/': 130, '/find-parcels': 150 })[path] ?? 170;
const memberBudget = 215;
const styleBudget = 30;

/** What a browser loads for each page that is open to visitors, and for the pages of a delivery, compressed. */
export async function benchFirstLoad(origin: string, browser: Browser): Promise<Figure[]> {
  return [...(await forVisitors(origin, browser)), ...(await forMembers(origin, browser))];
}

async function forVisitors(origin: string, browser: Browser): Promise<Figure[]> {
  const open = pages.filter(({ access, path }) => (access === 'public' || access === 'guest') && !/[:*]/.test(path));
  const loads: Load[] = [];
  for (const { path } of open) {
    const page = await openPage(browser, origin);
    loads.push({ page: path, ...(await loadOf(page, path)) });
    await page.context().close();
  }
  console.log('\nfirst load of each page for visitors, kB compressed');
  console.table(loads);
  const budgets = new Set(loads.map(({ page }) => scriptBudget(page)));
  return [
    ...[...budgets].toSorted((a, b) => a - b).map((budget) => heaviest(loads, budget)),
    {
      what: 'first load of a visitor, CSS compressed',
      measured: Math.max(...loads.map(({ css }) => css)),
      atMost: styleBudget,
      unit: 'kB',
    },
    {
      what: 'pages on which a visitor downloads the sign-in library',
      measured: loads.filter(({ signIn }) => signIn).length,
      atMost: 0,
      unit: '',
    },
  ];
}

/** A member's conversation and delivery are the first ones of their lists. */
async function forMembers(origin: string, browser: Browser): Promise<Figure[]> {
  const page = await signIn(browser, origin, await demoCarrier(openSite(origin)));
  const firstLink = async (list: string, start: string) => {
    await page.goto(list);
    return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? list;
  };
  const places = [
    { what: paths.deliverySelection, path: paths.deliverySelection },
    { what: '/messages/{id}', path: await firstLink(paths.messaging, '/messages/') },
    { what: '/delivery/{id}', path: await firstLink(paths.deliverySelection, '/delivery/') },
  ];
  const figures: Figure[] = [];
  for (const { what, path } of places) {
    const fresh = await page.context().newPage();
    const { js } = await loadOf(fresh, path);
    figures.push({
      what: `first load of a member, JavaScript compressed, ${what}`,
      measured: js,
      atMost: memberBudget,
      unit: 'kB',
    });
    await fresh.close();
  }
  await page.context().close();
  return figures;
}

/** The page with the most script of those with the same budget. */
function heaviest(loads: readonly Load[], budget: number): Figure {
  const [most] = loads.filter(({ page }) => scriptBudget(page) === budget).toSorted((a, b) => b.js - a.js);
  const what = `first load of a visitor, JavaScript compressed, ${most?.page}`;
  return { what, measured: most?.js ?? Number.NaN, atMost: budget, unit: 'kB' };
}

type Load = { page: string; js: number; css: number; files: number; signIn: boolean };

async function loadOf(page: Page, path: string): Promise<Omit<Load, 'page'>> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.(js|css)$/.test(pathname)) files.add(pathname);
  });
  // Files that are loaded ahead after a while are no part of the first load.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }));
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(isAllReal);
  await page.waitForLoadState('networkidle');
  const kilobytes = (ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(siteFolder, file)), { level: 9 }).length / 1000, 0);
  return {
    js: rounded(kilobytes('.js')),
    css: rounded(kilobytes('.css')),
    files: files.size,
    signIn: [...files].some(isSignIn),
  };
}

/** The sign-in library is recognised by the name of its protocol. */
const isSignIn = (file: string) => readFileSync(join(siteFolder, file), 'utf8').includes('USER_SRP_AUTH');

const rounded = (value: number) => Number(value.toFixed(1));
