import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pages } from '#web/app/pages.ts';
import { giveSession, isWhole, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password } from '../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

/** How the chosen tab differs from its neighbour, colours aside, and whether all of it can be seen. */
const markOfTab = (page: Page) =>
  page.getByRole('tablist').evaluate((list) => {
    const look = (selected: boolean) => {
      const tab = list.querySelector<HTMLElement>(`[role=tab][aria-selected=${selected}]`);
      if (!tab) throw new Error('There are no two tabs.');
      const { boxShadow, fontWeight, borderBlockEndWidth, borderBlockEndStyle } = getComputedStyle(tab);
      const line = /inset/.test(boxShadow) || (borderBlockEndStyle !== 'none' && borderBlockEndWidth !== '0px');
      return { line, fontWeight };
    };
    return { chosen: look(true), other: look(false), cut: list.scrollHeight > list.clientHeight };
  });

test.each(['none', 'active'] as const)(
  'the chosen tab has a line that is not cut off (forced colours: %s)',
  async (forcedColors) => {
    const { page, errors } = await person('phone');
    await page.emulateMedia({ forcedColors });
    await visit(page, '/find-parcels');
    await page.getByRole('tab').nth(1).waitFor();
    expect(await markOfTab(page)).toEqual({
      chosen: { line: true, fontWeight: '700' },
      other: { line: false, fontWeight: '600' },
      cut: false,
    });
    await expectQuietLeave({ page, errors });
  },
);

test('with forced colours only the field that has the focus looks so', async () => {
  const { page, errors } = await person('phone');
  await page.emulateMedia({ forcedColors: 'active' });
  await visit(page, '/login');
  const outlines = () =>
    page
      .locator('main :is(input, select, textarea)')
      .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).outlineStyle !== 'none'));
  expect(new Set(await outlines())).toEqual(new Set([false]));
  await page.getByRole('textbox', { name: 'Email' }).focus();
  expect((await outlines()).filter(Boolean)).toHaveLength(1);
  await expectQuietLeave({ page, errors });
});

/** The focused element, if a part of it is covered or outside the window. */
const hiddenFocus = () => {
  const focused = document.activeElement;
  if (!focused || focused === document.body || focused.closest('.skip-link, .site-header')) return null;
  const { top, bottom, left, width, height } = focused.getBoundingClientRect();
  if (height > innerHeight / 2) return null;
  const over = [top + 1, bottom - 1].map((y) => document.elementFromPoint(left + width / 2, y));
  const isSeen = over.every((it) => it && (focused.contains(it) || it.contains(focused) || it.closest('label')));
  return isSeen ? null : `${focused.ariaLabel ?? focused.textContent} at ${Math.round(top)}`;
};

test('on forms nothing stands over what has the focus, and the bar at the bottom is away', async () => {
  const { page, errors } = await person('phone');
  const stops = 30;
  const forms = pages.filter(({ purpose, access }) => purpose === 'form' && access !== 'admin');
  // `npm run prove -- screens` walks through all of them, each other run through every second.
  for (const { path } of forms.filter((_, index) => isWhole || index % 2 === 0)) {
    await visit(page, path);
    await settled(page);
    expect(await page.getByRole('navigation', { name: 'Navigation rapide' }).count(), path).toBe(0);
    // Fields that are left empty show their errors, some of them a moment later, and move what is below.
    for (let stop = 1; stop <= stops; stop++) await page.keyboard.press('Tab');
    await settled(page);
    for (let stop = 1; stop <= stops; stop++) {
      await page.keyboard.press('Tab');
      await expect.poll(() => page.evaluate(hiddenFocus), { message: `${path}, stop ${stop}` }).toBeNull();
    }
  }
  await expectQuietLeave({ page, errors });
});

test('a member finds messages and parcels in the wide header, with the number that is unread', async () => {
  const admin = await administrator(site);
  const [reader, writer] = await Promise.all([joined(site, 'Lecteur', admin), joined(site, 'Auteur', admin)]);
  await writer.caller.ok('sendMessage', { body: { recipientId: reader.userId, content: 'Bonjour' } });
  const { page, errors } = await person('desk');
  await giveSession(page, reader.email, password);
  await visit(page, '/');
  await page.getByRole('link', { name: /^Messages\s*1 non lu$/ }).waitFor();
  // One row, as soon as the links are beside the brand.
  for (const width of [992, 1024, 1100, 1200, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await page.getByRole('banner').boundingBox())?.height, `${width}`).toBeLessThan(70);
  }
  await page.getByRole('banner').getByRole('link', { name: 'Mes colis' }).click();
  await page.waitForURL((url) => url.pathname === '/my-parcels');
  await page.setViewportSize({ width: 767, height: 800 });
  await page.getByRole('button', { name: 'Ouvrir le menu' }).click();
  const links = page.getByRole('dialog', { name: 'Menu' }).getByRole('link');
  expect((await links.allTextContents()).map((text) => text.replace(/\s*\d+.*/, ''))).toEqual([
    'Rechercher des colis',
    'Envoyer un colis',
    'Transporter un colis',
    "Moyen de paiement l'abonnement annuel",
    'À propos',
    'Profil',
    'Demandes',
    'Messagerie',
    'Mes colis',
    'Mes trajets',
    'Mes livraisons les colis que je transporte',
    'Notifications',
    'Mes alertes',
    "Gestion de la livraison tout en un coup d'œil",
  ]);
  await expectQuietLeave({ page, errors });
});

test('on a wide screen the header stays in its place, its links have room, and the settings fill two columns', async () => {
  const member = await joined(site, 'Large', await administrator(site));
  const { page, errors } = await person('desk');
  await giveSession(page, member.email, password);
  const header = () =>
    page.locator('.site-nav a').evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().x)));
  const places: Record<string, number[]> = {};
  for (const path of ['/faq', '/messaging', '/profile?tab=settings', '/404']) {
    await visit(page, path);
    await page.locator('main h1').first().waitFor();
    await settled(page);
    places[path] = await header();
  }
  expect(new Set(Object.values(places).map(String)).size, JSON.stringify(places)).toBe(1);
  const gaps = await page.locator('.site-nav a').evaluateAll((links) =>
    links.slice(1).map((link, at) => {
      const textOf = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      return textOf(link).left - textOf(links[at] as Element).right;
    }),
  );
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(16);

  await visit(page, '/profile?tab=settings');
  await page.getByRole('heading', { name: 'Membres bloqués' }).waitFor();
  await settled(page);
  const columns = await page
    .locator('.own-profile > .stack')
    .evaluateAll((all) => all.map((column) => column.lastElementChild?.getBoundingClientRect().bottom ?? 0));
  expect(columns).toHaveLength(2);
  expect(Math.abs((columns[0] ?? 0) - (columns[1] ?? 0))).toBeLessThan(400);
  await expectQuietLeave({ page, errors });
});

test.each(['/login', '/login/', '/find-parcels'])(
  '%s works without a word about the browser, although an extension puts an element into it first',
  async (path) => {
    const { page, errors } = await person('phone');
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        for (const field of document.querySelectorAll('input')) field.after(document.createElement('div'));
      });
    });
    await visit(page, path);
    await page.locator('#root:not([data-path])').waitFor();
    expect(await page.locator('#too-old').isHidden()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(path.replace(/\/$/, ''));
    await expectQuietLeave({ page, errors });
  },
);
