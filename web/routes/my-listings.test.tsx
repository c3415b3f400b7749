import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, karim, visitPage } from '#test/support/site.tsx';
import { MyParcelsPage } from './my-parcels-page.tsx';
import { MyTripsPage } from './my-trips-page.tsx';

const amel = { id: 'amel', firstName: 'Amel', lastName: 'Benali', verified: true, rating: 4.5, reviewCount: 12 };
const paris = { city: 'Paris', country: 'France', countryCode: 'FR' };
const alger = { city: 'Alger', country: 'Algérie', countryCode: 'DZ' };
const aParcel = (facts: object) => ({
  id: 'p1',
  ownerId: 'karim',
  owner: amel,
  title: 'Livres',
  description: 'Trois livres',
  weightGrams: 2500,
  size: 'medium',
  pickup: paris,
  delivery: alger,
  deadline: '2026-12-25',
  isFragile: false,
  hasElectronics: false,
  status: 'active',
  adminStatus: 'pending',
  trackingNumber: 'ABCDEFGH',
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 1,
  actions: {},
  ...facts,
});
const aTrip = (facts: object) => ({
  id: 't1',
  ownerId: 'karim',
  owner: amel,
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
  createdAt: '2026-11-01T10:00:00.000Z',
  status: 'active',
  adminStatus: 'approved',
  version: 1,
  ...facts,
});

test('my parcels show seven columns, status, validation with its reason, and the way to follow one', async () => {
  fakeApi({
    'GET /me/parcels': () => ({
      items: [
        aParcel({ adminStatus: 'rejected', rejectionReason: 'Photo illisible' }),
        aParcel({ id: 'p2', title: 'Jouets', status: 'in_transit', adminStatus: 'approved', carrierId: 'amel' }),
      ],
    }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  const table = await screen.findByRole('table', { name: 'Mes envois' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création']);
  const refused = screen.getByRole('row', { name: /Livres/ });
  expect(refused).toHaveTextContent('Actif');
  expect(refused).toHaveTextContent('Motif : Photo illisible');
  const moving = screen.getByRole('row', { name: /Jouets/ });
  expect(moving).toHaveTextContent('En transit');
  expect(within(moving).getByRole('link', { name: 'Suivre' })).toHaveAttribute('href', '/delivery/p2');
  expect(within(refused).queryByRole('link')).toBeNull();
});

test('my parcels come page by page', async () => {
  fakeApi({
    'GET /me/parcels': ({ query }) =>
      query.get('cursor') === 'c1'
        ? { items: [aParcel({ id: 'p2', title: 'Jouets' })] }
        : { items: [aParcel({})], next: 'c1' },
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }));
  expect(await screen.findByRole('row', { name: /Jouets/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Livres/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull();
});

test('without parcels one is led to publish, and what one carries is a tab of its own', async () => {
  fakeApi({
    'GET /me/parcels': () => ({ items: [] }),
    'GET /me/deliveries': () => ({ items: [aParcel({ title: 'Jouets' })] }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  expect(await screen.findByText("Vous n'avez pas encore publié de colis")).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Je transporte' }));
  expect(await screen.findByRole('row', { name: /Jouets/ })).toBeVisible();
});

test('my trips say how many, whether confirmed, and why one was refused', async () => {
  fakeApi({
    'GET /me/trips': ({ query }) => ({
      items:
        query.get('when') === 'past'
          ? [aTrip({})]
          : [aTrip({ adminStatus: 'rejected', rejectionReason: 'Date incohérente' })],
      counts: { upcoming: 1, past: 4 },
    }),
  });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  expect(await screen.findByRole('tab', { name: 'À venir (1)' })).toBeVisible();
  expect(screen.getByText('Confirmé')).toBeVisible();
  expect(screen.getByText('Date incohérente')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ajouter un trajet' })).toHaveAttribute('href', '/transport-parcel');
  await userEvent.click(screen.getByRole('tab', { name: 'Passés (4)' }));
  expect(await screen.findByText('Terminé')).toBeVisible();
});

test('trips that cannot be loaded are said so, with a way to try again', async () => {
  fakeApi({ 'GET /me/trips': () => new Response('{}', { status: 500 }) });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger vos trajets.');
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});
