import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { giveSession, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import {
  administrator,
  aTripToPublish,
  joined,
  listedParcel,
  mailTo,
  openTestSite,
  password,
  type Traveller,
  until,
} from '../../support/journey.ts';
import { button } from '../../support/pages/controls.ts';

const site = openTestSite();
const person = openBrowser();

const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });

async function phoneOf({ email }: Traveller) {
  const phone = await person('phone');
  await giveSession(phone.page, email, password);
  return phone;
}

/** Three members, of whom the last two travel. */
async function cast() {
  const admin = await administrator(site);
  const [sender, winner, loser] = await Promise.all(
    ['Amel', 'Karim', 'Sofiane'].map((name) => joined(site, name, admin)),
  );
  if (!sender || !winner || !loser) throw new Error('Three members joined.');
  return { admin, sender, winner, loser };
}

/** A listed trip of the traveller that takes this many kilos. */
async function listedTrip(traveller: Traveller, admin: Awaited<ReturnType<typeof administrator>>, maxWeightKg = 8) {
  const body = { ...aTripToPublish(), maxWeightKg };
  const { id, version } = await traveller.caller.ok('publishTrip', { body });
  await admin.ok('approveTrip', { params: { tripId: id }, version });
  return { id, body };
}

/** The traveller offers to carry the parcel. */
const offer = (traveller: Traveller, owner: Traveller, parcelId: string, price: number, tripId: string) =>
  traveller.caller.ok('makeOffer', {
    params: { parcelId },
    body: { memberId: owner.userId, price: euros(price), tripId },
  });

/** « Choisir comme transporteur » on the request of this member, and its confirmation. */
async function choose(page: Page, name: string): Promise<void> {
  const request = page.getByRole('listitem').filter({ hasText: name }).filter({ hasText: 'Contacter' });
  await button(request.last(), 'Choisir comme transporteur').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Choisir comme transporteur' }).click();
}

test('on three phones: one of two offers is taken, the other traveller reads why, and all read the same terms', async () => {
  const { admin, sender, winner, loser } = await cast();
  const title = `Théière ${randomUUID().slice(0, 4)}`;
  const { id: parcelId } = await listedParcel(sender, admin, title);
  const trips = await Promise.all([listedTrip(winner, admin), listedTrip(loser, admin)]);
  await offer(winner, sender, parcelId, 25, trips[0].id);
  await offer(loser, sender, parcelId, 22, trips[1].id);

  const [owner, carrier, other] = [await phoneOf(sender), await phoneOf(winner), await phoneOf(loser)];
  await visit(owner.page, '/trip-requests');
  await choose(owner.page, 'Karim');
  await owner.page.getByText('Acceptée', { exact: true }).waitFor();
  await owner.page.getByText('Un autre accord a été conclu', { exact: true }).waitFor();
  await mailTo(site, loser.email, /confié à un autre voyageur/);
  await visit(other.page, '/notifications');
  await other.page.getByText(`Un autre accord a été conclu : votre proposition pour « ${title} »`).click();
  await other.page.waitForURL((url) => url.pathname === '/find-parcels');

  // The same price and trip in the conversation, on the page of the delivery, in the history, the mail and the panel.
  for (const { page } of [owner, carrier]) {
    await visit(page, `/delivery/${parcelId}`);
    await page
      .getByRole('region', { name: 'Votre accord' })
      .getByText(/^25\s€$/)
      .waitFor();
    const withId = page === owner.page ? winner.userId : sender.userId;
    await visit(page, `/messages/${withId}?parcel=${parcelId}`);
    await page
      .getByRole('log')
      .getByText(/25\s€, 1,5\skg, trajet en avion/)
      .first()
      .waitFor();
  }
  await mailTo(site, winner.email, /Vous transportez ce colis pour .* : 25\s€, 1,5\skg, trajet en avion/);
  const { items } = await admin.ok('adminParcels', { query: { status: 'approved' } });
  const terms = { price: euros(25), grams: 1500, trip: { id: trips[0].id } };
  expect(items.find(({ id }) => id === parcelId)).toMatchObject({ terms });
  expect(await loser.caller.call('readParcel', { params: { parcelId } })).toMatchObject({ status: 404 });
  await expectQuietLeave(owner, carrier, other);
}, 180_000);

test('on two phones: the last kilos go to one sender, and a flight that moves is read by who counts on it', async () => {
  const { admin, sender, winner: traveller, loser: second } = await cast();
  const { id: tripId, body } = await listedTrip(traveller, admin, 2);
  const titles = ['Miel', 'Café'].map((word) => `${word} ${randomUUID().slice(0, 4)}`);
  const [first, late] = await Promise.all([
    listedParcel(sender, admin, titles[0] ?? ''),
    listedParcel(second, admin, titles[1] ?? ''),
  ]);
  const { id: offerId } = await offer(traveller, sender, first.id, 20, tripId);
  await offer(traveller, second, late.id, 20, tripId);
  const params = { parcelId: first.id, userId: traveller.userId };
  await sender.caller.ok('takeOffer', { params, body: { offerId } });

  await until('the last kilos are gone', async () => {
    const { items } = await second.caller.ok('myRequests');
    return items[0]?.situation.obstacle === 'tripFull';
  });
  const loser = await phoneOf(second);
  await visit(loser.page, '/trip-requests');
  await loser.page.getByText(/n'a plus assez de place pour ce colis/).waitFor();
  expect(await button(loser.page, 'Choisir comme transporteur').count()).toBe(0);

  const { version } = await traveller.caller.ok('readTrip', { params: { tripId } });
  const moved = new Date(Date.now() + 11 * 86_400_000).toISOString().slice(0, 10);
  await traveller.caller.ok('editTrip', { params: { tripId }, version, body: { ...body, travelDate: moved } });
  await until('the parcel shows the new day', async () => {
    const { situation } = await sender.caller.ok('readParcel', { params: { parcelId: first.id } });
    return situation?.terms.trip?.travelDate === moved;
  });
  const owner = await phoneOf(sender);
  await visit(owner.page, '/notifications');
  await owner.page
    .getByText(/Trajet modifié\s:/)
    .first()
    .waitFor();
  await expectQuietLeave(owner);
}, 180_000);
