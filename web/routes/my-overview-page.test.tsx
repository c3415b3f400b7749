import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Statistics } from '#shared/deliveries/statistics.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe, aParcel, aTrip, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { MyOverviewPage } from './my-overview-page.tsx';

const me = aMe({ ...karim, unread: { messages: 3, requests: 0 } });
const server = (more: Answers = {}) =>
  fakeApi({
    myTrips: ({ query }) => ({
      items:
        query['when'] === 'past'
          ? [aTrip({ id: 't9', ownerId: 'karim' })]
          : [
              aTrip({ ownerId: 'karim', adminStatus: 'approved' }),
              aTrip({ id: 't2', ownerId: 'karim', adminStatus: 'rejected', rejectionReason: 'Date fausse' }),
            ],
      counts: { upcoming: 2, past: 5 },
    }),
    myParcels: () => ({
      counts: { todo: 1, going: 1, over: 7 },
      items: [
        aParcel({ id: 'p2', title: 'Jouets', ownerId: 'karim', status: 'accepted_for_delivery' }),
        aParcel({ ownerId: 'karim', adminStatus: 'approved' }),
      ],
    }),
    conversations: () => ({ items: [] }),
    ...more,
  });
const open = (at = '/delivery-management') => renderPage(<MyOverviewPage />, { at, me });
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('each tab says what it counts, waiting items are first, and the tab is in the address', async () => {
  server();
  const place = open();
  expect(await screen.findByRole('tab', { name: 'Trajets (2 à venir)' })).toBeVisible();
  expect(headings()).toEqual(['À faire', 'Autres trajets']);
  await userEvent.click(await screen.findByRole('tab', { name: 'Colis (1 à faire)' }));
  expect(place.url).toBe('/delivery-management?tab=parcels');
  expect(headings()).toEqual(['À faire (1)', 'En cours (1)']);
  await userEvent.click(screen.getByRole('tab', { name: 'Messagerie (3 non lus)' }));
  expect(await screen.findByText('Aucune conversation')).toBeVisible();
});

test('what is none has no number above finished parcels and read conversations', async () => {
  const going = { todo: 0, going: 2, over: 7 };
  server({
    myTrips: () => ({ items: [], counts: { upcoming: 0, past: 5 } }),
    myParcels: () => ({ items: [], counts: going }),
  });
  renderPage(<MyOverviewPage />, { at: '/delivery-management', me: karim });
  expect(await screen.findByRole('tab', { name: 'Colis (2 en cours)' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Trajets' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Messagerie' })).toBeVisible();
});

test('past trips are loaded on request', async () => {
  const asked = server();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Afficher les trajets passés (5)' }));
  expect(await screen.findByText('Terminé')).toBeVisible();
  expect(asked.filter(({ row }) => row === 'myTrips').map(({ query }) => query['when'])).toEqual(['upcoming', 'past']);
});

test('a tab that fails does not affect the others and shows no count', async () => {
  server({ myTrips: () => new Refusal('FAULT') });
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger vos trajets.');
  expect(screen.getByRole('tab', { name: 'Trajets' })).toBeVisible();
  await userEvent.click(screen.getByRole('tab', { name: 'Colis (1 à faire)' }));
  expect(await screen.findByRole('row', { name: /Jouets/ })).toBeVisible();
});

const statistics: Statistics = {
  sender: { published: 4, waiting: 1, inTransit: 0, delivered: 2, meanDays: 3.5 },
  carrier: { trips: 1, delivered: 2, grams: 4500, onTime: 1, rating: 4.5, reviewCount: 2 },
  steps: [{ at: new Date().toISOString().slice(0, 10), published: 1, sent: 2, carried: 1 }],
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling;

test('figures are shown as sender and as carrier, and the bars are also a table', async () => {
  const asked = server({ myStatistics: () => statistics });
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Statistiques' }));
  expect(await screen.findByText('Comme expéditeur')).toBeVisible();
  expect(figure('Délai moyen')).toHaveTextContent('3,5 jours');
  expect(figure('Kilos transportés')).toHaveTextContent('4,5 kg');
  expect(figure("À l'heure")).toHaveTextContent('1 sur 2');
  const table = screen.getByRole('table', { name: 'Colis livrés', hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true }).at(-1)).toHaveTextContent(/2$/);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /Période/ }), '12 derniers mois');
  expect(asked.filter(({ row }) => row === 'myStatistics').map(({ query }) => query['period'])).toEqual(['30d', '12m']);
});

test('a new member sees every figure: real zeros, and dashes for unknown values', async () => {
  server({
    myStatistics: () => ({
      sender: { published: 0, waiting: 0, inTransit: 0, delivered: 0 },
      carrier: { trips: 0, delivered: 0, grams: 0, onTime: 0, reviewCount: 0 },
      steps: [],
    }),
  });
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Statistiques' }));
  expect(await screen.findByText(/Rien sur cette période/)).toBeVisible();
  expect(figure('Livrés')).toHaveTextContent('0');
  for (const name of ['Délai moyen', "À l'heure", 'Note']) expect(figure(name)).toHaveTextContent('—');
});
