import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { giveSession, isWhole, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password } from '../support/journey.ts';
import { button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

/** The focused element: its name, and whether a ring, its card or its box shows the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const around = [element.parentElement, element.parentElement?.parentElement, element.closest('li')];
    const styles = [
      getComputedStyle(element),
      getComputedStyle(element, '::after'),
      ...around.filter((box) => box !== null && box !== undefined).map((box) => getComputedStyle(box)),
    ];
    return {
      tag: element.tagName.toLowerCase(),
      name: (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll('\u00a0', ' ').trim(),
      isSeen: styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      ),
    };
  });

/** The focus comes to what has this name. */
async function expectFocus(page: Page, name: string | RegExp): Promise<void> {
  await expect
    .poll(async () => (await focused(page)).name, { timeout: 20_000 })
    .toMatch(typeof name === 'string' ? new RegExp(`^${name}$`) : name);
}

/** Walks on by Tab alone; every stop on the way shows where one is. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let stop = 0; stop < 80; stop++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now.tag === 'body') continue;
    expect(now.isSeen, `the focus on « ${now.name} » is seen`).toBe(true);
    if (typeof name === 'string' ? now.name === name : name.test(now.name)) return;
  }
  throw new Error(`« ${name} » is not reached by Tab on ${page.url()}`);
}

async function opens(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === path);
  await page.locator('main h1:focus').waitFor();
  // Otherwise Tab would skip content that arrives later.
  await settled(page);
}

test('a visitor opens every page from the header and the footer with Tab and Enter', async () => {
  const { page, errors } = await person('desk');
  const links = [
    ['Rechercher des colis', '/find-parcels'],
    ['Envoyer ou recevoir un colis', '/send-parcel'],
    ['Transporter un colis', '/transport-parcel'],
    ['À propos', '/about'],
    ['Connexion', '/login'],
    ['Mot de passe oublié ?', '/forgot-password'],
    ['Inscription', '/register'],
    ['Qui sommes-nous', '/about'],
    ['Comment ça marche', '/how-it-works'],
    ['Questions fréquentes', '/faq'],
    ['Contact', '/contact'],
    ['Mentions légales', '/legal-notice'],
    ['Conditions générales', '/terms'],
    ['Politique de confidentialité', '/privacy'],
    ['Cookies', '/cookies'],
    ['Accessibilité', '/accessibility'],
    ['Envoyage, accueil', '/'],
  ] as const;
  await visit(page, '/');
  await page.getByRole('link', { name: 'Connexion' }).waitFor();
  await page.keyboard.press('Tab');
  await expectFocus(page, 'Aller au contenu');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  // `npm run prove -- screens` follows all of them, each other run every third.
  for (const [name, path] of links.filter((_, index) => isWhole || index % 3 === 0)) {
    await tabTo(page, name);
    await opens(page, path);
  }
  await expectQuietLeave({ page, errors });
});

test('menus and dialogs open, move and close by keyboard, give the focus back, and hold a second press', async () => {
  const member = await joined(site, 'Clavier', await administrator(site));
  const { page, errors } = await person('desk');
  await giveSession(page, member.email, password);
  await visit(page, '/');
  await button(page, /^Mon compte/).waitFor();

  await tabTo(page, /^Mon compte/);
  await page.keyboard.press('Enter');
  await expectFocus(page, 'Mon profil');
  await page.keyboard.press('End');
  await expectFocus(page, 'Déconnexion');
  await page.keyboard.press('Escape');
  await expectFocus(page, /^Mon compte/);
  await page.keyboard.press('ArrowDown');
  await opens(page, '/profile');

  await tabTo(page, 'Profil');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tab', { name: 'Paramètres', selected: true }).waitFor();
  await tabTo(page, 'Se déconnecter de tous les appareils');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await expectFocus(page, 'Annuler');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await expectFocus(page, 'Se déconnecter de tous les appareils');
  await button(page, 'Se déconnecter de tous les appareils').dblclick();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 375, height: 667 });
  await visit(page, '/cookies');
  await button(page, 'Ouvrir le menu').waitFor();
  await tabTo(page, 'Ouvrir le menu');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expectFocus(page, 'Ouvrir le menu');
  await page.keyboard.press('Enter');
  await menu.waitFor();
  await tabTo(page, 'Profil');
  await opens(page, '/profile');
  await expectQuietLeave({ page, errors });
});
