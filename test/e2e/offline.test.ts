import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#web/app/pages.ts';
import { documentTitle } from '#web/lib/document/document-head.ts';
import { follow, giveSession, isWhole, loseNetwork, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser, replaceAsset } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password } from '../support/journey.ts';
import { button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

/** The styles that did not load. Advertisements are not shown without their styles. */
const missingStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.styleSheets]
      .filter((sheet) => {
        try {
          return sheet.cssRules.length === 0;
        } catch {
          return !sheet.href?.includes('advertisement');
        }
      })
      .map(({ href }) => href),
  );

const crashed = (page: Page) => page.getByText('Cette page a rencontré un problème').count();

test('a page not opened before says that the network is away, and comes by itself with it', async () => {
  const member = await joined(site, 'Tunnel', await administrator(site));
  const { page } = await person('phone');
  await giveSession(page, member.email, password);
  await visit(page, '/cookies');
  await settled(page);
  const every = pages.filter(({ access, path }) => /public|member/.test(access) && !path.includes(':'));
  // `npm run prove -- screens` opens every page, each other run every twelfth.
  const open = every.filter((_, index) => isWhole || index % 12 === 0);
  for (const { path, title } of open) {
    const networkReturns = await loseNetwork(page.context());
    await follow(page, path);
    await page.locator('main h1').first().waitFor();
    expect(await crashed(page), `${path} without a network`).toBe(0);
    await networkReturns();
    await expect.poll(() => page.title(), { timeout: 20_000, message: path }).toBe(documentTitle(title));
    await page.getByRole('heading', { name: 'Pas de connexion' }).waitFor({ state: 'detached' });
    // Some browsers need a reload of the document for it.
    await page.locator('#root:not([data-path]) main h1').first().waitFor();
    await settled(page);
    await expect.poll(() => missingStyles(page), { message: path }).toEqual([]);
  }
  for (const { path, title } of open) {
    await follow(page, path);
    await expect.poll(() => page.title(), { timeout: 20_000, message: path }).toBe(documentTitle(title));
    expect(await crashed(page), `${path} once the network is back`).toBe(0);
  }
  await page.context().close();
});

test('what the bar at the bottom leads to opens without a network', async () => {
  const { page, errors } = await person('phone');
  const fetched = page.waitForResponse(
    async (response) =>
      /assets\/.*\.js$/.test(response.url()) && (await response.text()).includes('Erreur de connexion'),
  );
  await visit(page, '/cookies');
  await fetched;
  await settled(page);
  await loseNetwork(page.context());
  for (const [name, title] of [
    ['Publier', 'Envoyer ou recevoir un colis'],
    ['Connexion', 'Connexion'],
  ] as const) {
    await follow(page, '/cookies');
    await page.getByRole('navigation', { name: 'Navigation rapide' }).getByRole('link', { name }).click();
    await expect.poll(() => page.title()).toBe(documentTitle(title));
  }
  await expectQuietLeave({ page, errors });
});

test('when the styles of the advertisements do not load, the page is shown without advertisements', async () => {
  const { page } = await person('phone');
  let documents = 0;
  page.on('request', (request) => void (documents += Number(request.resourceType() === 'document')));
  const missing = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await replaceAsset(page, 'css', '.advertisements__label', (route) => route.abort());
  await visit(page, '/');
  await missing;
  await settled(page);
  expect(await page.locator('main h1').count()).toBe(1);
  expect(documents).toBe(1);
  await page.context().close();
});

test('code that a deployment has replaced is asked for by one reload, then by a button', async () => {
  const { page } = await person('phone');
  await visit(page, '/cookies');
  let documents = 0;
  page.on('request', (request) => void (documents += Number(request.resourceType() === 'document')));
  await replaceAsset(page, 'js', 'Vérifiez vos emails', (route) => route.fulfill({ status: 404, body: '' }));
  await follow(page, '/forgot-password');
  await page.getByRole('heading', { name: "Cette page n'a pas pu être chargée" }).waitFor();
  expect(documents).toBe(1);
  expect(await crashed(page)).toBe(0);
  await page.unrouteAll();
  await button(page, 'Recharger').click();
  await page.getByRole('heading', { name: 'Mot de passe oublié' }).waitFor();
  await page.context().close();
});

test('a server that says nothing is named after 8 seconds, and asked again by a button', async () => {
  const { page, errors } = await person('phone');
  await page.clock.install();
  // The built document, as when no function renders one: the page asks for its list.
  await page.route('**/find-parcels', (route) =>
    route.continue({ url: new URL('/find-parcels/index.html', route.request().url()).href }),
  );
  let isSilent = true;
  await page.route('**/api/public/parcels*', async (route) => {
    if (!isSilent) await route.continue();
  });
  const asked = page.waitForRequest('**/api/public/parcels*');
  await visit(page, '/find-parcels');
  await asked;
  await page.clock.runFor(8_000);
  await page.getByText("C'est long…").first().waitFor();
  isSilent = false;
  await button(page, 'Réessayer').first().click();
  await page.getByRole('listitem').filter({ hasText: 'kg' }).first().waitFor();
  await expectQuietLeave({ page, errors });
});
