import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aListedDelivery, aMe, aParcel, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { TripRequestsPage } from './trip-requests-page.tsx';

const allowed = { allowed: true };
const amel = aCard({ rating: 4.5, reviewCount: 12 });
/** Amel has chosen Karim, who looks at the page. */
const chosen = (facts: Partial<ListedDelivery> = {}) =>
  aListedDelivery({
    status: 'carrier_chosen',
    partner: amel,
    actions: { acceptDelivery: allowed, releaseCarrier: allowed },
    ...facts,
  });
const open = (at = '/trip-requests', me = karim) => renderPage(<TripRequestsPage />, { at, me });

test('a request that waits for me shows the other member and the route; sent requests are another tab', async () => {
  const asked = fakeApi({
    myRequests: ({ query }) => ({
      items: query['direction'] === 'sent' ? [chosen({ id: 'p2', title: 'Jouets', actions: {} })] : [chosen()],
    }),
  });
  open('/trip-requests', aMe({ ...karim, unread: { messages: 0, requests: 1 } }));
  const card = (await screen.findByRole('link', { name: 'Livres' })).closest('li') as HTMLElement;
  expect(card).toHaveTextContent('Paris');
  expect(card).toHaveTextContent('Amel Benali');
  expect(within(card).getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
  await userEvent.click(screen.getByRole('tab', { name: 'Envoyées' }));
  expect(await screen.findByRole('link', { name: 'Jouets' })).toHaveAttribute('href', '/delivery/p2');
  expect(screen.getByRole('tab', { name: 'Reçues (1)' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accepter' })).toBeNull();
  expect(asked.filter(({ row }) => row === 'myRequests').map(({ query }) => query['direction'])).toEqual([
    'received',
    'sent',
  ]);
});

test('a request is accepted in the list, after the question, at the version that the card shows', async () => {
  let items = [chosen({ version: 7 })];
  const agreed = aParcel({ id: 'p1', carrier: aCard({ id: 'karim', firstName: 'Karim' }), status: 'pickup' });
  const asked = fakeApi({
    myRequests: () => ({ items }),
    acceptDelivery: () => {
      items = [];
      return agreed;
    },
    readParcel: () => agreed,
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter de livrer ce colis ?' }));
  expect(asked.some(({ row }) => row === 'acceptDelivery')).toBe(false);
  await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await screen.findByText('Livraison acceptée')).toBeVisible();
  expect(asked.find(({ row }) => row === 'acceptDelivery')).toMatchObject({ params: { parcelId: 'p1' }, version: 7 });
  expect(await screen.findByText('Votre accord est complet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Suivre la livraison' })).toHaveAttribute('href', '/delivery/p1');
});

test('a request says until when it may be answered, and no longer once it has ended', async () => {
  let items = [chosen({ answerBy: '2026-12-01T13:05:00.000Z' })];
  fakeApi({
    myRequests: () => ({ items }),
    acceptDelivery: () => {
      items = [];
      return aParcel({ id: 'p1' });
    },
    readParcel: () => aParcel({ id: 'p1' }),
  });
  open();
  // In Montreal, where tests run.
  const line = (await screen.findByText(/^Réponse possible jusqu'au/)).closest('p');
  expect(line).toHaveTextContent("Réponse possible jusqu'au mar. 1er déc. à 08:05.");
  await userEvent.click(screen.getByRole('button', { name: 'Accepter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await screen.findByText('Livraison acceptée')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/^Réponse possible/)).toBeNull());
});

test('a request is refused with an optional reason', async () => {
  const asked = fakeApi({
    myRequests: () => ({ items: [chosen()] }),
    releaseCarrier: () => aParcel({ id: 'p1' }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Refuser' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByRole('textbox'), 'Valise déjà pleine');
  await userEvent.click(question.getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Statut mis à jour')).toBeVisible();
  expect(asked.find(({ row }) => row === 'releaseCarrier')).toMatchObject({ body: { reason: 'Valise déjà pleine' } });
});

test('the slower member reads that the parcel has a carrier, and their card offers no act', async () => {
  let items = [chosen()];
  fakeApi({
    myRequests: () => ({ items }),
    acceptDelivery: () => {
      items = [];
      return refusal('ALREADY_ASSIGNED', 'Ce colis a déjà un transporteur.');
    },
    readParcel: () => new Refusal('NOT_FOUND'),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await screen.findByText("Impossible d'accepter la livraison")).toBeVisible();
  await userEvent.click(screen.getByText('Fermer'));
  expect(await screen.findByText(/Ce colis a déjà un transporteur, ou/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accepter' })).toBeNull();
});

test('a blocked member can be refused, but neither accepted nor contacted', async () => {
  fakeApi({ myRequests: () => ({ items: [chosen({ partner: { ...amel, unavailable: true } })] }) });
  open();
  expect(await screen.findByText("Ce membre n'est plus disponible")).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accepter' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Refuser' })).toBeVisible();
});

test('an empty list and a failed list each show their own text', async () => {
  fakeApi({ myRequests: ({ query }) => (query['direction'] === 'sent' ? new Refusal('FAULT') : { items: [] }) });
  open();
  expect(await screen.findByText("Aucune demande pour l'instant")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trouver un colis sur ma route' })).toHaveAttribute('href', '/find-parcels');
  await userEvent.click(screen.getByRole('tab', { name: 'Envoyées' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les données');
});
