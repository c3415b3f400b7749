import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Card } from '#shared/values/fields.ts';
import { aCard, aParcel, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';

const amel = aCard({ reviewCount: 3 });
const open = (owner: Card) => {
  fakeApi({
    readParcel: () => aParcel({ owner, carrier: { ...amel, id: 'karim', firstName: 'Karim' }, status: 'in_transit' }),
    tracking: () => ({ items: [] }),
    proofs: () => ({ items: [] }),
  });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
};
const parties = async () => within(await screen.findByRole('region', { name: 'Les deux parties' }));

test('the other one of a delivery can be looked up and written to', async () => {
  open(amel);
  const both = await parties();
  expect(both.getByRole('link', { name: "Voir le profil d'Amel Benali" })).toBeVisible();
  const messages = within(screen.getByRole('region', { name: 'Messages' }));
  expect(messages.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
});

test('a blocked partner keeps the name, and there is no way to write to them', async () => {
  open({ ...amel, verified: false, reviewCount: 0, unavailable: true });
  const both = await parties();
  expect(both.getByText('Amel Benali')).toBeVisible();
  expect(both.getByText("Ce membre n'est plus disponible")).toBeVisible();
  expect(both.queryByText('Nouveau membre')).toBeNull();
  expect(both.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
});
