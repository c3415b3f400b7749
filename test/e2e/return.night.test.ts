import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { giveSession, openPanel, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser, picture } from '../support/e2e.ts';
import { administrator, joined, listedParcel, openTestSite, password, seededPeople } from '../support/journey.ts';
import { box, button } from '../support/pages/controls.ts';
import { openListed, seeContents } from './steps.ts';

const site = openTestSite();
const person = openBrowser();

/** Presses this act and confirms its question, with a reason where one is asked. */
async function act(page: Page, name: string, { confirm: yes = name, reason = '' } = {}): Promise<void> {
  await button(page, name).first().click();
  const confirm = page.locator('dialog[open]').last().getByRole('button', { name: yes });
  await confirm.waitFor();
  if (reason) await box(page, /^Motif/).fill(reason);
  const pressed = await confirm.elementHandle();
  await confirm.click();
  await pressed?.waitForElementState('hidden');
}

async function offer(page: Page, title: string, words: string): Promise<void> {
  await visit(page, '/find-parcels');
  await openListed(page, title);
  await page.getByRole('dialog', { name: title }).getByText('Proposer de livrer').click();
  await page.waitForURL((url) => url.pathname.startsWith('/messages/'));
  await box(page, 'Votre message').fill(words);
  await button(page, /Envoyer le message/).click();
  await page.getByRole('log').getByText(words).waitFor();
}

test('on three phones: two offer, one carries, the parcel comes back, and all screens tell the same', async () => {
  const api = await administrator(site);
  const [amel, karim, sofiane] = await Promise.all(['Amel', 'Karim', 'Sofiane'].map((name) => joined(site, name, api)));
  if (!amel || !karim || !sofiane) throw new Error('Three members joined.');
  const title = `Lunettes ${randomUUID().slice(0, 4)}`;
  const { id } = await listedParcel(amel, api, title);
  const [sender, carrier, loser] = [await person('phone'), await person('phone'), await person('phone')];
  await giveSession(sender.page, amel.email, password);
  await giveSession(carrier.page, karim.email, password);
  await giveSession(loser.page, sofiane.email, password);

  await offer(loser.page, title, 'Bonjour, je pars lundi.');
  await offer(carrier.page, title, 'Bonjour, je pars samedi.');
  await act(loser.page, 'Accepter de livrer ce colis');
  // The sender declines the first and chooses the second.
  await visit(sender.page, `/messages/${sofiane.userId}?parcel=${id}`);
  await sender.page.getByRole('region', { name: 'Colis concerné' }).getByRole('heading').getByRole('button').click();
  await act(sender.page, 'Refuser', { reason: 'Un voyageur part plus tôt.' });
  await loser.page.getByText('Un voyageur part plus tôt.').first().waitFor();
  await visit(sender.page, `/messages/${karim.userId}?parcel=${id}`);
  await act(sender.page, 'Choisir comme transporteur');
  await carrier.page.getByText('Transporteur choisi').first().waitFor();
  await act(carrier.page, 'Accepter de livrer ce colis');

  await visit(carrier.page, `/delivery/${id}`);
  await carrier.page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(carrier.page, 'Supprimer la photo 1').waitFor();
  await seeContents(carrier.page);
  await button(carrier.page, "J'ai récupéré le colis").click();
  await button(carrier.page, 'Je pars livrer').waitFor();
  await act(carrier.page, "Retour à l'expéditeur", {
    confirm: 'Rapporter le colis',
    reason: 'Le destinataire est absent.',
  });
  await visit(sender.page, `/delivery/${id}`);
  await act(sender.page, 'Confirmer le retour');
  await sender.page.getByText('Votre colis vous a été rendu.').first().waitFor();
  await carrier.page.getByText("Le colis est de retour chez l'expéditeur.").first().waitFor();
  // A declined carrier keeps their own part, and sees nothing of what followed.
  await visit(loser.page, `/delivery/${id}`);
  await loser.page.getByText('Vous ne suivez pas ce colis').first().waitFor();
  await loser.page.getByRole('link', { name: 'Ouvrir la conversation' }).click();
  await loser.page.getByText('Motif : Un voyageur part plus tôt.').waitFor();
  expect(await loser.page.getByText(/Karim|retour/).count()).toBe(0);
  await visit(carrier.page, `/messages/${amel.userId}?parcel=${id}`);
  await carrier.page.getByText('Amel a confirmé le retour du colis').waitFor();
  const { admin } = await seededPeople(site);
  const office = await person('desk');
  await openPanel(office.page, admin.email, admin.password);
  await office.page.goto('/admin?tab=parcels');
  const card = office.page.getByRole('listitem').filter({ hasText: title });
  await card.getByRole('button', { name: /Preuves et historique/ }).click();
  await office.page.getByRole('dialog').getByText('Le destinataire est absent.').waitFor();
  await expectQuietLeave(sender, carrier, loser, office);
});
