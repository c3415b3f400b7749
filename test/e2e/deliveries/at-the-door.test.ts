import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openBrowser } from '../../support/e2e.ts';
import { openTestSite, until } from '../../support/journey.ts';
import { deliverWithoutNetwork, onItsWay, phoneOf } from './on-its-way.ts';

const site = openTestSite();
const person = openBrowser();

test('a photo and the right code wait for the network on the phone, and deliver once', async () => {
  const title = `Clés du garage ${randomUUID().slice(0, 4)}`;
  const { owner, carrier, parcelIds } = await onItsWay(site, [title], { withCode: true });
  const [parcelId = ''] = parcelIds;
  const params = { parcelId };
  const { version } = await carrier.caller.ok('readParcel', { params });
  await carrier.caller.ok('startDelivery', { params, version });
  const { code = '' } = await owner.caller.ok('tracking', { params });
  const endsOf = async () =>
    (await owner.caller.ok('tracking', { params })).items.filter(({ type }) => type === 'validateDelivery').length;

  const { page } = await phoneOf(person, carrier);
  const networkReturns = await deliverWithoutNetwork(page, parcelId, code);
  expect(await endsOf()).toBe(0);
  await networkReturns();
  await until('the code has delivered', async () => (await endsOf()) > 0);
  const waiting = page.getByText(/en attente de connexion|Envoi…|Nouvel essai/i);
  await until('the page tells of nothing that waits', async () => (await waiting.count()) === 0);
  expect(await endsOf()).toBe(1);
  await page.context().close();
});
