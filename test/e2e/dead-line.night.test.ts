import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { giveSession, goOn, settled, visit } from '../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../support/e2e.ts';
import { administrator, aParcelToPublish, joined, listedParcel, openTestSite, password } from '../support/journey.ts';
import { openPhoneLine } from './phone-line.ts';

const site = openTestSite();
const person = openBrowser();
const line = await openPhoneLine();
afterAll(() => line.end());

/** The event of a page that comes back into view. */
const show = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

test('a page that is shown again after its line died catches up within 10 seconds', async () => {
  const admin = await administrator(site);
  const [owner, writer] = await Promise.all([joined(site, 'Samir', admin), joined(site, 'Voisin', admin)]);
  const parcel = await listedParcel(owner, admin, 'Un colis dans le train');
  const write = (content: string) =>
    writer.caller.ok('sendMessage', { body: { recipientId: owner.userId, parcelId: parcel.id, content } });
  await write('Bonjour');
  const reader = await person('phone', { proxy: line.proxy, timezoneId: 'America/Montreal' });
  const { page } = reader;
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await giveSession(page, owner.email, password);

  await visit(page, '/messaging');
  await page.getByText('Bonjour').waitFor();
  await expect.poll(() => sockets.length).toBe(1);
  await settled(page);
  line.loseSockets();
  await write('Je suis à la gare');
  await show(page);
  await page.getByText('Je suis à la gare').waitFor({ timeout: 10_000 });
  await page
    .locator('.tab-bar .count-badge', { hasText: /2\s+non lus/ })
    .first()
    .waitFor({ timeout: 10_000 });

  await goOn(page, '/my-parcels');
  await page.getByText('Un colis dans le train').first().waitFor();
  await settled(page);
  line.loseSockets();
  await owner.caller.ok('publishParcel', { body: aParcelToPublish('Publié depuis un autre appareil') });
  await show(page);
  await page.getByText('Publié depuis un autre appareil').first().waitFor({ timeout: 10_000 });

  // Events arrive by the new socket.
  await goOn(page, `/messages/${writer.userId}?parcel=${parcel.id}`);
  await settled(page);
  await write('Voie 12');
  await page.getByRole('log').getByText('Voie 12').waitFor({ timeout: 10_000 });
  const { createdAt } = await write('À tout de suite');
  const time = new Date(createdAt).toLocaleTimeString('fr-FR', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'America/Montreal',
  });
  await page.getByRole('log').getByText('À tout de suite').waitFor({ timeout: 10_000 });
  expect(await page.locator('.bubble__facts time').last().innerText()).toBe(time);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .locator('.bubble__facts time')
      .last()
      .evaluate((shown) => getComputedStyle(shown, '::after').content),
  ).toMatch(/heure d'Alger/);
  await expectQuietLeave(reader);
});
