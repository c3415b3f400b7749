import type { Page } from 'playwright-core';
import type { SiteClient } from '#infra/local/seed/site-client.ts';
import { giveSession, loseNetwork, type Person, settled, visit } from '../../support/browser.ts';
import { type openBrowser, picture } from '../../support/e2e.ts';
import { administrator, joined, listedParcel, password, photo, type Traveller } from '../../support/journey.ts';
import { box, button } from '../../support/pages/controls.ts';

export interface OnItsWay {
  readonly owner: Traveller;
  readonly carrier: Traveller;
  /** In the order of the titles. */
  readonly parcelIds: readonly string[];
}

/** Two members and their parcels, which the carrier has picked up. `dataFolder`: of a stack of the test's own. */
export async function onItsWay(
  site: SiteClient,
  titles: readonly string[],
  { dataFolder, withCode = false }: { dataFolder?: string; withCode?: boolean } = {},
): Promise<OnItsWay> {
  const admin = await administrator(site, dataFolder);
  const [owner, carrier] = await Promise.all([joined(site, 'Amel', admin), joined(site, 'Karim', admin)]);
  const parcelIds: string[] = [];
  for (const title of titles) {
    const { id: parcelId, version: listed } = await listedParcel(owner, admin, title);
    const params = { parcelId };
    await carrier.caller.ok('sendMessage', { body: { recipientId: owner.userId, parcelId, content: 'Bonjour' } });
    let { version } = await carrier.caller.ok('acceptDelivery', { params, version: listed, body: {} });
    const body = { carrierId: carrier.userId };
    version = (await owner.caller.ok('chooseCarrier', { params, version, body })).version;
    if (withCode) version = (await owner.caller.ok('setCode', { params, version, body: { on: true } })).version;
    const uploadId = await site.upload(photo(), (announced) =>
      carrier.caller.ok('requestProofUpload', { params, body: { stage: 'pickup', ...announced } }),
    );
    await carrier.caller.ok('addProof', { params, body: { uploadId } });
    await carrier.caller.ok('validatePickup', { params, version, body: { contentsSeen: true } });
    parcelIds.push(parcelId);
  }
  return { owner, carrier, parcelIds };
}

/** A page of the member on a phone, with a session of this moment. */
export async function phoneOf(
  person: ReturnType<typeof openBrowser>,
  { email }: Traveller,
  origin?: string,
): Promise<Person> {
  const phone = await person('phone');
  await giveSession(phone.page, email, password, origin ? { origin } : {});
  return phone;
}

/** Another code than this one. */
export const wrongCode = (code: string, by = 1): string => String((Number(code) + by) % 10_000).padStart(4, '0');

/** Hands over with photo and code while the phone has no network; the returned function gives it back. */
export async function deliverWithoutNetwork(page: Page, parcelId: string, code: string): Promise<() => Promise<void>> {
  await visit(page, `/delivery/${parcelId}`);
  await box(page, /^Code de livraison/).waitFor();
  await page.locator('input[type=file]').first().setInputFiles(picture('remise.jpg'));
  await button(page, 'Supprimer la photo 1').waitFor();
  // Without a worker a part that comes when it is looked at would need the network.
  await button(page, 'Imprimer').scrollIntoViewIfNeeded();
  await settled(page);
  const networkReturns = await loseNetwork(page.context());
  await box(page, /^Code de livraison/).fill(code);
  await button(page, "J'ai livré le colis").click();
  await page.getByText(/^En attente de connexion/).waitFor();
  return networkReturns;
}
