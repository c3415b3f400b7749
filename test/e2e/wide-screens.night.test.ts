import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { giveSession, openPanel } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, joined, openTestSite, password, seededPeople } from '../support/journey.ts';
import { button } from '../support/pages/controls.ts';
import {
  agree,
  approveParcel,
  approveProfile,
  fillParcel,
  find,
  prove,
  seeContents,
  showParcel,
  write,
} from './steps.ts';

const site = openTestSite();
const person = openBrowser();

// On phones it is walked in each run (spine.test.ts); here only by `npm run prove -- screens`.
test('on wide screens: from the wait for approval to delivered, in the browsers of three people', async () => {
  const title = `Cadeaux ${randomUUID().slice(0, 4)}`;
  const api = await administrator(site);
  const [amel, karim] = await Promise.all([joined(site, 'Amel'), joined(site, 'Karim', api)]);
  const { admin: account } = await seededPeople(site);
  const [sender, admin, carrier] = [await person('desk'), await person('desk'), await person('desk')];

  await openPanel(admin.page, account.email, account.password);
  await approveProfile(admin.page, amel.email);
  await giveSession(sender.page, amel.email, password);
  await fillParcel(sender.page, title);
  await button(sender.page, 'Publier mon colis').click();
  await sender.page.getByText('Votre colis a été publié !').first().waitFor();
  await sender.page.waitForURL((url) => url.pathname === '/find-parcels');
  await approveParcel(admin.page, title);

  await giveSession(carrier.page, karim.email, password);
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
  await carrier.page.getByText('Accord conclu').first().waitFor();

  for (const { page } of [sender, carrier]) await showParcel(page);
  await sender.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await carrier.page.getByRole('link', { name: 'Suivre la livraison' }).click();
  await seeContents(carrier.page);
  await prove(carrier.page, "J'ai récupéré le colis");
  await agree(carrier.page, 'Je pars livrer');
  await prove(carrier.page, "J'ai livré le colis");
  await sender.page.getByText('Livré').first().waitFor();
  await expectQuietLeave(sender, admin, carrier);
});
