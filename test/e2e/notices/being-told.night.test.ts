import { expect, test } from 'vitest';
import { expectAccessible, giveSession, openPanel, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aTripToPublish,
  joined,
  openTestSite,
  password,
  seededPeople,
  until,
} from '../../support/journey.ts';
import { button } from '../../support/pages/controls.ts';
import { aBrowser } from '../../support/push/browser.ts';
import { cardInQueue, write } from '../steps.ts';

const site = openTestSite();
const person = openBrowser();

/** A route that no other test and no demo data has. */
const from = { countryCode: 'FR', city: 'Quimper', placeId: '2984701' };
const to = { countryCode: 'DZ', city: 'Tindouf', placeId: '2476301' };
const search = `/find-parcels?${new URLSearchParams({
  tab: 'trips',
  fromCountry: 'FR',
  fromCity: from.city,
  fromPlace: from.placeId,
  toCountry: 'DZ',
  toCity: to.city,
  toPlace: to.placeId,
})}`;

interface Push {
  readonly endpoint: string;
  readonly body: string;
}

test('on phones: an alert from an empty search finds the trip of another member, whom the sender then writes to', async () => {
  const admin = await administrator(site);
  const [sender, traveller] = await Promise.all([joined(site, 'Attente', admin), joined(site, 'Enroute', admin)]);
  const device = aBrowser();
  const caller = await site.member(sender.email, password);
  await caller.ok('addPushDevice', { body: device.subscription });

  // Two presses from an empty result to an alert.
  const waiting = await person('phone');
  await giveSession(waiting.page, sender.email, password);
  await visit(waiting.page, search);
  await button(waiting.page, 'Créer une alerte').click();
  await waiting.page.getByRole('dialog').getByText('Trajets de Quimper à Tindouf').waitFor();
  await expectAccessible(waiting.page, 'the dialog of an alert');
  await button(waiting.page, "Créer l'alerte").click();
  await waiting.page.getByRole('dialog', { name: 'Alerte créée' }).waitFor();
  await expectQuietLeave(waiting);

  const trip = await traveller.caller.ok('publishTrip', { body: { ...aTripToPublish(), depart: from, arrival: to } });
  const office = await person('desk');
  const { admin: account } = await seededPeople(site);
  await openPanel(office.page, account.email, account.password);
  await office.page.goto('/admin?tab=trips&status=pending');
  const card = await cardInQueue(office.page, 'Tindouf');
  await card.getByRole('button', { name: /^Approuver/ }).click();
  await office.page.getByText('Le trajet a été approuvé avec succès.').first().waitFor();
  await expectQuietLeave(office);

  // The closed device is knocked on, without a name or a text.
  const push = await until('the device is knocked on', async () => {
    const pushes = (await (await site.local('pushes')).json()) as Push[];
    return pushes.find(({ endpoint }) => endpoint === device.subscription.endpoint);
  });
  expect(device.read(Buffer.from(push.body, 'base64'))).toEqual({ group: 'alerts', id: expect.any(String) });

  const back = await person('phone');
  await giveSession(back.page, sender.email, password);
  await visit(back.page, '/');
  await back.page.getByRole('link', { name: 'Notifications, 2 non lues' }).click();
  await back.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await expectAccessible(back.page, '/notifications with an alert');
  await back.page.getByRole('link', { name: /Votre alerte : trajet de Quimper à Tindouf/ }).click();
  await back.page.waitForURL((url) => url.searchParams.get('trip') === trip.id);
  await back.page.getByRole('dialog').getByRole('link', { name: 'Contacter' }).click();
  await write(back.page, 'Bonjour, auriez-vous de la place ?');
  // The log shows a message before it is sent.
  await until('the traveller has the message', async () => {
    const { items } = await traveller.caller.ok('conversations');
    return items.length === 1;
  });
  await expectQuietLeave(back);
});
