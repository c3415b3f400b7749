import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fillSignIn, giveSession, openPanel, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../support/e2e.ts';
import { aGif } from '../support/images.ts';
import { administrator, joined, mailTo, openTestSite, password, seededPeople } from '../support/journey.ts';
import { box, button, walkToDocuments } from '../support/pages/controls.ts';
import {
  agree,
  approveParcel,
  approveProfile,
  askForCode,
  fillParcel,
  find,
  noNotice,
  seeContents,
  showParcel,
  write,
} from './steps.ts';

const site = openTestSite();
const person = openBrowser();

/** The controls that can be seen and that a notice lies on. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('.toast')].map((toast) => toast.getBoundingClientRect());
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => !element.closest('.toaster') && element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isSeen = width > 1 && height > 1 && bottom > 0 && top < innerHeight;
        return isSeen && notices.some((it) => left < it.right && right > it.left && top < it.bottom && bottom > it.top);
      })
      .map((element) => element.ariaLabel ?? element.textContent ?? element.id);
  });

/** A notice of this title is the only one and covers no control, also after its page has loaded. */
async function expectNotice(page: Page, title: string): Promise<void> {
  const notice = page.locator('.toast').filter({ hasText: title });
  await notice.waitFor();
  // A notice moves with the next frame, which a busy machine may owe for more than a second.
  await expect.poll(() => covered(page), { message: title, timeout: 4_000 }).toEqual([]);
  expect(await page.locator('.toast').count(), title).toBe(1);
}

async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/register');
  await button(page, 'Continuer').click();
  await page.getByText('Le nom est requis').first().waitFor();
  await walkToDocuments(page, email);
  const document = page.locator('input[type=file]').first();
  await document.setInputFiles({ name: 'carte.gif', mimeType: 'image/gif', buffer: Buffer.from(aGif()) });
  await page.getByText('Format non supporté : choisissez un fichier JPG, PNG ou PDF.').first().waitFor();
  await document.setInputFiles(picture('carte.jpg'));
  await button(page, 'Prendre une photo').click();
  await button(page, 'Ouvrir la caméra').click();
  await button(page, 'Prendre la photo').click();
  await expectAccessible(page, 'a photo of the camera');
  await button(page, 'Utiliser cette photo').click();
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

async function signInAtSecondTry(page: Page, email: string): Promise<void> {
  await visit(page, '/login');
  await box(page, 'Email').fill(email);
  await box(page, 'Mot de passe').fill('faux-mot');
  await button(page, 'Se connecter').click();
  await page.getByText('Erreur de connexion').waitFor();
  await noNotice(page);
  await fillSignIn(page, email, password);
  await expectNotice(page, 'Connexion réussie');
}

test('on phones: from sign-up to delivered for three people, with one notice at a time over no control', async () => {
  const email = `amel.${randomUUID().slice(0, 8)}@example.org`;
  const title = `Dossier de mariage ${randomUUID().slice(0, 4)}`;
  const [sender, admin, carrier] = [await person('phone'), await person('phone'), await person('phone')];
  const { admin: account } = await seededPeople(site);
  const traveller = await joined(site, 'Karim', await administrator(site));

  await register(sender.page, email);
  await confirmByMail(sender.page, email);
  await signInAtSecondTry(sender.page, email);
  await openPanel(admin.page, account.email, account.password);
  await approveProfile(admin.page, email);

  await fillParcel(sender.page, title);
  await expectAccessible(sender.page, '/send-parcel summary');
  await button(sender.page, 'Publier mon colis').click();
  await expectNotice(sender.page, 'Votre colis a été publié !');
  await sender.page.waitForURL((url) => url.pathname === '/find-parcels');
  await expectNotice(sender.page, 'Votre colis a été publié !');
  await approveParcel(admin.page, title);
  await expectNotice(admin.page, 'Colis approuvé');

  // The sender sees the message without asking, and answers.
  await giveSession(carrier.page, traveller.email, password);
  await find(carrier.page, title);
  await expectAccessible(carrier.page, 'the parcel dialog');
  await carrier.page.getByRole('dialog').getByText('Proposer de livrer').click();
  // A message that is written before the page listens is counted there, but not announced.
  const listening = sender.page.waitForEvent('websocket');
  await visit(sender.page, '/my-parcels');
  await listening;
  await write(carrier.page, 'Bonjour, je pars samedi pour Alger.');
  await expectNotice(sender.page, 'Nouveau message');
  await sender.page.getByRole('link', { name: 'Lire le message' }).click();
  await write(sender.page, 'Merci, à samedi !');
  await carrier.page.getByRole('log').getByText('Merci, à samedi !').waitFor();
  await expectAccessible(carrier.page, '/messages');

  await button(sender.page, 'Choisir comme transporteur').click();
  const question = sender.page.getByRole('alertdialog');
  await question.waitFor();
  await expectAccessible(sender.page, 'the question before choosing');
  await question.getByRole('button', { name: 'Choisir comme transporteur' }).click();
  await expectNotice(sender.page, 'Transporteur choisi');
  // The choice appears on the carrier's open page by itself, and they accept it there.
  await carrier.page.getByText('Transporteur choisi').first().waitFor();
  await agree(carrier.page, 'Accepter de livrer ce colis');
  await expectNotice(carrier.page, 'Accord conclu');

  for (const { page } of [sender, carrier]) await showParcel(page);
  await sender.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await carrier.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await sender.page.getByText(/^Donnez le colis à/).waitFor();
  await button(carrier.page, "J'ai récupéré le colis").click();
  await carrier.page.getByText("Confirmez d'abord le contenu.").waitFor();
  await expectAccessible(carrier.page, 'the contents to confirm');
  await seeContents(carrier.page);
  await button(carrier.page, "J'ai récupéré le colis").click();
  await carrier.page.getByText('Veuillez prendre une photo avant de valider').first().waitFor();
  // The missing photo opens the camera by itself, each time, a moment after the sentence.
  await carrier.page.getByRole('dialog').waitFor();
  await carrier.page.keyboard.press('Escape');
  await expectNotice(carrier.page, 'Photo requise');
  await button(carrier.page, "J'ai récupéré le colis").click();
  await button(carrier.page, 'Ouvrir la caméra').click();
  await button(carrier.page, 'Prendre la photo').click();
  await button(carrier.page, 'Utiliser cette photo').click();
  await button(carrier.page, 'Supprimer la photo 1').waitFor();
  await noNotice(carrier.page);
  await button(carrier.page, "J'ai récupéré le colis").click();
  await expectNotice(carrier.page, 'Action validée');
  await sender.page
    .getByRole('list', { name: 'Étapes de la livraison' })
    .getByText(/par Karim Voyage/)
    .first()
    .waitFor();
  await expectAccessible(sender.page, '/delivery of the sender');
  const code = await askForCode(sender.page);
  await carrier.page.getByText('Un code vous sera demandé à la livraison').waitFor();
  await agree(carrier.page, 'Je pars livrer');
  await expectNotice(carrier.page, 'Statut mis à jour');
  await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await box(carrier.page, /^Code de livraison/).fill(code);
  await expectAccessible(carrier.page, '/delivery of the carrier');
  await button(carrier.page, "J'ai livré le colis").click();
  await expectNotice(carrier.page, 'Action validée');
  await sender.page.getByText('Livré').first().waitFor();

  await button(carrier.page, 'Ouvrir le menu').click();
  await button(carrier.page, 'Déconnexion').click();
  await expectNotice(carrier.page, 'Déconnexion réussie');
  await expectQuietLeave(sender, admin, carrier);
});

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
