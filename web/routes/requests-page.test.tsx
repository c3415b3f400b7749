import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aListedDelivery, aMe, anOffer, aParcel, karim, type ToldDelivery } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { RequestsPage } from './requests-page.tsx';

const id = '13e1c5d2-0000-4000-8000-000000000000';
const amel = aCard({ rating: 4.5, reviewCount: 12 });
/** Amel has chosen Karim, who looks at the page. */
const chosen = (facts: ToldDelivery = {}) => aListedDelivery({ id, status: 'carrier_chosen', partner: amel, ...facts });
const open = (at = '/trip-requests', me = karim) => renderPage(<RequestsPage />, { at, me });
const accept = { name: 'Accepter de livrer ce colis' };
const main = { name: 'Accepter de livrer ce colis : Amel, Livres' };
const menuOf = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  return screen;
};

/** The conversation of Amel and Karim after these events. */
const thread = (...events: TrackingEvent['type'][]) => ({
  with: amel,
  messages: [],
  events: events.map((type) => ({ version: 4, type, at: '2026-12-01T13:05:00.000Z', by: 'amel' })),
  lastSeq: 0,
  readUpTo: 0,
});

test('a request that waits for me shows the other member and the route; sent requests are another tab', async () => {
  const asked = fakeApi({
    myRequests: ({ query }) => ({
      items:
        query['direction'] === 'sent'
          ? [chosen({ id: 'p2', title: 'Jouets', status: 'accepted_for_delivery' })]
          : [chosen()],
    }),
  });
  open('/trip-requests', aMe({ ...karim, unread: { messages: 0, requests: 1 } }));
  const group = await screen.findByRole('region', { name: 'Livres' });
  expect(group).toHaveTextContent('Paris');
  expect(group).toHaveTextContent('Amel');
  expect(group).toHaveTextContent('Prix à convenir');
  expect((await menuOf()).getByRole('link', { name: 'Contacter' })).toHaveAttribute(
    'href',
    `/messages/amel?parcel=${id}`,
  );
  await userEvent.click(screen.getByRole('tab', { name: 'Envoyées' }));
  expect(await screen.findByRole('link', { name: 'Jouets' })).toHaveAttribute('href', '/delivery/p2');
  expect(screen.getByRole('tab', { name: 'Reçues (1)' })).toBeVisible();
  expect(screen.queryByRole('button', main)).toBeNull();
  expect(asked.filter(({ row }) => row === 'myRequests').map(({ query }) => query['direction'])).toEqual([
    'received',
    'sent',
  ]);
});

test('a request is accepted in the list, after the question, at the version that the row shows', async () => {
  let items = [chosen({ version: 7 })];
  const agreed = aParcel({ id, carrier: aCard({ id: 'karim', firstName: 'Karim' }), status: 'pickup' });
  const asked = fakeApi({
    myRequests: () => ({ items }),
    acceptDelivery: () => {
      items = [];
      return agreed;
    },
    conversation: () => ({ ...thread('chooseCarrier', 'handshake'), parcel: agreed }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', main));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter de livrer ce colis ?' }));
  expect(asked.some(({ row }) => row === 'acceptDelivery')).toBe(false);
  await userEvent.click(question.getByRole('button', accept));
  expect(await screen.findByText('Accord conclu')).toBeVisible();
  expect(asked.find(({ row }) => row === 'acceptDelivery')).toMatchObject({ params: { parcelId: id }, version: 7 });
  expect(await screen.findByText(/Amel a confirmé : c'est d'accord/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Suivre la livraison' })).toHaveAttribute('href', `/delivery/${id}`);
});

test('a request says how long it may be answered, and no longer once it has ended', async () => {
  let items = [chosen({ assignedAt: '2026-11-29T13:05:00.000Z', now: Date.parse('2026-11-30T07:05:00.000Z') })];
  fakeApi({
    myRequests: () => ({ items }),
    releaseCarrier: () => {
      items = [];
      return aParcel({ id });
    },
    conversation: () => thread('chooseCarrier', 'agreementExpired'),
  });
  open();
  // In Montreal, where tests run.
  expect(await screen.findByText("Réponse possible jusqu'au mar. 1er déc. à 08:05.")).toBeInTheDocument();
  expect(screen.getByText('encore 1 j 6 h')).toBeVisible();
  await userEvent.click((await menuOf()).getByRole('button', { name: 'Refuser' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Sans réponse en 48 heures, la proposition a expiré')).toBeVisible();
  expect(screen.queryByText(/^Réponse possible/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Trouver un colis sur ce trajet' })).toBeVisible();
});

test('beside an own price stands the yes that can still be given, and an obstacle has no end beside it', async () => {
  const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
  const offer = anOffer({ id: 'o1', by: 'karim', price: euros(40) });
  const half = { terms: { grams: 2500, price: euros(33) }, offer, offerId: 'o1' };
  let items = [chosen(half)];
  fakeApi({ myRequests: () => ({ items }) });
  open('/trip-requests?tab=sent');
  expect(await screen.findByRole('region', { name: 'Livres' })).toHaveTextContent(
    /40 €.*Vous pouvez aussi accepter sa proposition \(33 € · 2,5 kg\)/,
  );
  cleanup();
  items = [chosen({ ...half, partner: { ...amel, unavailable: true } })];
  open('/trip-requests?tab=sent');
  const row = await screen.findByRole('region', { name: 'Livres' });
  expect(row).toHaveTextContent("Amel n'est plus disponible");
  expect(row).not.toHaveTextContent(/encore|Réponse possible/);
});

test('a request is refused with an optional reason', async () => {
  const asked = fakeApi({
    myRequests: () => ({ items: [chosen()] }),
    releaseCarrier: () => aParcel({ id }),
  });
  open();
  await userEvent.click((await menuOf()).getByRole('button', { name: 'Refuser' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByRole('textbox'), 'Valise déjà pleine');
  await userEvent.click(question.getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Statut mis à jour')).toBeVisible();
  expect(asked.find(({ row }) => row === 'releaseCarrier')).toMatchObject({ body: { reason: 'Valise déjà pleine' } });
});

test('the slower member reads that the parcel has a carrier, and their row offers no act', async () => {
  let items = [chosen()];
  fakeApi({
    myRequests: () => ({ items }),
    acceptDelivery: () => {
      items = [];
      return new Refusal('ALREADY_ASSIGNED');
    },
    conversation: () => {
      const { events: _none, ...unseen } = thread();
      return { ...unseen, unseenParcel: { id, sentence: 'Ce colis a déjà un transporteur.' } };
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', main));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', accept));
  expect(await screen.findByText('Colis déjà attribué')).toBeVisible();
  await userEvent.click(screen.getByText('Fermer'));
  expect(await screen.findByText('Ce colis a déjà un transporteur.')).toBeVisible();
  expect(screen.queryByRole('button', main)).toBeNull();
});

test('a request whose conversation cannot be read is said to be over', async () => {
  let items = [chosen()];
  fakeApi({
    myRequests: () => ({ items }),
    releaseCarrier: () => {
      items = [];
      return aParcel({ id });
    },
    conversation: () => new Refusal('NOT_FOUND'),
  });
  open();
  await userEvent.click((await menuOf()).getByRole('button', { name: 'Refuser' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuser' }));
  expect(await screen.findByText('Cette proposition a pris fin.')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Trouver un colis sur ce trajet' })).toBeVisible();
});

test('a member who is gone can be refused, but neither accepted nor contacted', async () => {
  fakeApi({ myRequests: () => ({ items: [chosen({ partner: { ...amel, unavailable: true } })] }) });
  open();
  expect(await screen.findByText(/n'est plus disponible/)).toBeVisible();
  expect(screen.getByText(/vous pouvez refuser cette proposition/)).toBeVisible();
  expect(screen.queryByRole('button', main)).toBeNull();
  expect(screen.getByRole('button', { name: /^Refuser :/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
});

test('an empty list and a failed list each show their own text', async () => {
  fakeApi({ myRequests: ({ query }) => (query['direction'] === 'sent' ? new Refusal('FAULT') : { items: [] }) });
  open();
  expect(await screen.findByText("Aucune demande pour l'instant")).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trouver un colis à transporter' })).toHaveAttribute('href', '/find-parcels');
  await userEvent.click(screen.getByRole('tab', { name: 'Envoyées' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les données');
});
