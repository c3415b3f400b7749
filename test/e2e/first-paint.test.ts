import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { giveSession, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, expectValue, openBrowser } from '../support/e2e.ts';
import { joined, openTestSite, password } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';
import { followFirstLoad, kilobytesOf } from '../support/pages/first-load.ts';
import { scriptLimit } from '../support/pages/load-limits.ts';

const site = openTestSite();
const person = openBrowser();

/** Holds the application back until what is returned is called. */
async function withoutApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('what is pressed and typed before the application has come is not lost', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/', { waitUntil: 'commit' });
  const from = page.locator('[name=fromCity]');
  await from.fill('Lyon');
  const date = page.locator('[name=date]');
  await date.fill('24/12/2026');
  await button(page, 'Ouvrir le menu').click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  release();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await from.inputValue()).toBe('Lyon');
  expect(await date.inputValue()).toBe('24/12/2026');
  await expectQuietLeave({ page, errors });
});

test('a search that is typed and sent before the application has come is made', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('[name=fromCity]').fill('Lyon');
  await page.locator('[name=date]').fill('24/12/2026');
  await button(page, 'Rechercher').click();
  release();
  await page.waitForURL(/find-parcels\?fromCity=Lyon&date=2026-12-24$/);
  await expectQuietLeave({ page, errors });
});

test('credentials that are typed and sent before the application has come are tried, and stay out of the address', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await box(page, 'Email').fill('personne@example.org');
  await box(page, 'Mot de passe').fill('Inconnu-2026');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.getByText('Email ou mot de passe incorrect').first().waitFor();
  expect(await box(page, 'Email').inputValue()).toBe('personne@example.org');
  expect(new URL(page.url()).search).toBe('');
  await expectQuietLeave({ page, errors });
});

test('a registration that is begun before the application has come goes on, and outlives a reload', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await box(page, 'Nom').first().fill('Benali');
  await page.getByLabel('Indicatif du pays').selectOption('+213');
  await page.locator('#field-phone').fill('551234567');
  await box(page, 'Prénom').fill('Lina');
  release();
  await page.locator('#root:not([data-path])').waitFor();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('envoyage.registration'))).toContain('Lina');
  expect(await box(page, 'Prénom').evaluate((field) => field === document.activeElement)).toBe(true);
  await visit(page, '/register');
  await expectValue(box(page, 'Nom').first(), 'Benali');
  await expectValue(page.locator('#field-phone'), '551234567');
  expect(await page.getByLabel('Indicatif du pays').inputValue()).toBe('+213');
  await expectQuietLeave({ page, errors });
});

test('a parcel that is begun before the application has come is kept, and later goes on with its draft', async () => {
  const { page, errors } = await person('phone');
  let release = await withoutApplication(page);
  await page.goto('/send-parcel', { waitUntil: 'commit' });
  await box(page, /^Titre/).fill('Une girafe');
  await page.locator('.radio-card').last().click();
  release();
  await page.getByText('Brouillon enregistré').waitFor();
  await page.unrouteAll({ behavior: 'wait' });

  release = await withoutApplication(page);
  await page.goto('/send-parcel', { waitUntil: 'commit' });
  await box(page, /^Description/).fill('Elle est grande.');
  release();
  await expectValue(box(page, /^Titre/), 'Une girafe');
  await expectValue(box(page, /^Description/), 'Elle est grande.');
  expect(await page.locator('.radio-card').last().getByRole('radio').isChecked()).toBe(true);
  await expectQuietLeave({ page, errors });
});

test('a trip that is begun before the application has come is kept', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/transport-parcel', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: /^Ville de départ/ }).fill('Lyon');
  await page.getByRole('radio', { name: 'Prix à convenir' }).check();
  await box(page, /^Remarques/).fill('Gare de Lyon.');
  release();
  await page.getByText('Brouillon enregistré').waitFor();
  expect(await page.getByRole('radio', { name: 'Prix à convenir' }).isChecked()).toBe(true);
  await page.reload();
  await expectValue(page.getByRole('combobox', { name: /^Ville de départ/ }), 'Lyon');
  await expectValue(box(page, /^Remarques/), 'Gare de Lyon.');
  await expectQuietLeave({ page, errors });
});

test('an address that asks for more than the built page shows gets what it asks for', async () => {
  const { page, errors } = await person('phone');
  await visit(page, '/find-parcels?fromCity=Lyon&tab=trips');
  await button(page, /^Rechercher :\s*Lyon → Où/).waitFor();
  expect(await page.getByRole('tab', { selected: true }).textContent()).toContain('Trajets');
  await expectQuietLeave({ page, errors });
});

test('a question looked for before the application has come is found', async () => {
  const { page, errors } = await person('phone');
  const release = await withoutApplication(page);
  await page.goto('/faq', { waitUntil: 'commit' });
  await page.getByRole('searchbox').fill('girafe');
  release();
  await page.getByText('Aucune question ne correspond').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('girafe');
  await expectQuietLeave({ page, errors });
});

test.each([
  ['/', '.market__cards .listing-card'],
  ['/find-parcels', '.listing-card'],
  ['/send-parcel', 'main form'],
])('%s has what a visitor sees first at once, and weighs no more than it may', async (path, first) => {
  const { page, errors } = await person('phone');
  const files = await followFirstLoad(page);
  await visit(page, path);
  // There is no scrolling, and the browser saves data, so nothing in view is idle work.
  await page.locator(first).first().waitFor();
  expect(await page.locator('main .skeleton').count()).toBe(0);
  // Later requests are idle work.
  const kilobytes = kilobytesOf(files, '.js');
  expect(kilobytes).toBeGreaterThan(50);
  expect(kilobytes).toBeLessThanOrEqual(scriptLimit(path));
  await settled(page);
  await expectQuietLeave({ page, errors });
});

/** Layout shifts of the open page that no press has caused, since its document began. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean; value: number })[])
            if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum)));
      }),
  );

test('the banner about an account moves nothing when it comes, on built pages and on others', async () => {
  const { email } = await joined(site, 'Nora');
  const { page, errors } = await person('phone');
  await giveSession(page, email, password);
  await visit(page, '/');
  const banner = page.getByText('Vos documents sont en cours de vérification');
  await banner.waitFor();
  for (const path of ['/', '/faq', '/send-parcel', '/profile', '/messages']) {
    await visit(page, path);
    await banner.waitFor();
    await settled(page);
    expect(await shiftOf(page), path).toBeLessThan(0.02);
  }
  await expectQuietLeave({ page, errors });
});

test('what stands below a list or an account that loads moves nothing when it comes', async () => {
  const { email } = await joined(site, 'Lila');
  const { page, errors } = await person('tablet');
  await giveSession(page, email, password);
  await visit(page, '/');
  await page.getByText('Vos documents sont en cours de vérification').waitFor();
  for (const path of [
    '/contact',
    '/payment-methods',
    '/my-parcels?tab=deliveries',
    '/delivery-selection',
    '/delivery-management',
    '/delivery-management?tab=messages',
  ]) {
    await visit(page, path);
    await settled(page);
    expect(await shiftOf(page), path).toBeLessThan(0.02);
  }
  await expectQuietLeave({ page, errors });
});

test('the form of the search, which wide screens load, moves nothing and stands on one line', async () => {
  const { page, errors } = await person('tablet');
  await visit(page, '/find-parcels');
  const city = page.getByRole('combobox', { name: 'Ville de départ' });
  await city.waitFor();
  await settled(page);
  expect(await shiftOf(page)).toBeLessThan(0.02);
  const middleOf = async (control: Locator) => {
    const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 };
    return y + height / 2;
  };
  expect(await middleOf(button(page, 'Inverser départ et arrivée'))).toBeCloseTo(await middleOf(city), 0);
  const date = page.getByRole('textbox', { name: 'Date' });
  expect(await middleOf(button(page, 'Rechercher').last())).toBeCloseTo(await middleOf(date), 0);
  await expectQuietLeave({ page, errors });
});
