import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aListedDelivery, aMe, anOffer, aParcel } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { TripRequestsPage } from '#web/routes/trip-requests-page.tsx';

const ids = ['1', '2', '3', '4', '5'].map((digit) => `${digit}3e1c5d2-0000-4000-8000-000000000000`) as string[];
const [parcelId = '', amelId = '', karimId = '', linaId = '', offerId = ''] = ids;
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const people = {
  karim: aCard({ id: karimId, firstName: 'Karim' }),
  lina: aCard({ id: linaId, firstName: 'Lina' }),
};
const trip = { id: offerId, travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;

/** An offer of Karim about Amel's parcel, as she reads it. */
function offered(offer: Partial<Offer> = {}, facts: Partial<ListedDelivery> = {}) {
  const made = anOffer({ id: offerId, by: karimId, ...offer });
  return aListedDelivery({
    id: parcelId,
    ownerId: amelId,
    carrierId: undefined,
    partner: people.karim,
    status: 'active',
    deadline: '2099-12-25',
    assignedAt: made.at,
    offer: made,
    ...facts,
  });
}

function open(items: readonly ListedDelivery[], answers: Answers = {}, at = '/trip-requests') {
  const asked = fakeApi({ myRequests: () => ({ items: [...items] }), ...answers });
  renderPage(<TripRequestsPage />, { at, me: aMe({ id: amelId, status: 'approved' }) });
  return asked;
}
const cardOf = async (price: string) =>
  within((await screen.findByText(new RegExp(price))).closest('li.card') as HTMLElement);
const labels = (card: Awaited<ReturnType<typeof cardOf>>) =>
  [...card.getAllByRole('button'), ...card.queryAllByRole('link', { name: 'Contacter' })].map(
    ({ textContent }) => textContent as string,
  );

beforeEach(() => vi.setSystemTime('2026-11-30T07:05:00.000Z'));

test('an offer shows its price, its trip and the time left, and has its four answers', async () => {
  open([offered({ trip })]);
  const card = await cardOf('25 €');
  expect(card.getByText('Avec le trajet en avion du 12 déc. 2026')).toBeVisible();
  expect(card.getByText('encore 1 j 6 h')).toBeVisible();
  expect(card.getByText("Réponse possible jusqu'au mar. 1er déc. à 08:05.")).toBeInTheDocument();
  expect(labels(card)).toEqual(['Choisir comme transporteur', 'Autre prix', 'Refuser', 'Contacter']);
});

test('the last hours of an offer are marked', async () => {
  open([offered({ until: '2026-11-30T12:59:00.000Z' })]);
  expect((await screen.findByText('encore 5 h 54 min')).parentElement).toHaveClass('offer-left--short');
});

test('several offers for one parcel are below its title, and each is answered by itself', async () => {
  const second = { ...people.lina };
  const asked = open([offered(), offered({ id: amelId, by: linaId, price: euros(20) }, { partner: second })], {
    takeOffer: () => aParcel({ id: parcelId }),
    readParcel: () => aParcel({ id: parcelId }),
  });
  expect(await screen.findAllByRole('link', { name: 'Livres' })).toHaveLength(1);
  await userEvent.click((await cardOf('20 €')).getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  expect(await screen.findByText('Transporteur choisi')).toBeVisible();
  expect(asked.find(({ row }) => row === 'takeOffer')).toMatchObject({
    params: { parcelId, userId: linaId },
    body: { offerId: amelId },
  });
});

test('of two offers one is taken: it becomes an agreement, and the other one ends', async () => {
  let items = [offered(), offered({ id: amelId, by: linaId, price: euros(20) }, { partner: people.lina })];
  const agreed = aParcel({
    id: parcelId,
    owner: aCard({ id: amelId }),
    carrier: people.karim,
    status: 'pickup',
  });
  open([], {
    myRequests: () => ({ items }),
    takeOffer: () => {
      items = [];
      return agreed;
    },
    readParcel: () => agreed,
  });
  await userEvent.click((await cardOf('25 €')).getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  const taken = await cardOf('25 €');
  expect(await taken.findByText('Votre accord est complet.')).toBeVisible();
  expect(taken.getByRole('link', { name: 'Suivre la livraison' })).toHaveAttribute('href', `/delivery/${parcelId}`);
  expect((await cardOf('20 €')).getByText('Cette offre a pris fin.')).toBeVisible();
});

test('an offer that is over is explained in its question, which the list does not take away', async () => {
  let items = [offered()];
  open([], {
    myRequests: () => ({ items }),
    takeOffer: () => new Refusal('OFFER_OVER'),
    readParcel: () => aParcel({ id: parcelId }),
  });
  await userEvent.click((await cardOf('25 €')).getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog'));
  items = [];
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  expect(await question.findByText(/Cette offre n'est plus valable/)).toBeVisible();
  await userEvent.click(question.getByText('Fermer'));
  expect(await screen.findByText('Cette offre a pris fin.')).toBeVisible();
});

test('an own offer can be changed and withdrawn', async () => {
  open([offered({ by: amelId })], {}, '/trip-requests?tab=sent');
  expect(labels(await cardOf('25 €'))).toEqual(['Changer le prix', "Retirer l'offre", 'Contacter']);
});

test('a change of an agreement shows what differs, and is accepted or refused', async () => {
  const terms = { price: euros(25), grams: 3500 };
  open([offered({ isChange: true, price: euros(35) }, { status: 'pickup', carrierId: karimId, terms })]);
  const card = await cardOf('35 €');
  expect(card.getByText('35 €').parentElement).toHaveTextContent('35 € au lieu de 25 €');
  expect(labels(card)).toEqual(['Accepter ce changement', 'Refuser', 'Contacter']);
});

test('without requests the page says which ones arrive there', async () => {
  open([]);
  expect(await screen.findByText("Aucune demande pour l'instant")).toBeVisible();
  expect(
    screen.getByText('Les offres, les accords à compléter et les changements à accepter arrivent ici.'),
  ).toBeVisible();
});
