import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { expectAccessible, fillSignIn, visit } from '../support/browser.ts';
import {
  chooseCity,
  expectQuietLeave,
  expectValue,
  openBrowser,
  picture,
  suggest,
  typedInDays,
} from '../support/e2e.ts';
import { administrator, aTripToPublish, inDays, joined, openTestSite, password } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';
import { widths } from '../support/widths.ts';
import { openListed } from './steps.ts';

const site = openTestSite();
const person = openBrowser();

/** Opens the menu of the row that holds these words. */
async function menuOf(page: Page, words: string) {
  const row = page.getByRole('row').filter({ hasText: words });
  await row.getByRole('button', { name: /^Actions/ }).click();
  return row;
}

test('a visitor searches by keyboard without an obstacle', async () => {
  const { page, errors } = await person('desk');
  await page.goto('/find-parcels');
  await page.getByRole('tab', { name: /^Colis disponibles \(\d+\+?\)$/ }).waitFor();
  await suggest(page, /Ville de départ/, 'Paris');
  // A phone has the form in its sheet.
  await expectAccessible(page, 'the suggestions of a city', ['tablet', 'desk']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('fromPlace') === '2988507');
  await button(page, /^Retirer le filtre Départ/).waitFor();
  await button(page, /^Choisir une date/).click();
  await page.getByRole('grid').waitFor();
  await expectAccessible(page, 'the calendar', ['tablet', 'desk']);
  await page.keyboard.press('Escape');
  await page.goto('/find-parcels?fromCity=nullepartailleurs');
  await page.getByText('Aucun colis ne correspond à votre recherche').waitFor();
  await expectQuietLeave({ page, errors });
});

test('a draft with its file survives reload and sign-in, and a new listing reaches an open page', async () => {
  const admin = await administrator(site);
  const [sender, traveller] = await Promise.all([joined(site, 'Envoi', admin), joined(site, 'Route', admin)]);
  const trip = await traveller.caller.ok('publishTrip', { body: aTripToPublish() });
  await admin.ok('approveTrip', { params: { tripId: trip.id }, version: trip.version });
  const title = `Livres ${randomUUID().slice(0, 6)}`;

  const { page, errors } = await person('tablet');
  await visit(page, '/send-parcel');
  await box(page, /^Titre du colis/).fill(title);
  await box(page, /^Description/).fill('Quatre romans.');
  await chooseCity(page, /^Ville de départ/, 'Paris');
  await chooseCity(page, /^Ville d'arrivée/, 'Alger');
  await button(page, 'Papiers et livres').click();
  for (let pieces = 1; pieces < 4; pieces += 1) await button(page, /^Un de plus/).click();
  await box(page, /^Poids/).fill('2,5');
  await page.getByRole('radio', { name: /^Petit/ }).check();
  await box(page, /^Date limite/).fill(typedInDays(40));
  await page.locator('input[type=file]').first().setInputFiles(picture('colis.jpg'));
  await page.getByText('colis.jpg').waitFor();
  // The whole form, up to the last field.
  await page.waitForFunction(
    (last) =>
      Object.keys(localStorage).some(
        (name) => name.startsWith('envoyage.draft.parcel') && localStorage.getItem(name)?.includes(last),
      ),
    inDays(40),
  );
  await page.reload();
  await page.getByText('colis.jpg').waitFor();
  await expectValue(box(page, /^Titre du colis/), title);
  await page.getByRole('checkbox', { name: /Je déclare/ }).check();
  await button(page, 'Continuer').click();
  await button(page, 'Publier mon colis').click();
  const dialog = page.getByRole('dialog', { name: 'Connexion requise' });
  await dialog.waitFor();
  await expectAccessible(page, 'the question to sign in');
  await dialog.getByRole('link', { name: 'Se connecter' }).click();
  await fillSignIn(page, sender.email, password);
  await page.getByText('colis.jpg').waitFor();
  await page
    .getByRole('checkbox', { name: /Prévenir ce voyageur/ })
    .first()
    .waitFor();
  await expectAccessible(page, 'the second step with travellers');

  const other = await person('desk');
  await other.page.goto('/find-parcels');
  await other.page.getByRole('heading', { name: /colis affichés|\d+ colis/ }).waitFor();

  await button(page, 'Publier mon colis').click();
  await page.getByText('Votre colis a été publié !').first().waitFor();
  await page.waitForURL((url) => url.pathname === '/find-parcels');
  await page.goto('/my-parcels');
  const { items } = await sender.caller.ok('myParcels');
  const parcel = items.find((item) => item.title === title);
  if (!parcel) throw new Error('The parcel was not published');
  await admin.ok('approveParcel', { params: { parcelId: parcel.id }, version: parcel.version });
  await openListed(other.page, title);
  // A visitor must sign in and then sees the dialog.
  await fillSignIn(other.page, traveller.email, password);
  const listing = other.page.getByRole('dialog', { name: title });
  await listing.getByRole('img').first().waitFor();
  await listing.getByText('4 × Papiers et livres').waitFor();
  await expectAccessible(other.page, 'a parcel with its picture');
  await expectQuietLeave({ page, errors }, other);
});

test('a listing is changed, paused, cancelled and sent again from its row, on phones and wide screens', async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Gestion', admin);
  const { page, errors } = await person('phone');
  await visit(page, '/login?redirect=%2Ftransport-parcel');
  await fillSignIn(page, member.email, password);
  await chooseCity(page, /^Ville de départ/, 'Lyon');
  await chooseCity(page, /^Ville d'arrivée/, 'Oran');
  await box(page, /^Date de départ/).fill(typedInDays(12));
  await page.getByRole('radio', { name: 'Avion' }).check();
  await button(page, 'Ajouter une étape').click();
  await chooseCity(page, /^Ville de l'étape 1/, 'Marseille');
  await page.getByRole('radio', { name: 'Prix à convenir' }).check();
  await button(page, 'Enregistrer mon trajet').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Enregistrer le trajet' }).click();
  await page.getByRole('dialog', { name: 'Colis compatibles' }).waitFor();
  await expectAccessible(page, 'the parcels of a trip');
  await page.keyboard.press('Escape');

  await (await menuOf(page, 'Marseille')).getByRole('link', { name: 'Publier le trajet retour' }).click();
  await page.getByRole('heading', { name: 'Publier le trajet retour' }).waitFor();
  await expectValue(page.getByRole('combobox', { name: /^Ville de départ/ }), 'Oran');
  await page.goBack();
  const row = await menuOf(page, 'Marseille');
  // A notice that moves at a change of the width would lie on a tab for a moment.
  await page.locator('.toast').waitFor({ state: 'detached' });
  await expectAccessible(page, 'the menu of a trip');
  await row.getByRole('button', { name: 'Annuler le trajet' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Motif/)
    .fill('Vol annulé');
  await expectAccessible(page, 'the question before a trip is cancelled');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler le trajet' }).click();
  await row.getByText('Annulé', { exact: true }).waitFor();

  await page.setViewportSize(widths.desk);
  const place = (countryCode: string, city: string) => ({ countryCode, city });
  const parcel = await member.caller.ok('publishParcel', {
    body: {
      title: 'Valise bleue',
      description: 'Des vêtements',
      contents: [{ category: 'clothes', count: 6 }],
      pickup: place('FR', 'Paris'),
      delivery: place('DZ', 'Alger'),
      weight: '3',
      size: 'large',
      deadline: inDays(30),
    },
  });
  await page.goto('/my-parcels');
  await (await menuOf(page, 'Valise bleue')).getByRole('link', { name: 'Modifier' }).click();
  await box(page, /^Titre du colis/).fill('Valise rouge');
  await page.getByRole('checkbox', { name: /Je déclare/ }).check();
  // In between it is approved: the first try reports this, and the second one succeeds.
  await admin.ok('approveParcel', { params: { parcelId: parcel.id }, version: parcel.version });
  await button(page, 'Continuer').click();
  await button(page, 'Enregistrer les modifications').click();
  await page
    .getByRole('region', { name: 'Erreurs du formulaire' })
    .getByText(/validée ou modifiée/)
    .waitFor();
  await expectAccessible(page, 'an edit that came too late');
  await button(page, 'Enregistrer les modifications').click();
  await page.waitForURL((url) => url.pathname === '/my-parcels');
  const changed = await menuOf(page, 'Valise rouge');
  await changed.getByRole('button', { name: 'Mettre en pause' }).click();
  await changed.getByText('En attente (en pause)').waitFor();
  await (await menuOf(page, 'Valise rouge')).getByRole('button', { name: "Reprendre l'annonce" }).click();
  await changed.getByText(/^En attente de validation/).waitFor();
  await page.getByLabel(/^Statut/).selectOption('cancelled');
  await page.getByText('Aucun colis « Annulé »').waitFor();
  await expectAccessible(page, 'my parcels of a state that has none');
  await expectQuietLeave({ page, errors });
});
