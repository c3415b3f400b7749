import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectAccessible, giveSession, loseNetwork, visit } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import { openTestSite, password, seededPeople } from '../support/journey.ts';
import { button } from '../support/pages/controls.ts';
import { buildNextRelease, openReleasedSite, type ReleasedSite } from './releases.ts';

const product = openTestSite();
let next: Awaited<ReturnType<typeof buildNextRelease>>;
let site: ReleasedSite;
beforeAll(async () => {
  next = await buildNextRelease();
});
afterAll(() => next.remove());
afterEach(() => site.close());
const person = openBrowser(() => site.origin);

const news = 'Une nouvelle version est disponible.';
/** The first file of the application that the page runs. */
const entryOn = (page: Page) =>
  page.evaluate(() => {
    const later = document.querySelector<HTMLScriptElement>('script[data-application]');
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
    return later?.dataset['application']?.split(' ')[0] ?? (script ? new URL(script.src).pathname : '');
  });

/** The files stored on this device, without the caches' names. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until nothing more is stored; a member's device has more than `most` files. */
async function installed(page: Page, more: number): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  let before = -1;
  await expect
    .poll(
      async () => {
        const { length } = await stored(page);
        const isWhole = length > more && length === before;
        before = length;
        return isWhole;
      },
      { timeout: 90_000, interval: 2_000 },
    )
    .toBe(true);
}

/** A member with the first release on their phone, their pages included. */
async function memberWithFirstRelease() {
  site = await openReleasedSite();
  const [, karim] = (await seededPeople(product)).members;
  const someone = await person('phone', { withWorker: true });
  await giveSession(someone.page, karim?.email ?? '', password, { remember: true });
  await visit(someone.page, '/my-trips');
  await visit(someone.page, '/my-trips');
  await installed(someone.page, 100);
  return someone;
}

const membersPages = ['/my-deliveries', '/messages', '/my-trips', '/my-parcels'] as const;

async function expectReadableWithoutNetwork(page: Page): Promise<void> {
  const networkReturns = await loseNetwork(page.context());
  for (const path of membersPages) {
    await visit(page, path);
    expect(await page.getByRole('heading', { level: 1 }).innerText(), path).not.toBe('Pas de connexion');
  }
  await networkReturns();
}

/** Waits for the news of a release, as a page looks for it that is opened or shown again. */
const told = (page: Page) => page.getByText(news).waitFor({ timeout: 60_000 });

/** The heading is free where it stood, and what ends the page can be scrolled above the news. */
async function expectNothingCovered(page: Page): Promise<void> {
  const edges = () =>
    page.evaluate(() => {
      const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return { heading: of('main h1'), news: of('.new-version'), bar: of('.tab-bar'), end: of('.site-footer__legal') };
    });
  const { heading, news: bar, bar: tabs } = await edges();
  expect(bar?.top).toBeGreaterThan(heading?.bottom ?? Infinity);
  expect(bar?.bottom).toBeLessThanOrEqual((tabs?.top ?? 0) + 1);
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const { news: above, end } = await edges();
  expect(end?.bottom).toBeLessThanOrEqual((above?.top ?? 0) + 1);
  await page.evaluate(() => scrollTo(0, 0));
}

async function update(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load', { timeout: 10_000 });
  await button(page, 'Mettre à jour').click();
  await loaded;
  await page.locator('#root:not([data-path]) main h1').first().waitFor();
}

test('a member’s pages stay readable without a network from one release to the next, which comes whole', async () => {
  const { page } = await memberWithFirstRelease();
  const first = site.entry();
  expect(await entryOn(page)).toBe(first);
  site.put(next.siteFolder);
  expect(site.entry()).not.toBe(first);

  // The new files are late, but the stored site appears immediately, even offline.
  site.line('slow');
  await visit(page, '/messages');
  expect(await entryOn(page)).toBe(first);
  await expectReadableWithoutNetwork(page);

  site.line('good');
  await visit(page, '/my-trips');
  await told(page);
  await expectNothingCovered(page);
  await expectAccessible(page, 'a page with a new build');
  await update(page);
  expect(await entryOn(page)).toBe(site.entry());
  await expectReadableWithoutNetwork(page);
  expect(await entryOn(page)).toBe(site.entry());
  await page.context().close();
});

test('a tab of a first visit and one that was loaded past the worker are told of a release within a quarter of an hour', async () => {
  site = await openReleasedSite();
  const { page } = await person('phone', { withWorker: true });
  await page.clock.install();
  await visit(page, '/faq');
  await installed(page, 60);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  const past = await page.context().newPage();
  await past.clock.install();
  await visit(past, '/faq');
  const devtools = await page.context().newCDPSession(past);
  await devtools.send('Page.reload', { ignoreCache: true });
  await past.locator('#root:not([data-path]) main h1').first().waitFor();
  await past.clock.runFor(5_000);
  await page.clock.runFor(5_000);
  site.put(next.siteFolder);
  for (const tab of [page, past]) {
    await expect
      .poll(
        async () => {
          await tab.clock.fastForward(15 * 60_000);
          return tab.getByText(news).count();
        },
        { timeout: 60_000, interval: 3_000 },
      )
      .toBe(1);
  }
  await update(page);
  expect(await entryOn(page)).toBe(site.entry());
  await page.context().close();
});

test('a document that the site cannot give now is the stored one', async () => {
  const { page } = await memberWithFirstRelease();
  site.line('broken');
  await visit(page, '/messages');
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/Messag/);
  await page.context().close();
});
