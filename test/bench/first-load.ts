import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { siteFolder } from '#infra/local/prepare.ts';
import { pages } from '#web/app/pages.ts';
import type { Figure } from './figure.ts';
import { openPage } from './people.ts';

/** Kilobytes of script for a visitor, compressed, by page. */
const scriptBudget = (path: string): number => ({ '/': 120, '/find-parcels': 140 })[path] ?? 160;
const styleBudget = 30;

/** What a visitor's browser loads for each page that is open to them, compressed. */
export async function benchFirstLoad(origin: string, browser: Browser): Promise<Figure[]> {
  const open = pages.filter(({ access, path }) => (access === 'public' || access === 'guest') && !/[:*]/.test(path));
  const loads: Load[] = [];
  for (const { path } of open) loads.push({ page: path, ...(await loadOf(browser, origin, path)) });
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

/** The page with the most script of those with the same budget. */
function heaviest(loads: readonly Load[], budget: number): Figure {
  const [most] = loads.filter(({ page }) => scriptBudget(page) === budget).toSorted((a, b) => b.js - a.js);
  const what = `first load of a visitor, JavaScript compressed, ${most?.page}`;
  return { what, measured: most?.js ?? Number.NaN, atMost: budget, unit: 'kB' };
}

type Load = { page: string; js: number; css: number; files: number; signIn: boolean };

async function loadOf(browser: Browser, origin: string, path: string): Promise<Omit<Load, 'page'>> {
  const page = await openPage(browser, origin);
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.(js|css)$/.test(pathname)) files.add(pathname);
  });
  // Files that are loaded ahead after a while are no part of the first load.
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }));
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().close();
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
