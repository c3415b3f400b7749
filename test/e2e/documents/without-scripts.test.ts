import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  inDays,
  joined,
  listedParcel,
  openTestSite,
  until,
} from '../../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

const links = (page: Page) => page.locator('.listing-card__link');
/** A corridor that no other test uses, so that its numbers are known. */
const from = { countryCode: 'FR', city: 'Guéret', placeId: '3014383' };
const to = { countryCode: 'DZ', city: 'Guelma', placeId: '2495662' };

/** Two parcels and a trip of that corridor, once its document shows them. */
async function aCorridor(): Promise<string> {
  const admin = await administrator(site);
  const [sender, traveller] = await Promise.all([joined(site, 'Envoi', admin), joined(site, 'Route', admin)]);
  const title = `Livres ${randomUUID().slice(0, 6)}`;
  for (const body of [aParcelToPublish(title), aParcelToPublish('Un <b>service</b> à thé')]) {
    const parcel = await sender.caller.ok('publishParcel', { body: { ...body, pickup: from, delivery: to } });
    await admin.ok('approveParcel', { params: { parcelId: parcel.id }, version: parcel.version });
  }
  const body = { ...aTripToPublish(), depart: from, arrival: to, travelDate: inDays(12) };
  const trip = await traveller.caller.ok('publishTrip', { body });
  await admin.ok('approveTrip', { params: { tripId: trip.id }, version: trip.version });
  // Edge caches keep the first document for half a minute.
  await until('the search finds the listings', async () => {
    const [parcels, trips] = await Promise.all(
      ['parcels', 'trips'].map(async (list) =>
        (await fetch(`${site.origin}/api/public/${list}?fromPlace=${from.placeId}&toPlace=${to.placeId}`)).json(),
      ),
    );
    return parcels.items.length === 2 && trips.items.length === 1;
  });
  return title;
}

test('without scripts a visitor reads listings, follows them, and finds the way to sign in', async () => {
  const title = await aCorridor();
  const { page, errors } = await person('phone', { withoutScripts: true });
  for (const path of ['/', '/faq', '/find-parcels?fromCity=Zz', '/trajets/lyon-annaba', '/login']) {
    await page.goto(path);
    expect([path, await page.locator('button:visible:not(form[action] *)').allTextContents()]).toEqual([path, []]);
  }
  await page.goto('/colis/gueret-guelma');
  expect(await page.title()).toBe('2 colis de Guéret à Guelma – Envoyage');
  expect(await links(page).count()).toBe(3);
  expect(await page.locator('.listing-card b').count()).toBe(0);
  await links(page).filter({ hasText: title }).click();
  expect(new URL(page.url()).pathname).toMatch(/^\/p\//);
  await page.getByText('Voir ce colis').waitFor();

  await page.goto('/find-parcels?fromCity=Gu%C3%A9ret');
  expect(await links(page).count()).toBe(2);
  await page.getByRole('link', { name: 'Trajets disponibles' }).click();
  expect(await links(page).count()).toBe(1);
  await links(page).click();
  expect(new URL(page.url()).pathname).toMatch(/^\/t\//);

  await page.goto('/');
  expect(await links(page).count()).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'Connexion' }).click();
  expect(new URL(page.url()).pathname).toBe('/login');
  await expectQuietLeave({ page, errors });
});

test('the search of the home page works as a form', async () => {
  const { page, errors } = await person('desk', { withoutScripts: true });
  await page.goto('/');
  await page.getByLabel('Ville de départ').fill('Guéret');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  expect(new URL(page.url()).searchParams.get('fromCity')).toBe('Guéret');
  await page.getByRole('heading', { name: 'Trouvez des colis et trajets' }).waitFor();
  await expectQuietLeave({ page, errors });
});

test('the application takes a document over without asking for its listings again', async () => {
  const admin = await administrator(site);
  const sender = await joined(site, 'Envoi', admin);
  await listedParcel(sender, admin, 'Un colis de plus');
  await until('the home page shows a listing', async () =>
    (await (await fetch(`${site.origin}/`)).text()).includes('listing-card'),
  );
  for (const path of ['/', '/find-parcels', '/find-parcels?tab=trips', '/colis/paris-alger', '/trajets/paris-alger']) {
    const { page, errors } = await person('phone');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/api\/public\/(parcels|trips|corridors)/.test(request.url())) asked.push(request.url());
    });
    const warnings: string[] = [];
    page.on('console', (message) => void (/rendered again/.test(message.text()) && warnings.push(message.text())));
    await page.goto(path);
    await page.locator('#root:not([data-path])').waitFor();
    expect([path, asked, warnings]).toEqual([path, [], []]);
    await expectQuietLeave({ page, errors });
  }
});
