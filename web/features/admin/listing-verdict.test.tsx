import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, karim, visitPage } from '#test/support/site.tsx';
import { ParcelsTab } from '#web/features/admin/parcels-tab.tsx';
import { TripsTab } from '#web/features/admin/trips-tab.tsx';

const owner = { id: 'amel', firstName: 'Amel', lastName: 'Benali', verified: true, reviewCount: 0 };
const paris = { city: 'Paris', country: 'France', countryCode: 'FR' };
const alger = { city: 'Alger', country: 'Algérie', countryCode: 'DZ' };
const listing = {
  ownerId: 'amel',
  owner,
  createdAt: '2026-11-01T10:00:00.000Z',
  status: 'active',
  adminStatus: 'pending',
  version: 3,
  actions: {},
};
const parcel = {
  ...listing,
  id: 'p1',
  title: 'Livres',
  description: 'Trois livres',
  weightGrams: 2500,
  size: 'medium',
  pickup: paris,
  delivery: alger,
  deadline: '2026-12-25',
  isFragile: false,
  hasElectronics: false,
  trackingNumber: 'ABCDEFGH',
};
const trip = {
  ...listing,
  id: 't1',
  depart: paris,
  arrival: alger,
  stops: [],
  transport: 'plane',
  travelDate: '2026-12-20',
  maxWeightKg: 8,
  maxSize: 'medium',
  priceType: 'negotiable',
  acceptsFragile: true,
  acceptsElectronics: false,
};

test('a parcel is refused with a reason, at the version on the screen, and its card shows the outcome', async () => {
  const refused = { ...parcel, adminStatus: 'rejected', rejectionReason: 'Photo illisible', version: 4 };
  const asked = fakeApi({
    'GET /admin/parcels': () => ({ items: [parcel] }),
    'POST /admin/parcels/p1/reject': () => refused,
  });
  visitPage('/admin', <ParcelsTab />, { me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Rejeter : Livres' }));
  expect(screen.getByRole('dialog', { name: 'Rejeter le colis « Livres » ?' })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Motif \*/), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(await screen.findByText('Colis rejeté')).toBeVisible();
  const sent = asked.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ reason: 'Photo illisible' });
  expect(sent?.headers.get('if-match')).toBe('"3"');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rejeter : Livres' })).toBeNull();
});

test('a trip is approved at once', async () => {
  fakeApi({
    'GET /admin/trips': () => ({ items: [trip] }),
    'POST /admin/trips/t1/approve': () => ({ ...trip, adminStatus: 'approved', version: 4 }),
  });
  visitPage('/admin', <TripsTab />, { me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Approuver : Paris → Alger' }));
  expect(await screen.findByText('Trajet approuvé')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approuver : Paris → Alger' })).toBeNull();
});

test('about a listing that its owner cancelled there is nothing to decide', async () => {
  fakeApi({ 'GET /admin/trips': () => ({ items: [{ ...trip, status: 'cancelled' }] }) });
  visitPage('/admin', <TripsTab />, { me: karim });
  expect(await screen.findByText('Annonce annulée par son propriétaire.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approuver/ })).toBeNull();
});
