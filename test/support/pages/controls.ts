import type { Locator, Page } from 'playwright-core';
import { password } from '../journey.ts';

type Within = Page | Locator;
export const button = (within: Within, name: string | RegExp) => within.getByRole('button', { name });
export const box = (within: Within, name: string | RegExp) => within.getByRole('textbox', { name });

/** Fills the first two steps of /register and stops at the third, the documents. */
export async function walkToDocuments(page: Page, email: string): Promise<void> {
  await box(page, /^Nom/).fill('Benali');
  await box(page, /^Prénom/).fill('Amel');
  await box(page, /^Téléphone/).fill('612345678');
  await button(page, 'Continuer').click();
  await box(page, /^Email/).fill(email);
  await box(page, /^Mot de passe/).fill(password);
  await box(page, /^Confirmer le mot de passe/).fill(password);
  await page.getByRole('checkbox', { name: /j'accepte les/ }).check();
  await button(page, 'Continuer').click();
  await page.getByRole('heading', { name: /Votre pièce d'identité et votre photo/ }).waitFor();
}
