import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { visit } from '../support/browser.ts';
import { chooseCity, picture, typedInDays } from '../support/e2e.ts';
import { until } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';

/* The acts of members and administrators on the way of a parcel, each on the open page. */

export const noNotice = async (page: Page) => expect(await page.locator('.toast').count()).toBe(0);

/** The card with this text in a queue, whose newest cards are on the last page. */
export async function cardInQueue(page: Page, text: string) {
  const card = page.getByRole('listitem').filter({ hasText: text });
  const more = button(page, 'Afficher plus');
  await until(`« ${text} » is in the queue`, async () => {
    if ((await card.count()) > 0) return true;
    if ((await more.count()) > 0) await more.click();
    return undefined;
  });
  return card;
}

export async function approveProfile(page: Page, email: string): Promise<void> {
  await page.goto('/admin?tab=profiles&status=pending');
  const card = await cardInQueue(page, email);
  await card.getByRole('button', { name: /^Voir les documents/ }).click();
  await page.getByRole('dialog').getByRole('img').first().waitFor();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le profil a été approuvé avec succès.').first().waitFor();
}

/** Fills in the form up to the summary. */
export async function fillParcel(page: Page, title: string): Promise<void> {
  await visit(page, '/send-parcel');
  await button(page, 'Continuer').click();
  await page.getByText('Champs obligatoires manquants').waitFor();
  await page.getByText('Le titre du colis est requis').first().waitFor();
  await noNotice(page);
  await box(page, /^Titre du colis/).fill(title);
  await box(page, /^Description/).fill('Un dossier dans une enveloppe.');
  await chooseCity(page, /^Ville de départ/, 'Paris');
  await chooseCity(page, /^Ville d'arrivée/, 'alger');
  await button(page, 'Papiers et livres').click();
  await box(page, /^Poids/).fill('1,5');
  await page.getByRole('radio', { name: /^Petit/ }).check();
  await box(page, /^Date limite/).fill(typedInDays(20));
  await page.locator('input[type=file]').first().setInputFiles(picture('colis.jpg'));
  await page.getByRole('checkbox', { name: /Je déclare le contenu exact/ }).check();
  await button(page, 'Continuer').click();
  await button(page, 'Publier mon colis').waitFor();
}

export async function approveParcel(page: Page, title: string): Promise<void> {
  await page.goto('/admin?tab=parcels&status=pending');
  const card = await cardInQueue(page, title);
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await page.getByText('Le colis a été approuvé avec succès.').first().waitFor();
}

/**
 * Opens a listing of the search. A listing that is newer than the document, or than the page, is announced first;
 * so may be one of another test.
 */
export async function openListed(page: Page, title: string): Promise<void> {
  const shown = page.getByRole('link', { name: new RegExp(title) }).first();
  const told = button(page, /nouveaux? colis/);
  await until('the listing is shown', async () => {
    // The announcement is gone when the list already shows the listing.
    if (await told.isVisible()) await told.click({ timeout: 2_000 }).catch(() => undefined);
    return shown.isVisible();
  });
  await shown.click();
}

export async function find(page: Page, title: string): Promise<void> {
  await visit(page, '/find-parcels');
  await openListed(page, title);
  await page.getByRole('dialog', { name: title }).waitFor();
  await page.getByRole('dialog').getByText('Proposer de livrer').waitFor();
}

/** On a phone only one act of a parcel is visible; its title opens the others. */
export async function showParcel(page: Page): Promise<void> {
  const parcel = page.getByRole('region', { name: 'Colis concerné' });
  await parcel.waitFor();
  const title = parcel.getByRole('heading').getByRole('button');
  if ((await title.count()) > 0) await title.click();
}

export async function write(page: Page, words: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.startsWith('/messages/'));
  await box(page, 'Votre message').fill(words);
  await button(page, /Envoyer le message/).click();
  await page.getByRole('log').getByText(words).waitFor();
}

/** Presses this and confirms the question. */
export async function agree(page: Page, act: string): Promise<void> {
  await button(page, act).click();
  await page.getByRole('alertdialog').getByRole('button', { name: act }).click();
}

/** The digits that the owner reads on the page of a delivery. */
export const deliveryCode = (page: Page) => page.locator('.delivery-code');

/** The owner asks for a code, and confirms it where the page asks. Returns its digits. */
export async function askForCode(page: Page): Promise<string> {
  await button(page, 'Demander un code à la livraison').click();
  const question = page.getByRole('alertdialog');
  await deliveryCode(page).or(question).first().waitFor();
  if (await question.isVisible()) await button(question, 'Demander un code à la livraison').click();
  await deliveryCode(page).waitFor();
  return ((await deliveryCode(page).textContent()) ?? '').replace(/\D/g, '');
}

/** The carrier has opened the parcel. */
export const seeContents = (page: Page) => page.getByRole('checkbox', { name: /^J'ai vu le contenu/ }).check();

/** Takes a step of the delivery with a photo from the device. */
export async function prove(page: Page, act: string): Promise<void> {
  await button(page, act).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(page, 'Supprimer la photo 1').waitFor();
  await button(page, act).click();
  await button(page, act).waitFor({ state: 'detached' });
}
