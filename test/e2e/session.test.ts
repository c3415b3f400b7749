import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, settled, signIn, visit } from '../support/browser.ts';
import { expectQuietLeave, expectValue, openBrowser } from '../support/e2e.ts';
import { administrator, aParcelToPublish, joined, openTestSite, password } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

const question = (page: Page) => page.getByRole('dialog', { name: 'Reconnectez-vous pour continuer' });

/** The parcel of `aParcelToPublish` as the form of `/send-parcel` keeps it. */
const draft = (parcel: ReturnType<typeof aParcelToPublish>) => ({
  ...parcel,
  contents: parcel.contents.map(({ category, count }) => ({ category, count: String(count), what: '' })),
  price: '',
  currency: 'EUR',
  contentDeclared: true,
  isFragile: false,
  hasElectronics: false,
});

test('a session that is ended elsewhere is taken up again in the middle of a form', async () => {
  const member = await joined(site, 'Session', await administrator(site));
  const { page, errors } = await person('phone');
  await signIn(page, member.email, password, { remember: true });
  await page.evaluate(
    (kept) => {
      sessionStorage.setItem('envoyage.tab@', 'tab');
      localStorage.setItem('envoyage.draft.parcel@tab', kept);
    },
    JSON.stringify(draft(aParcelToPublish('Livres de Session'))),
  );
  await page.goto('/send-parcel?step=2');
  await page.getByRole('checkbox', { name: 'Contenu fragile' }).check();

  await member.caller.ok('signOutEverywhere');
  // The end reaches the open page by itself; closed, the question comes back with the next act.
  await question(page).waitFor();
  await expectAccessible(page, 'the question for the password');
  await page.keyboard.press('Escape');
  await question(page).waitFor({ state: 'detached' });
  await button(page, 'Publier mon colis').click();
  await expectValue(box(question(page), 'Email'), member.email);
  await box(question(page), 'Mot de passe').fill(password);
  await page.keyboard.press('Enter');

  await page.getByText('Votre colis a été publié !').first().waitFor();
  await question(page).waitFor({ state: 'detached' });
  const again = await site.member(member.email, password);
  const { items } = await again.ok('myParcels', { query: {} });
  expect(items.map(({ title, isFragile }) => ({ title, isFragile }))).toEqual([
    { title: 'Livres de Session', isFragile: true },
  ]);
  await expectQuietLeave({ page, errors });
});

test('who signs out or in does so in every tab, and nothing of one member waits for the next', async () => {
  const admin = await administrator(site);
  const [first, second] = await Promise.all([joined(site, 'Premier', admin), joined(site, 'Second', admin)]);
  const { page, errors } = await person('desk');
  await signIn(page, first.email, password, { remember: true });
  const other = await page.context().newPage();
  await visit(other, '/send-parcel');
  await box(other, /^Titre du colis/).fill('Secret de Premier');
  await other.getByText('Brouillon enregistré').waitFor();

  await button(page, /^Mon compte/).click();
  await page.getByRole('menuitem', { name: 'Déconnexion' }).click();
  // The other tab has a draft.
  await button(page.getByRole('alertdialog', { name: 'Se déconnecter ?' }), 'Se déconnecter').click();
  await other.getByRole('link', { name: 'Connexion' }).first().waitFor();
  await expectValue(box(other, /^Titre du colis/), '');

  await signIn(page, second.email, password, { remember: true });
  await other.getByRole('button', { name: /^Mon compte, SV/ }).waitFor();
  await visit(other, '/send-parcel');
  await settled(other);
  expect(await box(other, /^Titre du colis/).inputValue()).toBe('');
  await expectQuietLeave({ page, errors });
});
