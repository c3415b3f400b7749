import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { siteFolder } from '#infra/local/prepare.ts';
import { openSite } from '#infra/local/seed/site-client.ts';
import { paths } from '#shared/site/paths.ts';
import { followFirstLoad, kilobytesOf } from '#test/support/pages/first-load.ts';
import { firstLoadLimits, scriptLimit } from '#test/support/pages/load-limits.ts';
import { pages } from '#web/app/pages.ts';
import type { Figure } from './figure.ts';
import { isAllReal } from './first-real.ts';
import { demoCarrier, demoPicker, type Member, openPage, signIn } from './people.ts';

/** The compressed files that a browser loads for each public page, and for the pages of a delivery. */
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
  const limits = new Set(loads.map(({ page }) => scriptLimit(page)));
  return [
    ...[...limits].toSorted((a, b) => a - b).map((limit) => heaviest(loads, limit)),
    {
      what: 'first load of a visitor, CSS compressed',
      measured: Math.max(...loads.map(({ css }) => css)),
      atMost: firstLoadLimits.css,
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
  const site = openSite(origin);
  return [
    ...(await ofMember(origin, browser, await demoCarrier(site), [
      { what: paths.deliverySelection },
      { what: '/messages/{id}', list: paths.messaging, start: '/messages/' },
      { what: '/delivery/{id}', list: paths.deliverySelection, start: '/delivery/' },
      { what: paths.profile },
    ])),
    ...(await ofMember(origin, browser, await demoPicker(site), [
      {
        what: '/delivery/{id}, pickup',
        list: paths.deliverySelection,
        start: '/delivery/',
        // Otherwise another step of the demo data would pass as this one.
        has: 'input[name="contents-seen"]',
      },
    ])),
  ];
}

interface Place {
  readonly what: string;
  /** The page is the first one of this list. */
  readonly list?: string;
  readonly start?: string;
  readonly has?: string;
}

async function ofMember(origin: string, browser: Browser, member: Member, places: readonly Place[]): Promise<Figure[]> {
  const page = await signIn(browser, origin, member);
  const firstLink = async (list: string, start: string) => {
    await page.goto(list);
    return (await page.locator(`main a[href^="${start}"]`).first().getAttribute('href')) ?? list;
  };
  const figures: Figure[] = [];
  for (const { what, list, start = '', has } of places) {
    const fresh = await page.context().newPage();
    const { js } = await loadOf(fresh, list ? await firstLink(list, start) : what);
    if (has && (await fresh.locator(has).count()) === 0) throw new Error(`${what} lacks ${has}.`);
    figures.push({
      what: `first load of a member, JavaScript compressed, ${what}`,
      measured: js,
      atMost: firstLoadLimits.members,
      unit: 'kB',
    });
    await fresh.close();
  }
  await page.context().close();
  return figures;
}

/** The page with the most script of those with the same limit. */
function heaviest(loads: readonly Load[], limit: number): Figure {
  const [most] = loads.filter(({ page }) => scriptLimit(page) === limit).toSorted((a, b) => b.js - a.js);
  const what = `first load of a visitor, JavaScript compressed, ${most?.page}`;
  return { what, measured: most?.js ?? Number.NaN, atMost: limit, unit: 'kB' };
}

interface Load {
  page: string;
  js: number;
  css: number;
  files: number;
  signIn: boolean;
}

async function loadOf(page: Page, path: string): Promise<Omit<Load, 'page'>> {
  const files = await followFirstLoad(page);
  await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(isAllReal);
  return {
    js: kilobytesOf(files, '.js'),
    css: kilobytesOf(files, '.css'),
    files: files.size,
    signIn: [...files].some(isSignIn),
  };
}

/** The sign-in library is recognised by the name of its protocol. */
const isSignIn = (file: string) => readFileSync(join(siteFolder, file), 'utf8').includes('USER_SRP_AUTH');
