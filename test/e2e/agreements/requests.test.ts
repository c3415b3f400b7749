import { expect, test } from 'vitest';
import { expectAccessible, giveSession, visit } from '../../support/browser.ts';
import { expectQuietLeave, openBrowser } from '../../support/e2e.ts';
import { aCard, aListedDelivery, anOffer } from '../../support/factories.ts';
import { administrator, joined, openTestSite, password } from '../../support/journey.ts';

const site = openTestSite();
const person = openBrowser();

test('on a phone four propositions are in sight, each with its act, for one parcel or for four', async () => {
  const amel = await joined(site, 'Amel', await administrator(site));
  const { page, errors } = await person('phone');
  await giveSession(page, amel.email, password);
  const trip = { id: 't1', travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
  const offered = (by: string, id: string) =>
    aListedDelivery({
      id,
      ownerId: amel.userId,
      carrierId: undefined,
      partner: aCard({ id: by, firstName: by, rating: 4.5, reviewCount: 12 }),
      price: { amount: 3000, currency: 'EUR' },
      offer: anOffer({ id: by, by, trip }),
    });
  for (const parcels of [
    ['p1', 'p1', 'p1', 'p1'],
    ['p1', 'p2', 'p3', 'p4'],
  ]) {
    const items = ['Karim', 'Lina', 'Nadia', 'Yacine'].map((name, at) => offered(name, parcels[at] ?? ''));
    await page.route('**/api/me/requests*', (route) => route.fulfill({ json: { items } }));
    await visit(page, '/trip-requests');
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Choisir/ }) });
    await expect.poll(() => rows.count()).toBe(4);
    const [first, last] = [await rows.first().boundingBox(), await rows.last().boundingBox()];
    const [head, tabs] = [await page.getByRole('banner').boundingBox(), await page.locator('.tab-bar').boundingBox()];
    if (!first || !last || !head || !tabs) throw new Error('A part of the page is not on the screen');
    expect(last.y + last.height - first.y).toBeLessThanOrEqual(tabs.y - head.height);
    await expectAccessible(page, 'four propositions');
  }
  await expectQuietLeave({ page, errors });
});
