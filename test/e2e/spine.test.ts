import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, fillSignIn, signIn, signInToPanel, visit } from '../support/browser.ts';
import {
  box,
  button,
  chooseCity,
  expectQuietLeave,
  openBrowser,
  picture,
  typedInDays,
  walkToDocuments,
} from '../support/e2e.ts';
import { administrator, joined, mailTo, openTestSite, password, seededPeople, until } from '../support/journey.ts';

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

const noNotice = async (page: Page) => expect(await page.locator('.toast').count()).toBe(0);

async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/register');
  await button(page, 'Continuer').click();
  await page.getByText('Le nom est requis').first().waitFor();
  await walkToDocuments(page, email);
  await page.locator('input[type=file]').first().setInputFiles(picture('carte.jpg'));
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

/** The card with this text in a queue, whose newest cards are on the last page. */
async function cardInQueue(page: Page, text: string) {
  const card = page.getByRole('listitem').filter({ hasText: text });
  const more = button(page, 'Afficher plus');
  await until(`« ${text} » is in the queue`, async () => {
    if ((await card.count()) > 0) return true;
    if ((await more.count()) > 0) await more.click();
    return undefined;
  });
  return card;
}

async function approveProfile(page: Page, email: string): Promise<void> {
  await page.goto('/admin?tab=profiles&status=pending');
  const card = await cardInQueue(page, email);
  await card.getByRole('button', { name: /^Voir les documents/ }).click();
  await page.getByRole('dialog').getByRole('img').first().waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le profil a été approuvé avec succès.').first().waitFor();
}

/** Fills in the form up to the summary. */
async function fillParcel(page: Page, title: string): Promise<void> {
  await visit(page, '/send-parcel');
  await button(page, 'Continuer').click();
  await page.getByText('Champs obligatoires manquants').waitFor();
  await page.getByText('Le titre du colis est requis').first().waitFor();
  await noNotice(page);
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
}

async function approveParcel(page: Page, title: string): Promise<void> {
  await page.goto('/admin?tab=parcels&status=pending');
  const card = await cardInQueue(page, title);
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le colis a été approuvé avec succès.').first().waitFor();
}

async function find(page: Page, title: string): Promise<void> {
  await visit(page, '/find-parcels');
  await button(page, new RegExp(title))
    .or(page.getByRole('link', { name: new RegExp(title) }))
    .first()
    .click();
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.getByRole('dialog').getByText('Proposer de livrer').waitFor();
}

/** On a phone only one act of a parcel is visible; its title opens the others. */
async function showParcel(page: Page): Promise<void> {
  const parcel = page.getByRole('region', { name: 'Colis concerné' });
  await parcel.waitFor();
  const title = parcel.getByRole('heading').getByRole('button');
  if ((await title.count()) > 0) await title.click();
}

async function write(page: Page, words: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith('/messages/'));
  await box(page, 'Votre message').fill(words);
  await button(page, /Envoyer le message/).click();
  await page.getByRole('log').getByText(words).waitFor();
}

/** Presses this and confirms the question. */
async function agree(page: Page, act: string): Promise<void> {
  await button(page, act).click();
  await page.getByRole('alertdialog').getByRole('button', { name: act }).click();
}

/** Takes a step of the delivery with a photo from the device. */
async function prove(page: Page, act: string): Promise<void> {
  await button(page, act).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(page, 'Supprimer la photo 1').waitFor();
  await button(page, act).click();
  await button(page, act).waitFor({ state: 'detached' });
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
  await signInToPanel(admin.page, account.email, account.password);
  await admin.page.waitForURL((url) => url.pathname === '/admin');
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
  await signIn(carrier.page, traveller.email, password);
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
  await expectNotice(carrier.page, 'Livraison acceptée');

  for (const { page } of [sender, carrier]) await showParcel(page);
  await sender.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await carrier.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await sender.page.getByText('Transporteur choisi, remise prévue.').waitFor();
  await button(carrier.page, 'Valider le ramassage').click();
  await carrier.page.getByText('Veuillez prendre une photo avant de valider').first().waitFor();
  // The missing photo opens the camera by itself, each time, a moment after the sentence.
  await carrier.page.getByRole('dialog').waitFor();
  await carrier.page.keyboard.press('Escape');
  await expectNotice(carrier.page, 'Photo requise');
  await button(carrier.page, 'Valider le ramassage').click();
  await button(carrier.page, 'Ouvrir la caméra').click();
  await button(carrier.page, 'Prendre la photo').click();
  await button(carrier.page, 'Utiliser cette photo').click();
  await button(carrier.page, 'Supprimer la photo 1').waitFor();
  await noNotice(carrier.page);
  await button(carrier.page, 'Valider le ramassage').click();
  await expectNotice(carrier.page, 'Action validée');
  await sender.page
    .getByRole('list', { name: 'Étapes de la livraison' })
    .getByText(/par Karim Voyage/)
    .first()
    .waitFor();
  await expectAccessible(sender.page, '/delivery of the sender');
  await agree(carrier.page, 'En route pour la remise');
  await expectNotice(carrier.page, 'Statut mis à jour');
  await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await expectAccessible(carrier.page, '/delivery of the carrier');
  await button(carrier.page, 'Valider la livraison').click();
  await expectNotice(carrier.page, 'Action validée');
  await sender.page.getByText('Livré').first().waitFor();

  await button(carrier.page, 'Ouvrir le menu').click();
  await button(carrier.page, 'Déconnexion').click();
  await expectNotice(carrier.page, 'Déconnexion réussie');
  await expectQuietLeave(sender, admin, carrier);
});

test('on wide screens: from the wait for approval to delivered, in the browsers of three people', async () => {
  const title = `Cadeaux ${randomUUID().slice(0, 4)}`;
  const api = await administrator(site);
  const [amel, karim] = await Promise.all([joined(site, 'Amel'), joined(site, 'Karim', api)]);
  const { admin: account } = await seededPeople(site);
  const [sender, admin, carrier] = [await person('desk'), await person('desk'), await person('desk')];

  await signInToPanel(admin.page, account.email, account.password);
  await admin.page.waitForURL((url) => url.pathname === '/admin');
  await approveProfile(admin.page, amel.email);
  await signIn(sender.page, amel.email, password);
  await fillParcel(sender.page, title);
  await button(sender.page, 'Publier mon colis').click();
  await sender.page.getByText('Votre colis a été publié !').first().waitFor();
  await sender.page.waitForURL((url) => url.pathname === '/find-parcels');
  await approveParcel(admin.page, title);

  await signIn(carrier.page, karim.email, password);
  await find(carrier.page, title);
  await carrier.page.getByRole('dialog').getByText('Proposer de livrer').click();
  await write(carrier.page, 'Bonjour, je pars dimanche pour Alger.');
  await sender.page.goto('/messaging');
  await sender.page.getByText('Bonjour, je pars dimanche pour Alger.').first().waitFor();
  await sender.page.getByText(title).first().click();
  await write(sender.page, 'Merci, à dimanche !');
  await carrier.page.getByRole('log').getByText('Merci, à dimanche !').waitFor();

  await agree(sender.page, 'Choisir comme transporteur');
  await carrier.page.getByText('Transporteur choisi').first().waitFor();
  await agree(carrier.page, 'Accepter de livrer ce colis');
  await carrier.page.getByText('Livraison acceptée').first().waitFor();

  for (const { page } of [sender, carrier]) await showParcel(page);
  await sender.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await carrier.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await prove(carrier.page, 'Valider le ramassage');
  await agree(carrier.page, 'En route pour la remise');
  await prove(carrier.page, 'Valider la livraison');
  await sender.page.getByText('Livré').first().waitFor();
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
