import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Terms } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Trip } from '#shared/trips/contract.ts';
import {
  aCard,
  aListedDelivery,
  anOffer,
  aParcel,
  aParcelCard,
  aTrip,
  karim,
  type ToldParcel,
} from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { MyParcelsPage } from './my-parcels-page.tsx';
import { MyTripsPage } from './my-trips-page.tsx';

const amel = aCard({ rating: 4.5, reviewCount: 12 });
const myParcel = (facts: ToldParcel = {}) =>
  aParcel({ owner: aCard({ id: 'karim', firstName: 'Karim' }), adminStatus: 'approved', ...facts });
const counts = { todo: 1, going: 1, over: 0 };
const stateCounts = { to_collect: 1, in_transit: 0, to_deliver: 0, completed: 0 };
const myTrip = (facts: Partial<Trip> = {}) => aTrip({ ownerId: 'karim', adminStatus: 'approved', ...facts });

test('my parcels show seven columns, one badge, what comes next with its reason, and the way to follow one', async () => {
  fakeApi({
    myParcels: () => ({
      counts,
      items: [
        myParcel({ adminStatus: 'rejected', rejectionReason: 'Photo illisible' }),
        myParcel({
          id: 'p2',
          title: 'Jouets',
          status: 'in_transit',
          adminStatus: 'approved',
          carrier: amel,
          price: { amount: 3000, currency: 'EUR' },
          terms: { price: { amount: 3500, currency: 'EUR' }, grams: 4500 },
        }),
      ],
    }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  const table = await screen.findByRole('table', { name: 'Mes colis : à faire' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Titre', 'De', 'Vers', 'Taille', 'Poids', 'Statut', 'Date de création', 'Actions']);
  const refused = screen.getByRole('row', { name: /Livres/ });
  expect(refused).toHaveTextContent('Refusé');
  expect(refused).toHaveTextContent('Corrigez votre annonce et renvoyez-la.');
  expect(refused.querySelectorAll('.status-badge')).toHaveLength(1);
  expect(refused).toHaveTextContent('Motif : Photo illisible');
  const moving = screen.getByRole('row', { name: /Jouets/ });
  expect(moving).toHaveTextContent('En transit');
  expect(within(refused).queryByRole('link', { name: /^Suivre/ })).toBeNull();
  expect(moving).toHaveTextContent('Étape 3 sur 5 : En transit');
  expect(moving).toHaveTextContent('Amel transporte votre colis.');
  expect(moving).toHaveTextContent(/35\s€ · 4,5\skg/);
  expect(moving).not.toHaveTextContent('30');
  expect((await menuOf(/Jouets/)).getByRole('link', { name: 'Suivre' })).toHaveAttribute('href', '/delivery/p2');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'À faire (1)',
    'En cours (1)',
  ]);
});

test('a row is walked with the keyboard: its title, its actions, and back', async () => {
  fakeApi({ myParcels: () => ({ counts, items: [myParcel()] }) });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  within(await screen.findByRole('rowheader', { name: /Livres/ }))
    .getByRole('link')
    .focus();
  await userEvent.tab();
  const actions = screen.getByRole('button', { name: 'Actions : Livres' });
  expect(actions).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Ouvrir' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(actions).toHaveFocus();
  expect(actions).toHaveAttribute('aria-expanded', 'false');
});

test('before both have said yes a parcel has a traveller, and no carrier yet', async () => {
  fakeApi({ myParcels: () => ({ counts, items: [myParcel({ status: 'accepted_for_delivery', carrier: amel })] }) });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  const row = await screen.findByRole('row', { name: /Livres/ });
  expect(row).toHaveTextContent(`Voyageur : ${amel.firstName}`);
  expect(row).not.toHaveTextContent('Transporteur');
});

test('a carrier who is blocked or gone is said to be', async () => {
  fakeApi({
    myParcels: () => ({
      counts,
      items: [
        myParcel({
          status: 'pickup',
          carrier: { ...amel, firstName: 'Ancien', lastName: 'membre', unavailable: true },
        }),
        myParcel({ id: 'p2', title: 'Jouets', status: 'pickup', carrier: amel }),
      ],
    }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  const gone = await screen.findByRole('row', { name: /Livres/ });
  expect(gone).toHaveTextContent("Transporteur : Ancien membre (ce membre n'est plus disponible)");
  expect(screen.getByRole('row', { name: /Jouets/ })).not.toHaveTextContent('plus disponible');
});

test('my parcels come page by page', async () => {
  fakeApi({
    myParcels: ({ query }) =>
      query['cursor'] === 'c1'
        ? { counts, items: [myParcel({ id: 'p2', title: 'Jouets' })] }
        : { counts, items: [myParcel()], next: 'c1' },
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher plus' }));
  expect(await screen.findByRole('row', { name: /Jouets/ })).toBeVisible();
  expect(screen.getByRole('row', { name: /Livres/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Afficher plus' })).toBeNull();
});

test('without parcels one is led to publish, and what one carries is a tab of its own', async () => {
  fakeApi({
    myParcels: () => ({ counts, items: [] }),
    myDeliveries: () => ({ counts: stateCounts, items: [aListedDelivery({ title: 'Jouets' })] }),
  });
  const me = { ...karim, unread: { messages: 0, requests: 0, carriedProblems: 2, carriedToAnswer: 1 } };
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me });
  expect(await screen.findByText("Vous n'avez pas encore publié de colis")).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Je transporte (1 à traiter)' }));
  expect(await screen.findByRole('link', { name: 'Jouets' })).toHaveAttribute('href', '/delivery/p1');
});

test('my trips say how many, whether confirmed, and why one was refused', async () => {
  fakeApi({
    myTrips: ({ query }) => ({
      items:
        query['when'] === 'past'
          ? [myTrip()]
          : [myTrip({ id: 't2' }), myTrip({ adminStatus: 'rejected', rejectionReason: 'Date incohérente' })],
      counts: { upcoming: 2, past: 4 },
    }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  expect(await screen.findByRole('tab', { name: 'À venir (2)' })).toBeVisible();
  expect(screen.getByText('Confirmé')).toBeVisible();
  expect(screen.getByText('Date incohérente')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ajouter un trajet' })).toHaveAttribute('href', '/transport-parcel');
  await userEvent.click(screen.getByRole('tab', { name: 'Passés (4)' }));
  expect(await screen.findByText('Terminé')).toBeVisible();
});

test('trips that cannot be loaded are said so, with a way to try again', async () => {
  fakeApi({ myTrips: () => new Refusal('FAULT') });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
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
    myParcels: () => ({
      counts,
      items: [
        myParcel({ adminStatus: 'rejected' }),
        myParcel({ id: 'p2', title: 'Jouets', status: 'pickup', carrier: amel }),
      ],
    }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  const refused = await menuOf(/Livres/);
  expect(refused.getByRole('link', { name: 'Corriger et renvoyer : Livres' })).toHaveAttribute(
    'href',
    '/send-parcel?edit=p1',
  );
  expect(refused.getByRole('link', { name: 'Dupliquer' })).toHaveAttribute('href', '/send-parcel?copy=p1');
  expect(refused.getByRole('button', { name: 'Mettre en pause' })).toBeVisible();
  const agreed = await menuOf(/Jouets/);
  expect(agreed.getByText(/^Un transporteur s'est engagé/)).toBeVisible();
  expect(agreed.queryByRole('link', { name: 'Modifier' })).toBeNull();
  // The other menu has closed.
  expect(refused.queryByRole('button', { name: 'Mettre en pause' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(agreed.getByText(/^Un transporteur s'est engagé/)).not.toBeVisible();
  expect(agreed.getByRole('button', { name: 'Actions : Jouets' })).toHaveFocus();
});

test('an overdue parcel is published again with another date', async () => {
  fakeApi({
    myParcels: () => ({
      counts,
      items: [myParcel({ deadline: '2020-01-01' })],
    }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  expect(await screen.findByText('Date limite passée')).toBeVisible();
  const row = await menuOf(/Livres/);
  expect(row.getByRole('link', { name: 'Republier : Livres' })).toHaveAttribute('href', '/send-parcel?edit=p1');
});

test('a row tells its one state, the propositions that wait, and until when', async () => {
  const end = Date.parse('2026-12-01T13:05:00.000Z');
  const openOffers = { received: [end, end], sent: [] };
  const items = [
    myParcel({ openOffers }),
    myParcel({ id: 'p2', title: 'Jouets', adminStatus: 'pending' }),
    myParcel({ id: 'p3', title: 'Thé', status: 'pending', openOffers }),
  ];
  fakeApi({ myParcels: () => ({ counts, items }) });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  const offered = await screen.findByRole('row', { name: /Livres/ });
  // In Montreal, where tests run.
  expect(offered).toHaveTextContent(
    "2 propositions attendent votre réponse, la première jusqu'au mar. 1er déc. à 08:05.",
  );
  expect(within(offered).getByRole('link', { name: 'Voir les propositions : Livres' })).toHaveAttribute(
    'href',
    '/trip-requests',
  );
  const waiting = screen.getByRole('row', { name: /Jouets/ });
  expect(waiting).toHaveTextContent('En attente de validation (24 à 48 h)');
  expect(waiting).not.toHaveTextContent(/étapes? |Actif/i);
  expect(
    within(waiting)
      .getAllByRole('button')
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual(['Actions : Jouets']);
  const paused = screen.getByRole('row', { name: /Thé/ });
  expect(paused).toHaveTextContent('reprenez-la pour conclure un accord. 2 propositions attendent votre réponse');
  expect(paused).not.toHaveTextContent(/étapes? /i);
  expect(within(paused).getByRole('button', { name: "Reprendre l'annonce : Thé" })).toBeVisible();
  for (const row of [offered, waiting, paused]) expect(row.querySelectorAll('.status-badge')).toHaveLength(1);
  const todo = screen.getByRole('table', { name: 'Mes colis : à faire' });
  expect(
    within(todo)
      .getAllByRole('rowheader')
      .map((head) => within(head).getByRole('link').textContent),
  ).toEqual(['Livres', 'Thé']);
});

test('the travellers of a listed parcel are in its menu', async () => {
  fakeApi({ myParcels: () => ({ counts, items: [myParcel()] }), matchingTrips: () => ({ items: [] }) });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Voyageurs compatibles' }));
  expect(await screen.findByRole('dialog', { name: 'Voyageurs compatibles' })).toBeVisible();
});

test('a parcel is paused at the version that the row shows, and the row tells it before the list is read again', async () => {
  const lists = [{ counts, items: [myParcel({ version: 7 })] }];
  const asked = fakeApi({
    myParcels: () => lists.shift() ?? new Promise(() => {}),
    pauseParcel: () => myParcel({ status: 'pending', version: 8 }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Mettre en pause' }));
  expect(await screen.findByText('Statut mis à jour')).toBeVisible();
  const pause = asked.find(({ row }) => row === 'pauseParcel');
  expect(pause).toMatchObject({ params: { parcelId: 'p1' }, version: 7 });
  expect(within(screen.getByRole('row', { name: /Livres/ })).getByText('En attente (en pause)')).toBeVisible();
});

test('a parcel is cancelled with a reason only, and somebody faster is said', async () => {
  const asked = fakeApi({
    myParcels: () => ({
      counts,
      items: [myParcel({ status: 'pickup', carrier: amel })],
    }),
    cancelParcel: () => refusal('USE_RETURN', 'Le colis est déjà en route.'),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Annuler ce colis' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Annuler ce colis ?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler ce colis' }));
  expect(dialog.getByText('Indiquez le motif')).toBeVisible();
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([]);
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Envoyé autrement');
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler ce colis' }));
  expect(await screen.findByText('Le colis est déjà en route.')).toBeVisible();
  expect(asked.find(({ row }) => row === 'cancelParcel')).toMatchObject({
    params: { parcelId: 'p1' },
    body: { reason: 'Envoyé autrement' },
  });
});

test('a question stays open with what was typed while its parcel moves to another list', async () => {
  const offered = { received: [Date.now() + 3_600_000], sent: [] };
  let items = [myParcel()];
  const asked = fakeApi({
    myParcels: () => ({ counts, items }),
    cancelParcel: () => myParcel({ status: 'cancelled' }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Annuler ce colis' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Annuler ce colis ?' }));
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Envoyé autrement');
  items = [myParcel({ openOffers: offered, version: 8 })];
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText(/1 proposition attend votre réponse/)).toBeInTheDocument();
  expect(dialog.getByLabelText(/Motif/)).toHaveValue('Envoyé autrement');
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler ce colis' }));
  await waitFor(() => expect(asked.find(({ row }) => row === 'cancelParcel')).toMatchObject({ version: 8 }));
});

test('a question that is about no offer shows the agreement that one became, and then succeeds', async () => {
  let items = [myParcel({ offer: anOffer() })];
  const asked = fakeApi({
    myParcels: () => ({ counts, items }),
    cancelParcel: () => myParcel({ status: 'cancelled' }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click((await menuOf(/Livres/)).getByRole('button', { name: 'Annuler ce colis' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Annuler ce colis ?' }));
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Envoyé autrement');
  items = [myParcel({ status: 'pickup', carrier: amel, version: 9 })];
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Nous prévenons Amel'));
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler ce colis' }));
  await waitFor(() => expect(asked.find(({ row }) => row === 'cancelParcel')).toMatchObject({ version: 9 }));
});

test('one stage of my parcels is asked of the server and stands in the address', async () => {
  const asked = fakeApi({ myParcels: () => ({ counts, items: [] }) });
  const place = renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.selectOptions(await screen.findByLabelText(/Statut/), 'Livré');
  expect(await screen.findByText('Aucun colis « Livré »')).toBeVisible();
  expect(place.url).toContain('/my-parcels?stage=delivered');
  expect(asked.at(-1)?.query['stage']).toBe('delivered');
  await userEvent.selectOptions(screen.getByLabelText(/Statut/), 'Problème signalé');
  expect(await screen.findByText('Aucun colis « Problème signalé »')).toBeVisible();
  expect(asked.at(-1)?.query['stage']).toBe('problem');
});

test('my own parcel opens over my list, whatever its state', async () => {
  fakeApi({
    myParcels: () => ({ counts, items: [myParcel()] }),
    readParcel: () => myParcel(),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  await userEvent.click(await screen.findByRole('link', { name: 'Livres' }));
  const dialog = await screen.findByRole('dialog', { name: 'Livres' });
  expect(within(dialog).getByRole('link', { name: 'Modifier' })).toHaveAttribute('href', '/send-parcel?edit=p1');
});

const countingOn = (id: string): Terms => ({
  grams: 1500,
  trip: { id, travelDate: '2026-12-20', transport: 'plane', from: 'Paris', to: 'Alger' },
});

const offerWith = (id: string) => anOffer({ until: '2099-12-01T13:05:00.000Z', trip: countingOn(id).trip });

test('a trip with a proposition that waits for its traveller leads to it, and else to the parcels on its way', async () => {
  const trips = ['t1', 't2'].map((id) => myTrip({ id, actions: { editTrip: allowed } }));
  const invited = { status: 'active', carrierId: undefined } as const;
  const offer = (id: string, by: string) => ({ ...offerWith(id), by });
  const asked = fakeApi({
    myTrips: () => ({ items: trips, counts: { upcoming: 2, past: 0 } }),
    myRequests: () => ({ items: [aListedDelivery({ ...invited, offer: offer('t2', 'amel') })] }),
  });
  const me = { ...karim, unread: { messages: 0, requests: 1 } };
  renderPage(<MyTripsPage />, { at: '/my-trips', me });
  const [, free, waiting] = await screen.findAllByRole('row');
  if (!free || !waiting) throw new Error('No rows');
  await waitFor(() => expect(waiting).toHaveTextContent('Prochaine étape : Répondez à la proposition qui attend.'));
  expect(within(waiting).getByRole('link', { name: /^Voir les propositions : / })).toHaveAttribute(
    'href',
    '/trip-requests',
  );
  expect(free).toHaveTextContent('Proposez-vous pour un colis sur ce trajet.');
  expect(within(free).getByRole('button', { name: /^Voir les colis compatibles : / })).toBeVisible();
  expect(asked.filter(({ row }) => row === 'myRequests')).toMatchObject([{ query: { direction: 'received' } }]);
});

test('a trip is cancelled with a warning about what counts on it', async () => {
  const asked = fakeApi({
    myTrips: () => ({
      items: [myTrip({ actions: { editTrip: allowed, cancelTrip: allowed } })],
      counts: { upcoming: 1, past: 0 },
    }),
    myDeliveries: ({ query }) => ({
      counts: stateCounts,
      items:
        query.state === 'to_collect'
          ? [
              aListedDelivery({ title: 'Jouets', terms: countingOn('t1') }),
              aListedDelivery({ id: 'p2', title: 'Retour', terms: countingOn('t2') }),
              aListedDelivery({ id: 'p3', title: 'Sans trajet', terms: { grams: 500 } }),
            ]
          : query.state === 'in_transit'
            ? [aListedDelivery({ id: 'p4', title: 'Robe', status: 'in_transit', terms: countingOn('t1') })]
            : [],
    }),
    myRequests: ({ query }) => ({
      items:
        query.direction === 'sent'
          ? [
              aListedDelivery({ id: 'p5', title: 'Vélo', status: 'accepted_for_delivery', terms: countingOn('t1') }),
              aListedDelivery({ id: 'p6', title: 'Lampe', status: 'active', offer: offerWith('t1') }),
              aListedDelivery({ id: 'p7', title: 'Chaise', status: 'active', offer: offerWith('t2') }),
            ]
          : [],
    }),
    cancelTrip: () => myTrip({ status: 'cancelled' }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  const row = await menuOf(/Paris/);
  expect(row.getByRole('link', { name: 'Publier le trajet retour' })).toHaveAttribute(
    'href',
    '/transport-parcel?return=t1',
  );
  await userEvent.click(row.getByRole('button', { name: 'Annuler le trajet' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Annuler ce trajet ?' }));
  expect(await dialog.findByText('Jouets')).toBeVisible();
  expect(dialog.getByText('Leurs expéditeurs sont prévenus et leurs colis de nouveau proposés.')).toBeVisible();
  expect(dialog.getByText('Les expéditeurs liront ce motif.')).toBeVisible();
  expect(await dialog.findByText('Robe')).toBeVisible();
  expect(dialog.getByText('Vous avez déjà ce colis : il reste à livrer.')).toBeVisible();
  const alerts = dialog.getAllByText('1 proposition avec ce trajet').map((title) => title.parentElement?.textContent);
  expect(alerts).toEqual([
    expect.stringMatching(/VéloElle prend fin.: l'expéditeur est prévenu et le colis de nouveau proposé/),
    expect.stringMatching(/LampeAucun oui n'est possible avec un trajet annulé/),
  ]);
  for (const other of ['Retour', 'Sans trajet', 'Chaise'])
    expect(dialog.queryByText(other, { selector: 'bdi' })).toBeNull();
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Vol annulé');
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler le trajet' }));
  expect(await screen.findByText('Trajet annulé')).toBeVisible();
  expect(asked.find(({ row }) => row === 'cancelTrip')).toMatchObject({
    params: { tripId: 't1' },
    body: { reason: 'Vol annulé' },
  });
});

test('a trip is cancelled only once the parcels that count on it are read', async () => {
  const lists: (() => void)[] = [];
  const asked = fakeApi({
    myTrips: () => ({
      items: [myTrip({ actions: { editTrip: allowed, cancelTrip: allowed } })],
      counts: { upcoming: 1, past: 0 },
    }),
    myDeliveries: () => new Promise((resolve) => void lists.push(() => resolve({ counts: stateCounts, items: [] }))),
    myRequests: () => ({ items: [] }),
    cancelTrip: () => myTrip({ status: 'cancelled' }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  await userEvent.click((await menuOf(/Paris/)).getByRole('button', { name: 'Annuler le trajet' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Annuler ce trajet ?' }));
  expect(dialog.getByText('Lecture des colis de ce trajet…')).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText(/Motif/), 'Vol annulé');
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler le trajet' }));
  expect(asked.some(({ row }) => row === 'cancelTrip')).toBe(false);
  for (const answer of lists) answer();
  expect(await dialog.findByText('Pour vous en souvenir.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler le trajet' }));
  expect(await screen.findByText('Trajet annulé')).toBeVisible();
});

test('a traveller sees what waits on their way', async () => {
  fakeApi({
    myTrips: () => ({ items: [myTrip({ actions: { editTrip: allowed } })], counts: { upcoming: 1, past: 0 } }),
    matchingParcels: () => ({ items: [{ ...aParcelCard(), closeness: 'onTheWay' }] }),
  });
  const place = renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  await userEvent.click(
    (await menuOf(/Paris/)).getByRole('button', { name: 'Voir les colis compatibles : Paris → Alger' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Colis compatibles' }));
  expect(await dialog.findByText('Sur la route')).toBeVisible();
  expect(dialog.getByRole('link', { name: /^Livres/ })).toHaveAttribute('href', '/find-parcels?parcel=p1');
  expect(place.url).toContain('matches=t1');
});

test('no parcel on the way: a trip that waits for its validation is not told to be visible', async () => {
  const waits = myTrip({ adminStatus: 'pending', actions: { editTrip: allowed } });
  fakeApi({
    myTrips: () => ({ items: [waits], counts: { upcoming: 1, past: 0 } }),
    matchingParcels: () => ({ items: [] }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips?matches=t1', me: karim });
  const dialog = within(await screen.findByRole('dialog', { name: 'Colis compatibles' }));
  expect(await dialog.findByText(/^Les expéditeurs verront votre trajet après validation/)).toBeVisible();
  expect(dialog.queryByText(/reste visible/)).toBeNull();
});

test('a trip that takes no parcel any more tells no free room, and one state', async () => {
  const booked = { maxWeightKg: 8, bookedGrams: 4500 };
  const refused = myTrip({ id: 't2', adminStatus: 'rejected', rejectionReason: 'Date fausse' });
  fakeApi({
    myTrips: ({ query }) => ({
      items: query['when'] === 'past' ? [refused] : [myTrip({ ...booked, status: 'cancelled' })],
      counts: { upcoming: 0, past: 1 },
    }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  const cancelled = await screen.findByRole('row', { name: /Annulé/ });
  expect(cancelled).toHaveTextContent(/8\skg · colis/);
  expect(cancelled).not.toHaveTextContent('Il reste');
  await userEvent.click(screen.getByRole('tab', { name: 'Passés (1)' }));
  const past = await screen.findByRole('row', { name: /Refusé/ });
  expect(past).not.toHaveTextContent('Terminé');
  expect(within(past).getByRole('link', { name: /^Republier : / })).toBeVisible();
});

test('only a validated trip is confirmed', async () => {
  const items = [
    myTrip(),
    myTrip({ id: 't2', adminStatus: 'pending' }),
    myTrip({ id: 't3', adminStatus: 'rejected', rejectionReason: 'Date fausse' }),
  ];
  fakeApi({ myTrips: () => ({ items, counts: { upcoming: 3, past: 0 } }) });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  expect(await screen.findByText('Refusé')).toBeVisible();
  expect(screen.getAllByText('Confirmé')).toHaveLength(1);
});
