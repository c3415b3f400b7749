import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { siteFolder } from '#infra/local/prepare.ts';
import { pages } from '#web/app/pages.ts';
import type { Figure } from './figure.ts';
import { openPage } from './people.ts';

const budgets = { js: 130, css: 30 };

/** What a visitor's browser loads for each page that is open to him, compressed; the first page is the one with a budget. */
export async function benchFirstLoad(origin: string, browser: Browser): Promise<Figure[]> {
  const open = pages.filter(({ access, path }) => (access === 'public' || access === 'guest') && !/[:*]/.test(path));
  const loads: { page: string; js: number; css: number; files: number }[] = [];
  for (const { path } of open) loads.push({ page: path, ...(await loadOf(browser, origin, path)) });
  console.log('\nfirst load of each page for visitors, kB compressed');
  console.table(loads);
  const home = loads.find(({ page }) => page === '/');
  return (['js', 'css'] as const).map((kind) => ({
    what: `first load of /, ${kind === 'js' ? 'JavaScript' : 'CSS'} compressed`,
    measured: home?.[kind] ?? Number.NaN,
    atMost: budgets[kind],
    unit: 'kB',
  }));
}

async function loadOf(browser: Browser, origin: string, path: string) {
  const page = await openPage(browser, origin);
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.(js|css)$/.test(pathname)) files.add(pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.context().close();
  const kilobytes = (ending: string) =>
    [...files]
      .filter((file) => file.endsWith(ending))
      .reduce((sum, file) => sum + gzipSync(readFileSync(join(siteFolder, file)), { level: 9 }).length / 1000, 0);
  return { js: rounded(kilobytes('.js')), css: rounded(kilobytes('.css')), files: files.size };
}

const rounded = (value: number) => Number(value.toFixed(1));
