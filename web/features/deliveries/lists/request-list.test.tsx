import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Offer, OfferEnd } from '#shared/deliveries/offer.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  aCard,
  aListedDelivery,
  aMe,
  aMessage,
  anOffer,
  aParcel,
  karim,
  type ToldDelivery,
} from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { applyLiveEvent } from '#web/lib/live/live-effects.ts';
import { RequestsPage } from '#web/routes/requests-page.tsx';

const ids = ['1', '2', '3', '4', '5'].map((digit) => `${digit}3e1c5d2-0000-4000-8000-000000000000`) as string[];
const [parcelId = '', amelId = '', karimId = '', linaId = '', offerId = ''] = ids;
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const people = {
  amel: aCard({ id: amelId, rating: 4.5, reviewCount: 12 }),
  karim: aCard({ id: karimId, firstName: 'Karim', rating: 4.8, reviewCount: 3 }),
  lina: aCard({ id: linaId, firstName: 'Lina' }),
};
const trip = { id: offerId, travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
// A slow page uses up some of the half minute beyond the shown time.
const now = Date.parse('2026-11-30T07:04:30.000Z');

/** An offer of Karim about Amel's parcel, as she reads it. */
const offered = (offer: Partial<Offer> = {}, facts: ToldDelivery = {}) =>
  aListedDelivery({
    id: parcelId,
    ownerId: amelId,
    carrierId: undefined,
    partner: people.karim,
    status: 'active',
    price: euros(30),
    deadline: '2099-12-25',
    offer: anOffer({ id: offerId, by: karimId, ...offer }),
    now,
    ...facts,
  });

const amel = aMe({ id: amelId, status: 'approved' });
function open(items: readonly ListedDelivery[], answers: Answers = {}, at = '/trip-requests', me = amel) {
  const asked = fakeApi({ myRequests: () => ({ items: [...items] }), ...answers });
  renderPage(<RequestsPage />, { at, me });
  return asked;
}
const readAgain = () => act(() => applyLiveEvent(queryClient, { type: 'lists.changed', at: '', data: {} }));
const choose = 'Choisir comme transporteur : Karim, Livres';
const rowOf = async (price: RegExp) =>
  within((await screen.findByText(price, { selector: 'strong' })).closest('li') as HTMLElement);
type Row = Awaited<ReturnType<typeof rowOf>>;
const buttons = (row: Row) => row.getAllByRole('button').map(({ textContent }) => textContent?.trim());
async function menuOf(row: Row) {
  await userEvent.click(row.getByRole('button', { name: /^Actions/ }));
  return within(row.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.trim());
}

/** The conversation in which Karim's offer ended. */
const thread = (ended: OfferEnd, facts: Partial<Parameters<typeof aMessage>[0]> = {}) => ({
  with: people.karim,
  messages: [aMessage({ id: offerId, senderId: karimId, offer: { step: 'made', ended }, ...facts })],
  lastSeq: 1,
  readUpTo: 1,
});
/** Amel's parcel, which Karim carries. */
const agreed = () => aParcel({ id: parcelId, owner: people.amel, carrier: people.karim, status: 'pickup' });

test('an offer shows price, trip, member and time left, one act to press, and the others behind « Actions »', async () => {
  open([offered({ trip })]);
  const row = await rowOf(/25/);
  expect(row.getByText(/^25/).closest('p')).toHaveTextContent(/25\s€ · trajet en avion du 12 déc. 2026/);
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent(/Livres Paris →vers Alger · annoncé : 30\s€/);
  expect(row.getByText('Karim')).toBeVisible();
  expect(row.getByText(/Note moyenne 4,8 sur 5/)).toBeInTheDocument();
  expect(row.getByText('encore 1 j 6 h')).toBeVisible();
  expect(row.getByText("Réponse possible jusqu'au mar. 1er déc. à 08:05.")).toBeInTheDocument();
  expect(buttons(row)).toEqual(['Choisir comme transporteur', 'Actions']);
  expect(await menuOf(row)).toEqual(['Proposer un autre prix', 'Refuser', 'Contacter']);
});

test('the last hours of an offer are marked', async () => {
  open([offered({ until: '2026-11-30T12:59:00.000Z' })]);
  expect((await screen.findByText('encore 5 h 54 min')).parentElement).toHaveClass('request__left--short');
});

test('of a paused parcel the act that helps is offered, and why', async () => {
  open([offered({}, { status: 'pending' })], { resumeParcel: () => aParcel({ id: parcelId }) });
  const row = await rowOf(/25/);
  expect(row.getByText(/Votre annonce est en pause/)).toBeVisible();
  expect(buttons(row)).toEqual(["Reprendre l'annonce", 'Actions']);
  await userEvent.click(row.getByRole('button', { name: "Reprendre l'annonce : Karim, Livres" }));
  expect(await screen.findByText('Statut mis à jour')).toBeVisible();
});

test('of a blocked member the offer can be refused, and the block ended', async () => {
  open([offered({}, { tie: 'blocked' })]);
  const row = await rowOf(/25/);
  expect(row.getByText(/Vous avez bloqué/)).toBeVisible();
  expect(buttons(row)).toEqual(['Débloquer', 'Actions']);
  expect(await menuOf(row)).toEqual(['Refuser', 'Contacter']);
});

test('several offers for one parcel are below its title, and each is answered by itself', async () => {
  const second = offered({ id: amelId, by: linaId, price: euros(20) }, { partner: people.lina });
  const asked = open([offered({ trip }), second], {
    takeOffer: () => aParcel({ id: parcelId }),
    readParcel: () => aParcel({ id: parcelId }),
  });
  expect(await screen.findAllByRole('link', { name: 'Livres' })).toHaveLength(1);
  await userEvent.click((await rowOf(/20/)).getByRole('button', { name: /^Choisir/ }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  expect(await screen.findByText('Accord conclu')).toBeVisible();
  expect(asked.find(({ row }) => row === 'takeOffer')).toMatchObject({
    params: { parcelId, userId: linaId },
    body: { offerId: amelId },
  });
});

test('an offer that is taken keeps its place and leads to the delivery', async () => {
  let items = [offered()];
  open([], {
    myRequests: () => ({ items }),
    takeOffer: () => {
      items = [];
      return agreed();
    },
    conversation: () => ({ ...thread('taken'), parcel: agreed() }),
  });
  await userEvent.click((await rowOf(/25/)).getByRole('button', { name: choose }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  const taken = await rowOf(/25/);
  expect(await taken.findByText('Acceptée')).toBeVisible();
  expect(taken.getByRole('link', { name: 'Suivre la livraison' })).toHaveAttribute('href', `/delivery/${parcelId}`);
  expect(taken.queryByRole('button', { name: choose })).toBeNull();
});

test('a change that is refused leads back to the agreement, which stands', async () => {
  const terms = { price: euros(25), grams: 3500 };
  const facts = { status: 'pickup', carrierId: karimId, terms } as const;
  const change = () => offered({ isChange: true, price: euros(35) }, facts);
  let items = [change()];
  open([], {
    myRequests: () => ({ items }),
    endOffer: () => {
      items = [];
      return new Refusal('OFFER_OVER');
    },
    conversation: () => ({ ...thread('declined'), parcel: agreed() }),
  });
  const row = await rowOf(/35/);
  expect(await menuOf(row)).toContain('Refuser');
  await userEvent.click(row.getByRole('button', { name: 'Refuser' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.click(question.getByRole('button', { name: /Refuser/ }));
  await userEvent.click(await question.findByText('Fermer'));
  expect(await (await rowOf(/35/)).findByRole('link', { name: 'Suivre la livraison' })).toBeVisible();
});

test('the reason of a refusal that is held stays typed, and goes when its author says so', async () => {
  const acknowledged: unknown[] = [];
  open([], {
    myRequests: () => ({ items: [offered()] }),
    endOffer: ({ body }) => {
      acknowledged.push((body as { acknowledged?: string }).acknowledged);
      return acknowledged.length > 1 ? undefined : new Refusal('CONTACT_WARNING');
    },
    conversation: () => thread('declined'),
  });
  const row = await rowOf(/25/);
  await menuOf(row);
  await userEvent.click(row.getByRole('button', { name: 'Refuser' }));
  const question = within(await screen.findByRole('dialog'));
  await userEvent.type(question.getByRole('textbox', { name: /Motif/ }), 'Appelez le 06 12 34 56 78');
  await userEvent.click(question.getByRole('button', { name: /Refuser/ }));
  expect(await question.findByText(/Vos numéros sont partagés/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Envoyer quand même' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(acknowledged).toEqual([undefined, 'contact']);
});

test.each<[OfferEnd, string]>([
  ['overtaken', 'Un autre accord a été conclu'],
  ['declined', 'Refusée'],
  ['expired', 'Expirée'],
  ['closed', 'Plus disponible'],
])('a traveller whose offer was %s reads so, and is led to other parcels of this trip', async (ended, text) => {
  const mine = (facts: ToldDelivery = {}) =>
    offered({ by: 'karim' }, { partner: people.amel, viewer: 'karim', ...facts });
  let items = [mine()];
  const endOffer = () => {
    items = [];
    return new Refusal('OFFER_OVER');
  };
  open(
    [],
    { myRequests: () => ({ items }), endOffer, conversation: () => thread(ended) },
    '/trip-requests?tab=sent',
    karim,
  );
  const row = await rowOf(/25/);
  expect(await menuOf(row)).toContain('Retirer ma proposition');
  await userEvent.click(row.getByRole('button', { name: 'Retirer ma proposition' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Retirer ma proposition' }));
  await userEvent.click(await question.findByText('Fermer'));
  const over = await rowOf(/25/);
  expect(await over.findByText(text)).toBeVisible();
  expect(over.getByRole('link', { name: 'Trouver un colis sur ce trajet' })).toHaveAttribute(
    'href',
    '/find-parcels?fromCountry=FR&fromCity=Paris&fromPlace=2988507&toCountry=DZ&toCity=Alger&toPlace=2507480',
  );
});

test('an offer that is over is explained in its question, which the list does not take away', async () => {
  let items = [offered()];
  open([], {
    myRequests: () => ({ items }),
    takeOffer: () => new Refusal('OFFER_OVER'),
    conversation: () => thread('withdrawn'),
  });
  await userEvent.click((await rowOf(/25/)).getByRole('button', { name: choose }));
  const question = within(await screen.findByRole('alertdialog'));
  items = [];
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  expect(await question.findByText(/n'est plus valable/)).toBeVisible();
  await userEvent.click(question.getByText('Fermer'));
  expect(await screen.findByText('Retirée')).toBeVisible();
});

test('an own price that was changed is shown once, as it is now', async () => {
  let items = [offered({ by: amelId })];
  open([], { myRequests: () => ({ items }), conversation: () => thread('answered') }, '/trip-requests?tab=sent');
  const row = await rowOf(/25/);
  expect(buttons(row)).toEqual(['Actions']);
  expect(await menuOf(row)).toEqual([
    'Choisir comme transporteur',
    'Changer le prix',
    'Retirer ma proposition',
    'Contacter',
  ]);
  items = [offered({ by: amelId, id: linaId, price: euros(27) })];
  await readAgain();
  expect(await rowOf(/27/)).toBeDefined();
  expect(screen.queryByText(/25/, { selector: 'strong' })).toBeNull();
});

test('a change of an agreement shows what differs, and is accepted or refused', async () => {
  const terms = { price: euros(25), grams: 3500 };
  open([offered({ isChange: true, price: euros(35) }, { status: 'pickup', carrierId: karimId, terms })]);
  const row = await rowOf(/35/);
  expect(row.getByText(/^35/).parentElement).toHaveTextContent(/35\s€ au lieu de 25\s€/);
  expect(buttons(row)).toEqual(['Accepter ce changement', 'Actions']);
  expect(await menuOf(row)).toContain('Refuser');
});

test('a sentence that tells the end of an offer tells it alone', async () => {
  const half = {
    status: 'accepted_for_delivery',
    carrierId: karimId,
    terms: { price: euros(25), grams: 3500 },
  } as const;
  open([offered({ price: euros(28) }, half)]);
  const row = await rowOf(/28/);
  expect(row.getByText(/répondez jusqu'au/)).toBeVisible();
  expect(row.queryByText(/^Réponse possible|^encore/)).toBeNull();
});

test('without requests the page says which ones arrive there', async () => {
  open([]);
  expect(await screen.findByText("Aucune demande pour l'instant")).toBeVisible();
  expect(
    screen.getByText('Les propositions et les changements qui attendent votre réponse arrivent ici.'),
  ).toBeVisible();
});

test('the dialog of an own change tells how heavy the parcel may become, which its row does not contain', async () => {
  const terms = { price: euros(25), grams: 1500, trip };
  const facts = { status: 'pickup', carrierId: karimId, terms } as const;
  const change = { by: amelId, isChange: true as const, price: euros(28) };
  const readParcel = () =>
    aParcel({ ...facts, id: parcelId, owner: people.amel, carrier: people.karim, viewer: amelId, freeGrams: 500 });
  open([offered(change, facts)], { readParcel }, '/trip-requests?direction=sent');
  const row = await rowOf(/28/);
  await menuOf(row);
  await userEvent.click(row.getByRole('button', { name: /^Modifier l'accord/ }));
  const weight = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Poids (kg)' });
  await waitFor(() => expect(weight).toHaveAccessibleDescription(/^Jusqu'à 2\skg possibles sur ce trajet\.$/));
});

test('a request that changed and then ends keeps what it showed last', async () => {
  let items = [offered({ trip: { ...trip, travelDate: '2026-12-08' } })];
  open([], { myRequests: () => ({ items }), conversation: () => thread('overtaken') });
  const row = await rowOf(/25/);
  expect(row.getByText(/trajet en avion du 8 déc\. 2026/)).toBeVisible();
  items = [offered({ trip })];
  await readAgain();
  expect(await screen.findByText(/trajet en avion du 12 déc\. 2026/)).toBeVisible();
  items = [];
  await readAgain();
  const over = await rowOf(/25/);
  expect(await over.findByText('Un autre accord a été conclu')).toBeVisible();
  // Its owner has agreed with another traveller.
  expect(over.getByRole('link', { name: 'Suivre la livraison' })).toBeVisible();
  expect(over.getByText(/trajet en avion du 12 déc\. 2026/)).toBeVisible();
});

test('a change that ended with its agreement leads its former carrier to other parcels', async () => {
  const facts = { status: 'pickup', carrierId: 'karim', terms: { price: euros(25), grams: 3500 } } as const;
  const change = { by: amelId, isChange: true, price: euros(35) } as const;
  let items = [offered(change, { ...facts, partner: people.amel, viewer: 'karim' })];
  const parcel = aParcel({ id: parcelId, owner: people.amel, viewer: 'karim' });
  const conversation = () => ({ ...thread('closed'), with: people.amel, parcel });
  open([], { myRequests: () => ({ items }), conversation }, '/trip-requests', karim);
  await rowOf(/35/);
  items = [];
  await readAgain();
  const row = await rowOf(/35/);
  expect(await row.findByRole('link', { name: 'Trouver un colis sur ce trajet' })).toBeVisible();
  expect(row.getByText('Plus disponible')).toBeVisible();
  expect(row.queryByRole('link', { name: 'Suivre la livraison' })).toBeNull();
});

/** Karim's yes to Amel's parcel, as he reads it, and what happened to it later. */
const yes = aListedDelivery({
  id: parcelId,
  ownerId: amelId,
  carrierId: 'karim',
  partner: people.amel,
  status: 'accepted_for_delivery',
  terms: { price: euros(25), grams: 2500 },
  assignedAt: '2026-11-29T10:00:00.000Z',
});
const happened = (...types: TrackingEvent['type'][]) =>
  types.map((type, hour) => ({
    version: hour + 2,
    type,
    at: `2026-11-29T1${hour}:00:00.000Z`,
    by: type === 'acceptDelivery' || type === 'tripMoved' || type === 'position' ? 'karim' : amelId,
    city: 'Alger',
  }));
const answered = (...types: TrackingEvent['type'][]) => ({
  ...thread('taken'),
  with: people.amel,
  messages: [],
  events: happened('acceptDelivery', ...types),
});

test.each<TrackingEvent['type']>(['tripMoved', 'position', 'validatePickup'])(
  'an accepted request stays accepted after a later event (%s)',
  async (later) => {
    let items = [yes];
    const parcel = aParcel({ id: parcelId, owner: people.amel, carrierId: 'karim', viewer: 'karim', status: 'pickup' });
    const conversation = () => ({ ...answered('handshake', later), parcel });
    open([], { myRequests: () => ({ items }), conversation }, '/trip-requests?tab=sent', karim);
    await rowOf(/25/);
    items = [];
    await readAgain();
    expect(await screen.findByText(/Amel\S? a confirmé\s: c'est d'accord/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Suivre la livraison' })).toHaveAttribute('href', `/delivery/${parcelId}`);
  },
);

test('a request that was not accepted leads to its conversation, and to other parcels', async () => {
  let items = [yes];
  const parcel = aParcel({ id: parcelId, owner: people.amel, viewer: 'karim' });
  const conversation = () => ({ ...answered('releaseCarrier'), parcel });
  open([], { myRequests: () => ({ items }), conversation }, '/trip-requests?tab=sent', karim);
  await rowOf(/25/);
  expect(screen.getByRole('link', { name: 'Livres' })).toHaveAttribute('href', `/delivery/${parcelId}`);
  items = [];
  await readAgain();
  expect(await screen.findByText(/n'a pas donné suite/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trouver un colis sur ce trajet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Livres' })).toHaveAttribute(
    'href',
    `/messages/${amelId}?parcel=${parcelId}`,
  );
});
