import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, karim, visitPage } from '#test/support/site.tsx';
import { DeliveryPage } from './delivery-page.tsx';

const card = (id: string, firstName: string) => ({ id, firstName, lastName: 'Benali', verified: true, reviewCount: 3 });
const aParcel = (owner: object) => ({
  id: 'p1',
  ownerId: 'amel',
  owner,
  title: 'Livres',
  description: 'Trois livres',
  weightGrams: 2500,
  size: 'medium',
  pickup: { city: 'Paris', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Alger', country: 'Algérie', countryCode: 'DZ' },
  deadline: '2026-12-25',
  isFragile: false,
  hasElectronics: false,
  status: 'in_transit',
  carrierId: 'karim',
  carrier: card('karim', 'Karim'),
  trackingNumber: 'ABCDEFGH',
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 5,
  actions: {},
});
const open = (owner: object) => {
  fakeApi({
    'GET /parcels/p1': () => aParcel(owner),
    'GET /parcels/p1/tracking': () => ({ items: [] }),
    'GET /parcels/p1/proofs': () => ({ items: [] }),
  });
  visitPage('/delivery/:parcelId', <DeliveryPage />, { address: '/delivery/p1', me: karim });
};
const parties = async () => within(await screen.findByRole('region', { name: 'Les deux parties' }));

test('the other one of a delivery can be looked up and written to', async () => {
  open(card('amel', 'Amel'));
  const both = await parties();
  expect(both.getByRole('link', { name: "Voir le profil d'Amel Benali" })).toBeVisible();
  expect(both.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
});

test('a blocked partner keeps the name, and there is no way to write to them', async () => {
  open({ ...card('amel', 'Amel'), verified: false, reviewCount: 0, unavailable: true });
  const both = await parties();
  expect(both.getByText('Amel Benali')).toBeVisible();
  expect(both.getByText("Ce membre n'est plus disponible")).toBeVisible();
  expect(both.queryByText('Nouveau membre')).toBeNull();
  expect(both.queryByRole('link')).toBeNull();
});
