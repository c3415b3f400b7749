import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, isWhole, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import { openTestSite, until } from '../../support/journey.ts';
import { button } from '../../support/pages/controls.ts';
import { deliverWithoutNetwork, onItsWay, phoneOf, wrongCode } from './on-its-way.ts';

const site = openTestSite();
const person = openBrowser();

/** Answers to each of the three acts of a hand-over that are lost; `npm run prove -- screens` loses fifty of all. */
const lostOfEach = isWhole ? 17 : 1;
/** Three tries of ten seconds and the pause after them are the queue's own time; each loss costs a pause of its own. */
const deliveredWithinMs = 45_000 + lostOfEach * 3 * 3_000;
/** A network that comes back more often would keep the page busy with reading everything again. */
const backAgainMs = 2_000;

const unsent = /^En attente de connexion|Envoi…|Nouvel essai/;

const titles = () => ['Clés du garage', 'Lunettes de lecture'].map((name) => `${name} ${randomUUID().slice(0, 4)}`);

/** Loses the first answers to each act about a parcel; whether all three acts have lost theirs. */
async function loseAnswers(page: Page): Promise<() => boolean> {
  const lost = new Map<string, number>();
  await page.route('**/api/parcels/**', async (route) => {
    const act = new URL(route.request().url()).pathname;
    const count = lost.get(act) ?? 0;
    if (route.request().method() === 'GET' || count >= lostOfEach) return route.continue();
    lost.set(act, count + 1);
    await route.fetch().catch(() => undefined);
    return route.abort();
  });
  return () => lost.size === 3 && [...lost.values()].every((count) => count === lostOfEach);
}

/** The queue of the page is empty, and what it sent is done. */
async function sentBy(page: Page, isDone: () => Promise<boolean>): Promise<void> {
  let backAt = Date.now();
  const look = async () => {
    // A phone that finds a network again tries again.
    if (Date.now() - backAt > backAgainMs) {
      backAt = Date.now();
      await page.evaluate(() => dispatchEvent(new Event('online')));
    }
    return (await page.getByText(unsent).count()) === 0 && isDone();
  };
  await until('the right code has delivered', look, deliveredWithinMs);
}

test('without a network photo and code wait on the phone: the right one delivers once, a wrong one leaves the way without', async () => {
  const { owner, carrier, parcelIds } = await onItsWay(site, titles(), { withCode: true });
  const phone = await phoneOf(person, carrier);
  const { page } = phone;
  const trackingOf = (parcelId: string) => owner.caller.ok('tracking', { params: { parcelId } });
  const endsOf = async (parcelId: string) =>
    (await trackingOf(parcelId)).items
      .map(({ type }) => type)
      .filter((type) => /^(validateDelivery|deliveryDeclared)$/.test(type));
  const [right = '', wrong = ''] = parcelIds;
  for (const parcelId of parcelIds) {
    const { version } = await carrier.caller.ok('readParcel', { params: { parcelId } });
    await carrier.caller.ok('startDelivery', { params: { parcelId }, version });
  }

  for (const parcelId of [right, wrong]) {
    const { code = '' } = await trackingOf(parcelId);
    const networkReturns = await deliverWithoutNetwork(page, parcelId, parcelId === right ? code : wrongCode(code));
    await expectAccessible(page, 'a delivery that waits for the network');
    expect(await endsOf(parcelId)).toEqual([]);
    const areAllLost = parcelId === right ? await loseAnswers(page) : undefined;
    await networkReturns();
    if (!areAllLost) break;
    await sentBy(page, async () => areAllLost() && (await endsOf(parcelId)).length > 0);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await endsOf(parcelId)).toEqual(['validateDelivery']);
  }

  await page.getByText(/^Livraison refusée/).waitFor();
  await expectAccessible(page, 'a code that was refused after the network came back');
  expect(await endsOf(wrong)).toEqual([]);
  await button(page, 'Déclarer sans code').click();
  await page
    .getByText(/doit confirmer/)
    .first()
    .waitFor();
  expect(await endsOf(wrong)).toEqual(['deliveryDeclared']);
  expect(await endsOf(right)).toEqual(['validateDelivery']);
  const sender = await phoneOf(person, owner);
  await visit(sender.page, `/delivery/${wrong}`);
  await sender.page
    .getByText(/dit avoir livré votre colis/)
    .first()
    .waitFor();
  await button(sender.page, 'Le colis est arrivé').first().waitFor();
  await page.context().close();
  await expectQuietLeave(sender);
});
