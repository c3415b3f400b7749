import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible, fillSignIn, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../support/e2e.ts';
import { type Mail, openTestSite, password, until } from '../support/journey.ts';
import { box, button, walkToDocuments } from '../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

const anAddress = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;

/** A stranger's acts with an address that is not theirs. */
const takenByAStranger = (email: string) =>
  site.visitor.ok('signUp', {
    body: {
      firstName: 'Intrus',
      lastName: 'Inconnu',
      email,
      phone: '+33612345679',
      password: 'Intrus-secret-7',
      acceptedTerms: true,
    },
  });

async function register(page: Page, email: string): Promise<void> {
  await visit(page, '/register');
  await walkToDocuments(page, email);
  await chooseDocuments(page);
  await button(page, "S'inscrire").click();
  await heading(page, `Email envoyé à ${email}`);
}

async function chooseDocuments(page: Page): Promise<void> {
  const files = page.locator('input[type=file]');
  await files.first().setInputFiles(picture('carte.jpg'));
  await files.nth(1).setInputFiles(picture('visage.jpg'));
  // Photos are prepared before they are chosen.
  for (const name of ['carte.jpg', 'visage.jpg']) await page.getByText(name).waitFor();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

/** The links that the mailbox got, oldest first, once there are so many. */
const linksTo = (email: string, count: number) =>
  until(`${count} mails to ${email}`, async () => {
    const mails = (await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as Mail[];
    const links = mails.flatMap(({ text }) => /https?:\S+confirm-email-success\S+/.exec(text)?.[0] ?? []);
    return links.length >= count && links.toReversed();
  });

/** Signs up by the link, replacing the earlier sign-up with the address, and signs in. */
async function signUpByLink(page: Page, email: string): Promise<void> {
  await box(page, /^Nom/).fill('Benali');
  await box(page, /^Prénom/).fill('Amel');
  await box(page, /^Téléphone/).fill('612345678');
  await box(page, /^Nouveau mot de passe/).fill(password);
  await box(page, /^Confirmer le mot de passe/).fill(password);
  await page.getByRole('checkbox', { name: /j'accepte les/ }).check();
  await button(page, "S'inscrire").click();
  await heading(page, 'Email confirmé !');
  await page.getByText("Connectez-vous pour envoyer votre pièce d'identité et votre photo.").waitFor();
  await signInFromHere(page, email);
  await page.getByText(/Il manque votre pièce d'identité/).waitFor();
}

async function signInFromHere(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await fillSignIn(page, email, password);
}

test('the link opened on another device asks for the password of the sign-up', async () => {
  const email = anAddress('deux');
  const [phone, desk] = [await person('phone'), await person('desk')];
  await register(phone.page, email);
  const [link = ''] = await linksTo(email, 1);
  const { page } = desk;
  await page.goto(link);
  await heading(page, 'Confirmez votre email');
  await expectAccessible(page, 'the question for the password of the sign-up');
  await box(page, /^Mot de passe choisi/).fill('pas-celui-la-7');
  await button(page, 'Confirmer mon adresse').click();
  await page.getByText("Ce n'est pas le mot de passe choisi à l'inscription").first().waitFor();
  await box(page, /^Mot de passe choisi/).fill(password);
  await button(page, 'Confirmer mon adresse').click();
  await heading(page, 'Email confirmé !');
  await signInFromHere(page, email);

  // On the first device the same link shows the current state.
  await phone.page.goto(link);
  await heading(phone.page, 'Email confirmé !');
  await expectQuietLeave(phone, desk);
});

test('documents left for later are asked for after the first sign-in, on another device too', async () => {
  const email = anAddress('plustard');
  const [phone, desk] = [await person('phone'), await person('desk')];
  await visit(phone.page, '/register');
  await walkToDocuments(phone.page, email);
  await button(phone.page, 'Plus tard').click();
  await phone.page.getByText('Compte créé').waitFor();
  await phone.page.getByText('Connectez-vous pour envoyer vos documents.').waitFor();
  await expectAccessible(phone.page, '/login after a sign-up without documents');

  const { page } = desk;
  const [link = ''] = await linksTo(email, 1);
  await page.goto(link);
  await box(page, /^Mot de passe choisi/).fill(password);
  await button(page, 'Confirmer mon adresse').click();
  await heading(page, 'Email confirmé !');
  await signInFromHere(page, email);
  await page.getByText(/Il manque votre pièce d'identité/).waitFor();
  await page.getByRole('link', { name: 'Envoyer mes documents' }).click();
  await heading(page, 'Compte créé avec succès !');
  await chooseDocuments(page);
  await button(page, 'Envoyer mes documents').click();
  await page.getByText('Vos documents sont en cours de vérification').waitFor();

  // The device of the sign-up learns it as soon as it signs in.
  await fillSignIn(phone.page, email, password);
  await phone.page.getByText('Documents reçus, vérification sous 24 à 48 heures.').waitFor();
  await expectQuietLeave(phone, desk);
});

test('the owner of an address that a stranger has taken gets in by « Mot de passe oublié »', async () => {
  const email = anAddress('oubli');
  await takenByAStranger(email);
  const owner = await person('phone');
  const { page } = owner;
  await visit(page, '/forgot-password');
  await box(page, /^Email/).fill(email);
  await button(page, 'Envoyer le lien').click();
  await heading(page, 'Vérifiez vos emails');
  const links = await linksTo(email, 2);
  await page.goto(links.at(-1) ?? '');
  await heading(page, 'Confirmez votre email');
  await button(page, 'Je ne connais pas ce mot de passe').click();
  await heading(page, 'Faites votre propre inscription');
  await expectAccessible(page, 'the sign-up by a link');
  await signUpByLink(page, email);
  await expectQuietLeave(owner);
});

test('whoever signs up again over a sign-up that nobody confirmed is let in by their own link', async () => {
  const email = anAddress('encore');
  const owner = await person('desk');
  const { page } = owner;
  await takenByAStranger(email);
  await register(page, email);
  const [strangers = '', own = ''] = await linksTo(email, 2);
  await page.goto(strangers);
  await heading(page, 'Reprenez votre inscription');
  await expectAccessible(page, 'the link of a replaced sign-up');
  await page.goto(own);
  await heading(page, 'Email confirmé !');
  await signInFromHere(page, email);
  await page.getByText('Vos documents sont en cours de vérification').waitFor();
  await expectQuietLeave(owner);
});

test('the link of a sign-up that a stranger has replaced signs its owner up', async () => {
  const email = anAddress('remplace');
  const owner = await person('phone');
  const { page } = owner;
  await register(page, email);
  const [link = ''] = await linksTo(email, 1);
  await takenByAStranger(email);
  await page.goto(link);
  await heading(page, 'Reprenez votre inscription');
  await signUpByLink(page, email);
  await expectQuietLeave(owner);
});
