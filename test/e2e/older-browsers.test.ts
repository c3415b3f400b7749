import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { namedBuiltins } from '#infra/build/floor-check.ts';
import { giveSession, isWhole, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { openTestSite, seededPeople } from '../support/journey.ts';

const person = openBrowser();

/** A built-in that the built files name and a browser of the floor may lack, with the built-ins that it belongs to. */
type Builtin = readonly [name: string, owners: readonly string[]];

/** The site is built when the tests of this file begin, not yet when it is read. */
const missing = (): readonly Builtin[] => [...namedBuiltins('dist/web')];

/** Removes built-ins before the page's own scripts. */
const without = (page: Page, removed: readonly Builtin[]) =>
  page.addInitScript((builtins) => {
    const world = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
    for (const [name, owners] of builtins) {
      const [first = '', member] = name.split('.');
      if (owners.length === 0) Reflect.deleteProperty((member ? world[first] : world) ?? {}, member ?? first);
      for (const owner of owners)
        for (const place of [world[owner], world[owner]?.prototype]) Reflect.deleteProperty(place ?? {}, name);
    }
  }, removed);

const broken = /Impossible de|n'a pas pu être chargé|a rencontré un problème|ne fonctionne pas dans cette version/;

/** Opens the pages, and lists those that say an error; one that stays white does not open. */
async function brokenPages(removed: readonly Builtin[]): Promise<string[]> {
  const [other, member] = (await seededPeople(openTestSite())).members;
  if (!other || !member) throw new Error('The demo data have too few members.');
  const [visiting, signedIn] = [await person('phone'), await person('phone')];
  await giveSession(signedIn.page, member.email, member.password);
  const found: string[] = [];
  const look = async (page: Page, paths: readonly string[]) => {
    await without(page, removed);
    for (const path of paths) {
      await visit(page, path);
      await settled(page);
      if (broken.test(await page.locator('body').innerText())) found.push(path);
    }
  };
  await Promise.all([
    look(visiting.page, ['/', '/find-parcels', '/login']),
    look(signedIn.page, ['/my-parcels', '/send-parcel', `/messages/${other.userId}`]),
  ]);
  await expectQuietLeave(visiting, signedIn);
  return found;
}

test(
  'the pages work in a browser that lacks all that the oldest browsers may lack',
  async () => {
    const builtins = missing();
    expect(builtins.map(([name]) => name)).toContain('toSorted');
    // Each alone too by `npm run prove -- screens`, because a fallback for one may use another.
    for (const removed of [builtins, ...(isWhole ? builtins.map((builtin) => [builtin]) : [])]) {
      const names = removed.map(([name]) => name).join(', ');
      expect([names, await brokenPages(removed)]).toEqual([names, []]);
    }
  },
  isWhole ? 3_600_000 : 400_000,
);

test('a browser that is older, or cannot read the application, shows the way out in place of a white page', async () => {
  const [older, unable] = [await person('phone'), await person('desk')];
  await older.page.addInitScript(() => void Reflect.deleteProperty(HTMLElement.prototype, 'inert'));
  await unable.page.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class {' }),
  );
  for (const { page } of [older, unable]) {
    for (const path of ['/login', '/my-parcels']) {
      await page.goto(path);
      await page.getByText(/^Ce site ne fonctionne pas dans cette version de votre navigateur/).waitFor();
    }
    await page.context().close();
  }
  const today = await person('phone');
  await visit(today.page, '/login');
  expect(await today.page.locator('#too-old').isVisible()).toBe(false);
  await expectQuietLeave(today);
});
