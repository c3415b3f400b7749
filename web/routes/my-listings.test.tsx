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
  actions: {},
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
  ).toEqual(['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création', 'Actions']);
  const refused = screen.getByRole('row', { name: /Livres/ });
  expect(refused).toHaveTextContent('Actif');
  expect(refused).toHaveTextContent('Motif : Photo illisible');
  const moving = screen.getByRole('row', { name: /Jouets/ });
  expect(moving).toHaveTextContent('En transit');
  expect(within(refused).queryByRole('link', { name: 'Suivre' })).toBeNull();
  await userEvent.click(within(moving).getByRole('button', { name: 'Actions : Jouets' }));
  expect(within(moving).getByRole('link', { name: 'Suivre' })).toHaveAttribute('href', '/delivery/p2');
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
          : [aTrip({ id: 't2' }), aTrip({ adminStatus: 'rejected', rejectionReason: 'Date incohérente' })],
      counts: { upcoming: 2, past: 4 },
    }),
  });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  expect(await screen.findByRole('tab', { name: 'À venir (2)' })).toBeVisible();
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

const allowed = { allowed: true };
const menuOf = async (row: RegExp) => {
  const line = await screen.findByRole('row', { name: row });
  await userEvent.click(within(line).getByRole('button', { name: /^Actions/ }));
  return within(line);
};

test('a row offers what the server allows, and says why not when it does not', async () => {
  fakeApi({
    'GET /me/parcels': () => ({
      items: [
        aParcel({
          adminStatus: 'rejected',
          actions: { editParcel: allowed, pauseParcel: allowed, cancelParcel: allowed },
        }),
        aParcel({
          id: 'p2',
          title: 'Jouets',
          status: 'pickup',
          actions: { editParcel: { allowed: false, reason: "Un transporteur s'est engagé." } },
        }),
      ],
    }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  const refused = await menuOf(/Livres/);
  expect(refused.getByRole('link', { name: 'Corriger et renvoyer' })).toHaveAttribute('href', '/send-parcel?edit=p1');
  expect(refused.getByRole('link', { name: 'Dupliquer' })).toHaveAttribute('href', '/send-parcel?copy=p1');
  expect(refused.getByRole('button', { name: 'Mettre en pause' })).toBeVisible();
  const agreed = await menuOf(/Jouets/);
  expect(agreed.getByText("Un transporteur s'est engagé.")).toBeVisible();
  expect(agreed.queryByRole('link', { name: 'Modifier' })).toBeNull();
  // The other menu has closed.
  expect(refused.queryByRole('button', { name: 'Mettre en pause' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(agreed.getByText("Un transporteur s'est engagé.")).not.toBeVisible();
  expect(agreed.getByRole('button', { name: 'Actions : Jouets' })).toHaveFocus();
});

test('an overdue parcel is published again with another date', async () => {
  fakeApi({
    'GET /me/parcels': () => ({
      items: [aParcel({ deadline: '2020-01-01', adminStatus: 'approved', actions: { editParcel: allowed } })],
    }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  expect(await screen.findByText('Date limite passée')).toBeVisible();
  const row = await menuOf(/Livres/);
  expect(row.getByRole('link', { name: 'Republier' })).toHaveAttribute('href', '/send-parcel?edit=p1');
});

test('a parcel is paused at the version that the row shows', async () => {
  const asked = fakeApi({
    'GET /me/parcels': () => ({ items: [aParcel({ version: 7, actions: { pauseParcel: allowed } })] }),
    'POST /parcels/p1/pause': () => aParcel({ status: 'pending', version: 8 }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Mettre en pause' }));
  expect(await screen.findByText('Statut mis à jour')).toBeVisible();
  const post = asked.find(({ method }) => method === 'POST');
  expect(post?.headers.get('if-match')).toBe('"7"');
});

test('a parcel is cancelled with a reason only, and somebody faster is said', async () => {
  const asked = fakeApi({
    'GET /me/parcels': () => ({
      items: [aParcel({ carrierId: 'amel', carrier: amel, actions: { cancelParcel: allowed } })],
    }),
    'POST /parcels/p1/cancel': () =>
      Response.json(
        { code: 'USE_RETURN', title: 'Colis en route', detail: 'Le colis est déjà en route.' },
        { status: 409 },
      ),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: "Annuler l'envoi" }));
  const dialog = within(screen.getByRole('dialog', { name: 'Annuler cet envoi ?' }));
  await userEvent.click(dialog.getByRole('button', { name: "Annuler l'envoi" }));
  expect(dialog.getByText('Indiquez le motif')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Envoyé autrement');
  await userEvent.click(dialog.getByRole('button', { name: "Annuler l'envoi" }));
  expect(await screen.findByText('Le colis est déjà en route.')).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Envoyé autrement' });
});

test('one state of my parcels is asked of the server and stands in the address', async () => {
  const asked = fakeApi({ 'GET /me/parcels': () => ({ items: [] }) });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  await userEvent.selectOptions(await screen.findByLabelText(/Statut/), 'Livré');
  expect(await screen.findByText('Aucun colis « Livré »')).toBeVisible();
  expect(screen.getByTestId('address')).toHaveTextContent('/my-parcels?status=delivered');
  expect(asked.at(-1)?.query.get('status')).toBe('delivered');
});

test('my own parcel opens over my list, whatever its state', async () => {
  fakeApi({
    'GET /me/parcels': () => ({ items: [aParcel({})] }),
    'GET /parcels/p1': () => aParcel({ actions: { editParcel: allowed } }),
  });
  visitPage('/my-parcels', <MyParcelsPage />, { me: karim });
  await userEvent.click(await screen.findByRole('link', { name: 'Livres' }));
  const dialog = await screen.findByRole('dialog', { name: 'Livres' });
  expect(within(dialog).getByRole('link', { name: 'Modifier' })).toHaveAttribute('href', '/send-parcel?edit=p1');
});

test('a trip is cancelled with a warning about what counts on it', async () => {
  const asked = fakeApi({
    'GET /me/trips': () => ({
      items: [aTrip({ actions: { editTrip: allowed, cancelTrip: allowed } })],
      counts: { upcoming: 1, past: 0 },
    }),
    'GET /me/deliveries': () => ({
      items: [aParcel({ title: 'Jouets' }), aParcel({ id: 'p2', title: 'Retour', pickup: alger, delivery: paris })],
    }),
    'POST /trips/t1/cancel': () => aTrip({ status: 'cancelled' }),
  });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  const row = await menuOf(/Paris/);
  expect(row.getByRole('link', { name: 'Publier le trajet retour' })).toHaveAttribute(
    'href',
    '/transport-parcel?return=t1',
  );
  await userEvent.click(row.getByRole('button', { name: 'Annuler le trajet' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Annuler ce trajet ?' }));
  expect(await dialog.findByText('Jouets')).toBeVisible();
  expect(dialog.queryByText('Retour', { selector: 'bdi' })).toBeNull();
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Vol annulé');
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler le trajet' }));
  expect(await screen.findByText('Trajet annulé')).toBeVisible();
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Vol annulé' });
});

test('a traveller sees what waits on his way', async () => {
  const {
    ownerId: _1,
    description: _2,
    status: _3,
    adminStatus: _4,
    trackingNumber: _5,
    version: _6,
    ...card
  } = aParcel({});
  fakeApi({
    'GET /me/trips': () => ({ items: [aTrip({ actions: { editTrip: allowed } })], counts: { upcoming: 1, past: 0 } }),
    'GET /trips/t1/matching-parcels': () => ({ items: [{ ...card, closeness: 'onTheWay' }] }),
  });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  await userEvent.click((await menuOf(/Paris/)).getByRole('button', { name: 'Voir les colis compatibles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Colis compatibles' }));
  expect(await dialog.findByText('Sur la route')).toBeVisible();
  expect(dialog.getByRole('link', { name: /^Livres/ })).toHaveAttribute('href', '/find-parcels?parcel=p1');
  expect(screen.getByTestId('address')).toHaveTextContent('matches=t1');
});

test('only a validated trip is confirmed', async () => {
  const items = [
    aTrip({}),
    aTrip({ id: 't2', adminStatus: 'pending' }),
    aTrip({ id: 't3', adminStatus: 'rejected', rejectionReason: 'Date fausse' }),
  ];
  fakeApi({ 'GET /me/trips': () => ({ items, counts: { upcoming: 3, past: 0 } }) });
  visitPage('/my-trips', <MyTripsPage />, { me: karim });
  expect(await screen.findByText('Refusé')).toBeVisible();
  expect(screen.getAllByText('Confirmé')).toHaveLength(1);
});
