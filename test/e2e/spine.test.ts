import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fillSignIn, signIn, visit } from '../support/browser.ts';
import { box, button, chooseCity, expectQuietLeave, openBrowser, picture, typedInDays } from '../support/e2e.ts';
import { administrator, joined, mailTo, openTestSite, password, seededPeople } from '../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/register');
  await button(page, "S'inscrire").click();
  await page.getByText('Le nom est requis').first().waitFor();
  await expectAccessible(page, '/register with errors');
  await box(page, /^Nom/).fill('Benali');
  await box(page, /^Prénom/).fill('Amel');
  await box(page, /^Téléphone/).fill('612345678');
  await box(page, /^Email/).fill(email);
  await box(page, /^Mot de passe/).fill(password);
  await box(page, /^Confirmer le mot de passe/).fill(password);
  await page.locator('input[type=file]').first().setInputFiles(picture('carte.jpg'));
  await button(page, 'Prendre une photo').click();
  await button(page, 'Ouvrir la caméra').click();
  await button(page, 'Prendre la photo').click();
  await expectAccessible(page, 'the camera');
  await button(page, 'Utiliser cette photo').click();
  await page.getByRole('checkbox', { name: /J'accepte les/ }).check();
  await button(page, "S'inscrire").click();
  await page.getByRole('heading', { name: `Email envoyé à ${email}` }).waitFor();
  await expectAccessible(page, '/confirm-email-success after sign-up');
}

async function confirmByMail(page: Page, email: string): Promise<void> {
  const { text } = await mailTo(site, email, /confirm-email-success/);
  await page.goto(/https?:\S+confirm-email-success\S+/.exec(text)?.[0] ?? '');
  await page.getByRole('heading', { name: 'Email confirmé !' }).waitFor();
  expect(page.url()).not.toContain('token');
}

async function approveProfile(page: Page, email: string): Promise<void> {
  await page.goto('/admin?tab=profiles&status=pending');
  const card = page.getByRole('listitem').filter({ hasText: email });
  await card.waitFor();
  await expectAccessible(page, '/admin profiles');
  await card.getByRole('button', { name: /pièce d'identité/ }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le profil a été approuvé avec succès.').first().waitFor();
}

async function publishParcel(page: Page, title: string): Promise<void> {
  await visit(page, '/send-parcel');
  await button(page, 'Continuer').click();
  await page.getByText('Le titre du colis est requis').first().waitFor();
  await expectAccessible(page, '/send-parcel with errors');
  await box(page, /^Titre du colis/).fill(title);
  await box(page, /^Description/).fill('Un dossier dans une enveloppe.');
  await chooseCity(page, /^Ville de départ/, 'Paris');
  await chooseCity(page, /^Ville d'arrivée/, 'alger');
  await box(page, /^Poids/).fill('1,5');
  await page.getByRole('radio', { name: /^Petit/ }).check();
  await box(page, /^Date limite/).fill(typedInDays(20));
  await page.locator('input[type=file]').first().setInputFiles(picture('colis.jpg'));
  await page.getByRole('checkbox', { name: /Je déclare le contenu exact/ }).check();
  await button(page, 'Continuer').click();
  await button(page, 'Publier mon colis').waitFor();
  await expectAccessible(page, '/send-parcel summary');
  await button(page, 'Publier mon colis').click();
  await page.getByText('Votre colis a été publié !').first().waitFor();
  await page.waitForURL((url) => url.pathname === '/find-parcels');
}

async function approveParcel(page: Page, title: string): Promise<void> {
  await page.goto('/admin?tab=parcels&status=pending');
  const card = page.getByRole('listitem').filter({ hasText: title });
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le colis a été approuvé avec succès.').first().waitFor();
}

async function findAndWrite(page: Page, title: string, words: string): Promise<void> {
  await visit(page, '/find-parcels');
  await button(page, new RegExp(title))
    .or(page.getByRole('link', { name: new RegExp(title) }))
    .first()
    .click();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.getByRole('dialog').getByText('Proposer de livrer').waitFor();
  await expectAccessible(page, 'the parcel dialog');
  await page.getByRole('dialog').getByText('Proposer de livrer').click();
  await page.waitForURL((url) => url.pathname.startsWith('/messages/'));
  await write(page, words);
}

async function write(page: Page, words: string): Promise<void> {
  await box(page, 'Votre message').fill(words);
  await button(page, /Envoyer le message/).click();
  await page.getByRole('log').getByText(words).waitFor();
}

test.each(['phone', 'desk'] as const)(
  'on a %s: from sign-up to delivered, in the browsers of three people',
  async (width) => {
    const email = `amel.${randomUUID().slice(0, 8)}@example.org`;
    const title = `Dossier de mariage ${randomUUID().slice(0, 4)}`;
    const [sender, admin, carrier] = [await person(width), await person(width), await person(width)];
    const { admin: account } = await seededPeople(site);
    const traveller = await joined(site, 'Karim', await administrator(site));

    await register(sender.page, email);
    await confirmByMail(sender.page, email);
    await signIn(sender.page, email, password);
    await signIn(admin.page, account.email, account.password);
    await admin.page.waitForURL((url) => url.pathname === '/admin');
    await expectAccessible(admin.page, '/admin');
    await approveProfile(admin.page, email);

    await publishParcel(sender.page, title);
    await approveParcel(admin.page, title);
    await signIn(carrier.page, traveller.email, password);
    await carrier.page.getByRole('heading', { level: 1 }).waitFor();
    await findAndWrite(carrier.page, title, 'Bonjour, je pars samedi pour Alger.');

    // The sender sees the message without asking, and answers.
    await sender.page.goto('/messaging');
    await sender.page.getByText('Bonjour, je pars samedi pour Alger.').first().waitFor();
    await expectAccessible(sender.page, '/messaging');
    await sender.page.getByText(title).first().click();
    await sender.page.waitForURL((url) => url.pathname.startsWith('/messages/'));
    await write(sender.page, 'Merci, à samedi !');
    await carrier.page.getByRole('log').getByText('Merci, à samedi !').waitFor();
    await expectAccessible(carrier.page, '/messages');

    await button(sender.page, 'Choisir comme transporteur').click();
    await expectAccessible(sender.page, 'the question before choosing');
    await sender.page.getByRole('alertdialog').getByRole('button', { name: 'Choisir comme transporteur' }).click();
    await sender.page.getByText('Transporteur choisi').first().waitFor();
    // The choice reaches the carrier's open page by itself: they accept what they see.
    await carrier.page.getByText('Transporteur choisi').first().waitFor();
    await button(carrier.page, 'Accepter de livrer ce colis').click();
    await carrier.page.getByRole('alertdialog').getByRole('button', { name: 'Accepter de livrer ce colis' }).click();
    await carrier.page.getByText('Livraison acceptée').first().waitFor();

    await sender.page.getByRole('link', { name: 'Suivre la livraison' }).click();
    await carrier.page.getByRole('link', { name: 'Suivre la livraison' }).click();
    await sender.page.getByText('Transporteur choisi, remise prévue.').waitFor();
    await button(carrier.page, 'Valider le ramassage').click();
    await carrier.page.getByText('Veuillez prendre une photo avant de valider').first().waitFor();
    // The missing photo opens the camera by itself.
    await button(carrier.page, 'Ouvrir la caméra').click();
    await button(carrier.page, 'Prendre la photo').click();
    await button(carrier.page, 'Utiliser cette photo').click();
    await button(carrier.page, 'Valider le ramassage').click();
    await button(carrier.page, 'En route pour la remise').waitFor();
    await sender.page
      .getByRole('list', { name: 'Étapes de la livraison' })
      .getByText(/par Karim Voyage/)
      .first()
      .waitFor();
    await expectAccessible(sender.page, '/delivery of the sender');
    await button(carrier.page, 'En route pour la remise').click();
    await button(carrier.page, 'Valider la livraison').waitFor();
    await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
    await expectAccessible(carrier.page, '/delivery of the carrier');
    await button(carrier.page, 'Valider la livraison').click();
    await sender.page.getByText('Livré').first().waitFor();
    await carrier.page.getByText('Action validée').first().waitFor();

    await expectQuietLeave(sender, admin, carrier);
  },
);

test('a visitor is sent to sign in and comes back to where they were going', async () => {
  const { page } = await person('phone');
  await page.goto('/my-parcels?x=1');
  await page.waitForURL((url) => url.pathname === '/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/my-parcels?x=1');
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/login');
  const member = await joined(site, 'Retour', await administrator(site));
  await visit(page, '/login?redirect=%2Fmy-parcels%3Fx%3D1');
  await box(page, 'Email').fill(member.email);
  await box(page, 'Mot de passe').fill('faux-mot');
  await button(page, 'Se connecter').click();
  await page.getByText('Email ou mot de passe incorrect').first().waitFor();
  await fillSignIn(page, member.email, password);
  await page.waitForURL((url) => url.pathname === '/my-parcels');
  expect(page.url()).toContain('x=1');
  await page.goto('/admin');
  await page.waitForURL((url) => url.pathname === '/');
  await page.context().close();
});
