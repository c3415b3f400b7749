import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, giveSession, visit } from '../support/browser.ts';
import { chooseCity, expectQuietLeave, openBrowser, typedInDays } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password, type Traveller } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';
import { prove, seeContents } from './steps.ts';

const site = openTestSite();
const person = openBrowser();

const reason = 'Un parfum que la liste ne nomme pas';

/** The buttons of a chosen content bear its label, too. */
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Clothes, cakes and a telephone by their chips; medicines are refused as they are chosen. */
async function publish(page: Page, title: string): Promise<void> {
  await visit(page, '/send-parcel');
  await box(page, /^Titre du colis/).fill(title);
  await box(page, /^Description/).fill('Des affaires pour la famille de mon frère.');
  await chooseCity(page, /^Ville de départ/, 'Paris');
  await chooseCity(page, /^Ville d'arrivée/, 'Oran');
  await chip(page, 'Vêtements, chaussures, tissus').click();
  const more = button(page, 'Un de plus : Vêtements, chaussures, tissus');
  for (let pieces = 1; pieces < 6; pieces += 1) await more.click();
  for (const name of ['Gâteaux et confiseries', 'Téléphone ou tablette']) await chip(page, name).click();
  await page
    .getByText(/La douane limite les téléphones/)
    .first()
    .waitFor();
  await chip(page, 'Médicaments et compléments').click();
  await page
    .getByText(/n'admet les médicaments qu'avec une autorisation/)
    .first()
    .waitFor();
  await chip(page, 'Médicaments et compléments').click();
  await box(page, /^Poids/).fill('4');
  await page.getByRole('radio', { name: /^Moyen/ }).check();
  await box(page, /^Date limite/).fill(typedInDays(20));
  await page.getByRole('checkbox', { name: /Je déclare le contenu exact/ }).check();
  await button(page, 'Continuer').click();
  await button(page, 'Publier mon colis').click();
  await page.getByText('Votre colis a été publié !').first().waitFor();
}

/** Our team approves the parcel, and the two agree on it. */
async function agreeOn(title: string, [owner, carrier]: readonly [Traveller, Traveller]): Promise<string> {
  const api = await administrator(site);
  const { items } = await owner.caller.ok('myParcels', { query: {} });
  const parcel = items.find((one) => one.title === title);
  if (!parcel) throw new Error('The parcel is published.');
  const params = { parcelId: parcel.id };
  await api.ok('approveParcel', { params, version: parcel.version });
  const listed = await owner.caller.ok('readParcel', { params });
  const content = 'Bonjour, je pars samedi.';
  await carrier.caller.ok('sendMessage', { body: { recipientId: owner.userId, parcelId: parcel.id, content } });
  const { version } = await carrier.caller.ok('acceptDelivery', { params, version: listed.version, body: {} });
  await owner.caller.ok('chooseCarrier', { params, version, body: { carrierId: carrier.userId } });
  return parcel.id;
}

async function refuseAtTheDoor(page: Page, parcelId: string): Promise<void> {
  await visit(page, `/delivery/${parcelId}`);
  await page.getByText('6 × Vêtements, chaussures, tissus').first().waitFor();
  await expectAccessible(page, '/delivery before a pickup');
  await button(page, 'Je ne prends pas ce colis').click();
  const question = page.getByRole('dialog', { name: /^Je ne prends pas ce colis/ });
  await question.getByText(/liront ce motif\. L'accord prend fin, sans conséquence pour vous/).waitFor();
  await box(page, /^Motif/).fill(reason);
  await expectAccessible(page, 'the question of a refusal at the door');
  await button(question, 'Ne pas prendre le colis').click();
  await page.getByRole('heading', { name: 'Vous ne suivez pas ce colis' }).first().waitFor();
}

async function correctTheList(page: Page, parcelId: string): Promise<void> {
  await visit(page, `/delivery/${parcelId}`);
  await page.getByText(reason).first().waitFor();
  await page.getByRole('link', { name: 'Corriger la liste' }).first().click();
  await page.waitForFunction((words) => document.activeElement?.textContent?.includes(words), reason);
  await expectAccessible(page, 'a list to correct');
  await chip(page, 'Parfums et cosmétiques').click();
  await page.getByRole('checkbox', { name: /Je déclare le contenu exact/ }).check();
  await button(page, 'Continuer').click();
  await button(page, 'Enregistrer les modifications').click();
  await page.waitForURL((url) => url.pathname === '/my-parcels');
  await page.getByText('Annonce modifiée').first().waitFor();
}

/** The words of the printed sheet. */
async function printed(page: Page): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  const sheet = page.getByRole('table', { name: /^Contenu déclaré/ });
  await sheet.waitFor();
  const text = await page.getByRole('region', { name: 'Détails du colis' }).innerText();
  await page.emulateMedia({ media: 'screen' });
  return text.replaceAll(/\s+/g, ' ');
}

/** A pickup without the tick shows the missing tick, which no bar of the page covers. */
async function forgetTheTick(page: Page): Promise<void> {
  const tick = page.getByRole('checkbox', { name: /^J'ai vu le contenu/ });
  await tick.evaluate((field) => field.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await button(page, "J'ai récupéré le colis").click();
  await page.getByText("Confirmez d'abord le contenu.").waitFor();
  const header = await page.getByRole('banner').boundingBox();
  await expect.poll(async () => (await tick.boundingBox())?.y).toBeGreaterThan(header?.height ?? 0);
}

test("a family's parcel: declared, refused at the door, corrected, seen, printed and arrived", async () => {
  const api = await administrator(site);
  const [amel, karim] = await Promise.all([joined(site, 'Amel', api), joined(site, 'Karim', api)]);
  const [sender, carrier] = [await person('phone'), await person('phone')];
  await giveSession(sender.page, amel.email, password);
  await giveSession(carrier.page, karim.email, password);
  const title = `Pour Oran ${randomUUID().slice(0, 4)}`;
  await publish(sender.page, title);
  const parcelId = await agreeOn(title, [amel, karim]);
  await refuseAtTheDoor(carrier.page, parcelId);
  await correctTheList(sender.page, parcelId);

  await agreeOn(title, [amel, karim]);
  await visit(carrier.page, `/delivery/${parcelId}`);
  await forgetTheTick(carrier.page);
  await seeContents(carrier.page);
  await prove(carrier.page, "J'ai récupéré le colis");
  await button(carrier.page, 'Je pars livrer').waitFor();
  // The history is read again a moment after the pickup.
  await carrier.page.getByText('Vu par').waitFor({ state: 'attached' });
  const sheet = await printed(carrier.page);
  expect(sheet).toContain('6 Vêtements, chaussures, tissus ملابس وأحذية وأقمشة');
  expect(sheet).toContain('Parfums et cosmétiques عطور ومواد تجميل');
  expect(sheet).toMatch(/Déclaré par Amel \S+ le [^·]+ · صرّح به المُرسِل Vu par Karim \S+ le · عاينه الناقل/);
  expect(sheet).toContain('Douane algérienne, informations aux voyageurs · Vérifié le');
  expect(sheet).not.toContain('6 × Vêtements');

  await button(carrier.page, 'Je pars livrer').click();
  await carrier.page.getByRole('alertdialog').getByRole('button', { name: 'Je pars livrer' }).click();
  await prove(carrier.page, "J'ai livré le colis");
  await visit(sender.page, `/delivery/${parcelId}`);
  await sender.page.getByText('Livré').first().waitFor();
  await expectQuietLeave(sender, carrier);
});
