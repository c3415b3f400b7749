import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, giveSession, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aTripToPublish,
  joined,
  listedParcel,
  openTestSite,
  password,
  type Traveller,
} from '../../support/journey.ts';
import { button } from '../../support/pages/controls.ts';
import { agree, find } from '../steps.ts';

const site = openTestSite();
const person = openBrowser();

const bar = (page: Page) => page.getByRole('region', { name: 'Colis concerné' });

/** Fills in the open dialog of an offer and sends it. */
async function propose(page: Page, label: string, price: string, send: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(label).fill(price);
  await button(dialog, send).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A listed trip of the traveller. */
async function listedTrip(traveller: Traveller, admin: Awaited<ReturnType<typeof administrator>>): Promise<void> {
  const { id, version } = await traveller.caller.ok('publishTrip', { body: aTripToPublish() });
  await admin.ok('approveTrip', { params: { tripId: id }, version });
}

test('on two phones: a price is proposed, countered and taken, and changed at the door', async () => {
  const admin = await administrator(site);
  const [amel, karim] = await Promise.all(['Amel', 'Karim'].map((name) => joined(site, name, admin)));
  if (!amel || !karim) throw new Error('Two members joined.');
  const title = `Lunettes ${randomUUID().slice(0, 4)}`;
  const { id } = await listedParcel(amel, admin, title);
  await listedTrip(karim, admin);
  const [sender, carrier] = [await person('phone'), await person('phone')];
  await giveSession(sender.page, amel.email, password);
  await giveSession(carrier.page, karim.email, password);

  // Before the first message.
  await find(carrier.page, title);
  await carrier.page.getByRole('dialog', { name: title }).getByText('Proposer de livrer').click();
  await button(carrier.page, 'Proposer un prix').click();
  await carrier.page.getByRole('dialog').getByLabel('Avec quel trajet ?').waitFor();
  await expectAccessible(carrier.page, 'the dialog of an offer');
  await propose(carrier.page, 'Votre prix pour ce colis', '25', 'Envoyer la proposition');
  await carrier.page
    .getByRole('log')
    .getByText(/Proposition\s: 25/)
    .waitFor();
  await bar(carrier.page)
    .getByText(/Vous avez proposé/)
    .waitFor();

  await visit(sender.page, '/trip-requests');
  await sender.page.getByText('Karim', { exact: true }).first().waitFor();
  await expectAccessible(sender.page, 'an offer among the requests');
  await button(sender.page, /^Actions/).click();
  await button(sender.page, 'Proposer un autre prix').click();
  await propose(sender.page, 'Votre prix pour ce colis', '28', 'Envoyer la proposition');
  await sender.page.getByText('Remplacée par une autre proposition').first().waitFor();

  // The conversation is open: the counter-offer comes by itself. Two presses complete the agreement.
  await bar(carrier.page)
    .getByText(/propose/)
    .waitFor();
  await expectAccessible(carrier.page, 'the open offer of the other one');
  await agree(carrier.page, 'Accepter de livrer ce colis');
  for (const { page } of [carrier, sender]) {
    await visit(page, `/delivery/${id}`);
    const card = page.getByRole('region', { name: 'Votre accord' });
    await card.getByText(/^28\s€$/).waitFor();
    await card.getByText(/^Avion/).waitFor();
  }

  // At the door the parcel is heavier.
  await button(sender.page, "Modifier l'accord").click();
  const dialog = sender.page.getByRole('dialog');
  expect(await dialog.getByLabel('Poids (kg)').inputValue()).toBe('1,5');
  await dialog.getByLabel('Poids (kg)').fill('3');
  await expectAccessible(sender.page, 'the dialog of a change');
  await propose(sender.page, 'Prix', '35', 'Proposer ce changement');
  await button(carrier.page, 'Accepter ce changement').waitFor();
  await expectAccessible(carrier.page, 'a change at the door');
  await visit(carrier.page, `/messages/${amel.userId}?parcel=${id}`);
  await button(carrier.page, 'Accepter ce changement').waitFor();
  await visit(carrier.page, `/delivery/${id}`);
  await agree(carrier.page, 'Accepter ce changement');
  for (const { page } of [carrier, sender]) {
    const card = page.getByRole('region', { name: 'Votre accord' });
    await card.getByText(/^35\s€$/).waitFor();
    await card.getByText(/^3\skg$/).waitFor();
  }
  await expectQuietLeave(sender, carrier);
}, 180_000);
