import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { deliveryWords } from '#shared/deliveries/words.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Card } from '#shared/values/fields.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';
import { aCard, aMember, aMessage, anUpload, aParcel, aReview, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { showUndecided } from '#web/app/shell/banners/undecided-banner.tsx';
import { queryClient, queryKey } from '#web/lib/api/query.ts';
import { queued } from '#web/lib/offline/queued.ts';
import type { QueuedHandover } from '#web/lib/offline/queued-item.ts';
import { DeliveryPage } from './delivery-page.tsx';

const amel = aCard({ reviewCount: 3 });
const karimCard = aCard({ id: 'karim', firstName: 'Karim', reviewCount: 3 });
const open = (owner: Card) => {
  fakeApi({
    readParcel: () => aParcel({ owner, carrier: karimCard, viewer: 'karim', status: 'in_transit' }),
    tracking: () => ({ items: [] }),
    proofs: () => ({ items: [] }),
  });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
};
const parties = async () => within(await screen.findByRole('region', { name: 'Vous deux' }));

test('the other one of a delivery can be looked up and written to', async () => {
  open(amel);
  const both = await parties();
  expect(both.getByRole('link', { name: "Voir le profil d'Amel Benali" })).toBeVisible();
  const messages = within(screen.getByRole('region', { name: 'Messages' }));
  expect(messages.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
});

test('the other one of a delivery in hand can be called', async () => {
  follow({ status: 'in_transit' }, { tracking: () => ({ items: [], phone: '+213551234567' }) });
  const call = (await parties()).findByRole('link', { name: /^Appeler \+213\s551\s23\s45\s67, Amel Benali$/ });
  expect(await call).toHaveAttribute('href', 'tel:+213551234567');
});

test('a sender who has agreed can arrange the meeting from the next step', async () => {
  follow({ status: 'pickup', carrier: amel });
  const step = within(await screen.findByRole('region', { name: 'Prochaine étape' }));
  expect(step.getByRole('link', { name: 'Contacter' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
});

test('a refused listing says why', async () => {
  follow({ carrier: undefined, status: 'active', adminStatus: 'rejected', rejectionReason: 'Photo illisible' });
  expect(await screen.findByRole('region', { name: 'Prochaine étape' })).toHaveTextContent('Motif : Photo illisible');
});

test('without a telephone from the server nobody is offered to be called', async () => {
  follow({ status: 'delivered' });
  expect((await parties()).queryByRole('link', { name: /^Appeler/ })).toBeNull();
});

test.each([
  ['accepted_for_delivery', 'Voyageur'],
  ['pickup', 'Transporteur'],
] as const)('of a parcel that is %s the other party is the %s', async (status, word) => {
  follow({ status });
  const both = await parties();
  expect(both.getByText(word)).toBeVisible();
  expect(both.queryByText(word === 'Voyageur' ? 'Transporteur' : 'Voyageur')).toBeNull();
});

test('a blocked partner keeps the name, and there is no way to write to them', async () => {
  open({ ...amel, verified: false, reviewCount: 0, unavailable: true });
  const both = await parties();
  expect(both.getByText('Amel Benali')).toBeVisible();
  expect(both.getByText("Ce membre n'est plus disponible")).toBeVisible();
  expect(both.queryByText("Pas encore d'avis")).toBeNull();
  expect(both.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Contacter' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Signaler un problème' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nous écrire au sujet de ce colis' })).toBeVisible();
});

test.each(['accepted_for_delivery', 'carrier_chosen'] as const)(
  'an agreement that %s waits for a member who is no longer there can only be ended, and the page says so',
  async (status) => {
    follow({ carrier: { ...amel, verified: false, reviewCount: 0, unavailable: true }, status });
    const region = await screen.findByRole('region', { name: 'Prochaine étape' });
    const step = within(region);
    const [says, button] =
      status === 'carrier_chosen' ? ['retirez ce transporteur', 'Retirer ce transporteur'] : ['refusez', 'Refuser'];
    expect(region).toHaveTextContent(`Amel n'est plus disponible : ${says}, pour proposer de nouveau votre colis.`);
    const buttons = step.getAllByRole('button').map(({ textContent }) => textContent);
    expect(buttons).toEqual([button, 'Annuler ce colis']);
    expect(screen.queryByRole('button', { name: /Choisir|Accepter/ })).toBeNull();
  },
);

/** Karim's own parcel, which Amel carries, unless a test sets other facts. */
function follow(facts: Parameters<typeof aParcel>[0], answers: Answers = {}) {
  const asked = fakeApi({
    readParcel: () => aParcel({ owner: karimCard, carrier: amel, viewer: 'karim', ...facts }),
    tracking: () => ({ items: [] }),
    proofs: () => ({ items: [] }),
    readMember: () => aMember(amel),
    ...answers,
  });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
  return asked;
}

test.each([
  ['is offered again', () => aParcel({ owner: amel, viewer: 'karim' })],
  ['has another carrier', () => new Refusal('NOT_FOUND')],
])('a carrier whose parcel %s while the page is open is led to the reason', async (_what, now) => {
  let readParcel: () => ReturnType<typeof aParcel> | Refusal = () =>
    aParcel({ owner: amel, carrier: karimCard, viewer: 'karim', status: 'pickup' });
  follow({}, { readParcel: () => readParcel() });
  await screen.findByRole('heading', { level: 1, name: 'Livres' });
  readParcel = now;
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByRole('heading', { level: 1, name: 'Vous ne suivez pas ce colis' })).toBeInTheDocument();
  // The same as after a reload.
  expect(screen.getByRole('link', { name: 'Mes livraisons' })).toHaveAttribute('href', '/delivery-selection');
  expect(screen.getByRole('link', { name: 'Ouvrir la conversation' })).toHaveAttribute(
    'href',
    '/messages/amel?parcel=p1',
  );
});

test('a delivered parcel asks its owner for stars, and sends the ones that they touch', async () => {
  const asked = follow({ status: 'delivered' }, { leaveReview: () => aReview({ id: 'amel.karim', rating: 4 }) });
  await userEvent.click(await screen.findByRole('button', { name: '4 étoiles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Laisser un avis sur Amel' }));
  await userEvent.click(dialog.getByRole('button', { name: "Publier l'avis" }));
  expect((await screen.findByText(/Votre note pour/)).closest('p')).toHaveTextContent('Note : 4 étoiles sur 5');
  expect(asked.find(({ row }) => row === 'leaveReview')).toMatchObject({
    params: { userId: 'amel' },
    body: { rating: 4 },
  });
  expect(screen.getByRole('link', { name: 'Envoyer un autre colis' })).toHaveAttribute('href', '/send-parcel?copy=p1');
});

test('a delivery is printed by both sides, once its code is drawn', async () => {
  const print = vi.fn<() => void>(() => expect(screen.getByRole('img', { name: /^Code QR du colis/ })).toBeVisible());
  vi.stubGlobal('print', print);
  open(amel);
  await userEvent.click(await screen.findByRole('button', { name: 'Imprimer' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  await userEvent.click(screen.getByRole('button', { name: 'Imprimer' }));
  expect(print).toHaveBeenCalledTimes(2);
  follow({});
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Imprimer' })).toHaveLength(2));
});

test.each([
  [13, 'button', 'Signaler un problème'],
  [14, 'link', 'Nous écrire au sujet de ce colis'],
] as const)('%d days after the delivery its page offers once « %s » %s', async (days, role, name) => {
  follow({
    status: 'delivered',
    deliveredAt: new Date(Date.parse('2026-11-20T10:00:00.000Z') - days * dayMs).toISOString(),
  });
  expect(await screen.findByRole('link', { name: 'Envoyer un autre colis' })).toBeVisible();
  const ways = screen.getAllByRole(role, { name: /^(Signaler un problème|Nous écrire au sujet de ce colis)$/ });
  expect(ways.map(({ textContent }) => textContent)).toEqual([name]);
});

test('a carrier who has delivered a parcel gets a link to publish their return trip', async () => {
  follow({ status: 'delivered', owner: amel, carrier: karimCard });
  expect(await screen.findByRole('link', { name: 'Publier le trajet retour' })).toHaveAttribute(
    'href',
    '/transport-parcel?parcel=p1',
  );
});

test('the page shows the last messages of the two, and a message to us names the number of the parcel', async () => {
  follow(
    { id: '5cf4c127-ffdd-4827-914d-0ee673bb9977', status: 'pickup', trackingNumber: 'ABCDEFGH' },
    {
      conversation: () => ({
        with: amel,
        messages: [1, 2, 3, 4].map((seq) => aMessage({ seq })),
        lastSeq: 4,
        readUpTo: 0,
      }),
    },
  );
  const messages = within(await screen.findByRole('region', { name: 'Messages' }));
  expect(await messages.findByText('Message 4')).toBeVisible();
  expect(messages.queryByText('Message 1')).toBeNull();
  expect(screen.getByRole('link', { name: 'Nous écrire au sujet de ce colis' })).toHaveAttribute(
    'href',
    '/contact?topic=delivery&parcel=ABCDEFGH',
  );
});

const fruitless: Answers = {
  tracking: () => ({
    items: [
      { version: 3, type: 'acceptDelivery', at: '2026-11-19T10:00:00.000Z', by: 'nadia', carrierId: 'nadia' },
      {
        version: 4,
        type: 'releaseCarrier',
        at: '2026-11-20T10:00:00.000Z',
        by: 'nadia',
        carrierId: 'nadia',
        reason: 'Vol annulé',
      },
    ],
    formerCarriers: [aCard({ id: 'nadia', firstName: 'Nadia' })],
  }),
};

test('an owner reads with whom a delivery came to nothing, who ended it, and why', async () => {
  follow({ status: 'carrier_chosen' }, fruitless);
  const ended = within(await screen.findByRole('region', { name: 'Livraison sans suite' }));
  expect(ended.getByText('Nadia Benali')).toBeVisible();
  expect(ended.getByText('Vol annulé')).toBeVisible();
  expect(ended.getByText(/par Nadia Benali/)).toBeVisible();
});

test('a carrier reads nothing about who came before them', async () => {
  follow({ status: 'pickup', owner: amel, carrier: karimCard }, fruitless);
  expect(await screen.findByRole('list', { name: 'Étapes de la livraison' })).toBeVisible();
  expect(screen.queryByText('Vol annulé')).toBeNull();
});

const terms: Terms = {
  price: { amount: 2500, currency: 'EUR' },
  grams: 3500,
  trip: { id: 't1', travelDate: '2026-12-12', transport: 'plane', from: 'Paris', to: 'Alger' },
};
const agreed = { status: 'pickup', owner: amel, carrier: karimCard } as const;

test('both read what they agreed on, and nowhere the announced price and weight', async () => {
  const handshake = { version: 4, type: 'handshake', at: '2026-11-20T10:00:00.000Z', by: 'amel', terms } as const;
  const changed: Terms = { ...terms, price: { amount: 2800, currency: 'EUR' } };
  const at = '2026-11-21T10:00:00.000Z';
  const change = { version: 5, type: 'changeAgreed', at, by: 'amel', terms: changed, was: terms } as const;
  const answers: Answers = { tracking: () => ({ items: [handshake, change] }) };
  follow({ ...agreed, terms: changed, price: { amount: 3000, currency: 'EUR' }, freeGrams: 1500 }, answers);
  const card = within(await screen.findByRole('region', { name: 'Votre accord' }));
  expect(card.getByText('Prix convenu').nextSibling).toHaveTextContent('28 €');
  expect(card.getByText('Poids').nextSibling).toHaveTextContent("3,5 kg (jusqu'à 5 kg possibles sur ce trajet)");
  expect(card.getByText('Trajet').nextSibling).toHaveTextContent('Avion de Paris à Alger, 12 déc. 2026');
  expect(card.getByText('Convenu le').nextSibling).toHaveTextContent('21 nov. 2026');
  const details = within(screen.getByRole('region', { name: 'Détails du colis' }));
  expect(details.getByText('Prix convenu').nextSibling).toHaveTextContent('28 €');
  expect(details.getByText('Poids').nextSibling).toHaveTextContent('3,5 kg');
  // The printed sheet contains these details, and not the agreement.
  expect(details.getByText('Trajet').nextSibling).toHaveTextContent('Avion de Paris à Alger, 12 déc. 2026');
  expect(screen.queryByText(/30\s€|2,5\skg/)).toBeNull();
  const [first] = within(screen.getByRole('list', { name: 'Étapes de la livraison' })).getAllByRole('listitem');
  expect(first).toHaveTextContent('Accord conclu');
  expect(first).toHaveTextContent('Accord modifié : 28 € au lieu de 25 €');
});

test('a trip that moved behind the last day says so in the agreement and in the history', async () => {
  const moved: Terms = {
    ...terms,
    trip: { ...terms.trip, travelDate: '2026-12-26', isLate: true } as NonNullable<Terms['trip']>,
  };
  const at = '2026-11-21T10:00:00.000Z';
  const move = { version: 5, type: 'tripMoved', at, by: 'karim', terms: moved, was: terms } as const;
  follow({ ...agreed, terms: moved }, { tracking: () => ({ items: [move] }) });
  const card = within(await screen.findByRole('region', { name: 'Votre accord' }));
  expect(card.getByText('Trajet').nextSibling).toHaveTextContent('26 déc. 2026, après la date limite');
  expect(screen.getByRole('list', { name: 'Étapes de la livraison' })).toHaveTextContent(
    'Trajet déplacé : trajet en avion du 26 déc. 2026 (après la date limite) au lieu du trajet en avion du 12 déc. 2026',
  );
});

test('half an agreement shows what is proposed, an agreement from before only the announced price', async () => {
  follow({ ...agreed, status: 'accepted_for_delivery', terms });
  const proposed = within(await screen.findByRole('region', { name: 'Proposition' }));
  expect(proposed.getByText('Prix proposé').nextSibling).toHaveTextContent('25 €');
  cleanup();
  follow({ ...agreed, terms: undefined, price: { amount: 3000, currency: 'EUR' } });
  const old = within(await screen.findByRole('region', { name: 'Votre accord' }));
  expect(old.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Prix annoncé']);
});

test('the code of a parcel is drawn on request', async () => {
  follow({ status: 'in_transit', trackingNumber: 'ABCDEFGH' });
  await userEvent.click(await screen.findByText('Code QR du colis'));
  expect(await screen.findByRole('img', { name: 'Code QR du colis ABCDEFGH' })).toBeVisible();
});

test('a returned parcel shows its return and offers no act', async () => {
  follow(
    { status: 'returned', returnReason: 'Personne', returnConfirmedAt: '2026-11-22T10:00:00.000Z' },
    {
      tracking: () => ({
        items: [
          { version: 4, type: 'validatePickup', at: '2026-11-20T10:00:00.000Z', by: 'amel' },
          { version: 4, type: 'position', at: '2026-11-21T10:00:00.000Z', by: 'amel', city: '<b>Lyon', note: 'Retard' },
          { version: 5, type: 'returned', at: '2026-11-21T11:00:00.000Z', by: 'amel', reason: 'Personne' },
          { version: 6, type: 'returnConfirmed', at: '2026-11-22T10:00:00.000Z', by: 'karim' },
        ],
      }),
    },
  );
  expect(await screen.findByText('Votre colis vous a été rendu.')).toBeVisible();
  const steps = within(screen.getByRole('list', { name: 'Étapes de la livraison' }));
  await waitFor(() => expect(steps.getByText('<b>Lyon')).toBeVisible());
  expect(steps.getByText('Retard')).toBeVisible();
  expect(steps.getByText('Personne')).toBeVisible();
  expect(steps.getAllByRole('listitem').at(-1)).toHaveTextContent("Rendu à l'expéditeur");
  expect(screen.queryByRole('region', { name: 'Prochaine étape' })).toBeNull();
});

const refused: QueuedHandover = {
  nr: 1,
  memberId: 'karim',
  key: 'k',
  at: 0,
  kind: 'handover',
  parcelId: 'p1',
  stage: 'pickup',
  photos: [],
  validated: undefined,
  state: 'refused',
  problem: 'Ce colis a été annulé.',
};

test.each([
  ['a parcel that offers no hand-over any more', {}],
  ['a parcel that the member cannot see any more', { readParcel: () => new Refusal('NOT_FOUND') }],
])('a hand-over that was refused is told and can be removed: %s', async (_, answers) => {
  const stop = showUndecided();
  act(() => queued.set([refused]));
  follow({ status: 'cancelled' }, answers);
  const part = within(await screen.findByRole('region', { name: 'Photos prises sans réseau' }));
  expect(part.getByText('Récupération refusée : Ce colis a été annulé.')).toBeVisible();
  expect(part.getByRole('button', { name: 'Supprimer les photos' })).toBeVisible();
  act(() => queued.set([]));
  expect(screen.queryByRole('region', { name: 'Photos prises sans réseau' })).toBeNull();
  stop();
});

test('a delivery that was validated without a network while its owner confirmed it names what the parcel is', async () => {
  const stop = showUndecided();
  const late = { ...refused, stage: 'delivery', validated: { version: 4 }, refusedAs: 'STATE_CHANGED' } as const;
  act(() => queued.set([late]));
  follow({ owner: amel, carrier: karimCard, status: 'delivered' });
  const part = within(await screen.findByRole('region', { name: 'Photos prises sans réseau' }));
  expect(part.getByText('Livraison refusée : le statut du colis est maintenant : Livré.')).toBeVisible();
  act(() => queued.set([]));
  stop();
});

test('a page whose delivery was validated elsewhere shows it after its photos are refused', async () => {
  readPictures();
  fakeStorage();
  const parcel = (status: 'delivery' | 'delivered') =>
    aParcel({ owner: amel, carrier: karimCard, viewer: 'karim', status });
  let status: 'delivery' | 'delivered' = 'delivery';
  fakeApi({
    readParcel: () => parcel(status),
    tracking: () => ({ items: [] }),
    proofs: () => ({ items: [] }),
    requestProofUpload: () => anUpload(),
    addProof: () => new Refusal('STATE_CHANGED', undefined, { current: parcel(status) }),
  });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
  const photo = new File(['photo'], 'colis.jpg', { type: 'image/jpeg' });
  await userEvent.upload(await screen.findByLabelText(/Choisir une photo/), photo);
  status = 'delivered';
  await userEvent.click(await screen.findByRole('button', { name: "J'ai livré le colis" }));
  expect(await screen.findByText("Impossible d'envoyer les photos")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: "J'ai livré le colis" })).toBeNull());
});

test('a delivery that is known stays calm and complete when the network is lost', async () => {
  let isLost = false;
  const unless = <Answer,>(answer: Answer) => {
    if (isLost) throw new TypeError('network');
    return answer;
  };
  const parcel = aParcel({ owner: amel, carrier: karimCard, viewer: 'karim', status: 'pickup' });
  fakeApi({
    readParcel: () => unless(parcel),
    tracking: () => unless({ items: [] }),
    proofs: () => {
      throw new TypeError('network');
    },
  });
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
  await screen.findByRole('heading', { level: 1, name: 'Livres' });
  isLost = true;
  await act(() => queryClient.refetchQueries({ queryKey: ['parcels'] }));
  await act(() => queryClient.refetchQueries({ queryKey: ['deliveries', 'tracking'] }));
  expect(await screen.findByText("Vu à l'instant · hors connexion")).toBeVisible();
  // Of two copies the older one counts: the steps are shown with the parcel.
  const steps = queryKey('deliveries', 'tracking', { params: { parcelId: 'p1' } });
  act(() => void queryClient.setQueryData(steps, { items: [] }, { updatedAt: Date.now() - 12 * minuteMs }));
  expect(await screen.findByText('Vu il y a 12 min · hors connexion')).toBeVisible();
  expect(screen.getByText('Les photos se chargent au retour de la connexion.')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Prochaine étape' })).toBeVisible();
  expect(screen.queryByText(deliveryWords.loadFailed)).toBeNull();
});

test.each([
  ['is offered again', () => aParcel({ owner: amel, viewer: 'karim' })],
  ['has another carrier', () => new Refusal('NOT_FOUND')],
])(
  'a parcel that %s leads its former carrier to the conversation about it, and to their deliveries',
  async (_, now) => {
    const parcel = { id: 'p1', title: 'Livres' };
    const told = { preview: 'Bonjour', senderId: 'amel', createdAt: '2026-11-20T10:00:00.000Z' };
    const about = { with: aCard({ id: 'amel' }), parcel, lastMessage: told, unread: 0, updatedAt: told.createdAt };
    follow({}, { readParcel: now, conversations: () => ({ items: [{ ...about, parcel: { id: 'p2' } }, about] }) });
    const link = await screen.findByRole('link', { name: 'Ouvrir la conversation' });
    expect(link).toHaveAttribute('href', '/messages/amel?parcel=p1');
    expect(screen.getByRole('link', { name: 'Mes livraisons' })).toHaveAttribute('href', '/delivery-selection');
    expect(screen.queryByText('Colis non trouvé')).toBeNull();
  },
);

test('a parcel that its reader asks for and never wrote about leads to their conversations', async () => {
  follow({}, { readParcel: () => new Refusal('NOT_FOUND'), conversations: () => ({ items: [] }) });
  expect(await screen.findByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages');
  expect(screen.getByText(/Si vous l'avez transporté/)).toBeVisible();
});

test('without a network and without its steps, a declared delivery whose code is spent offers none', async () => {
  const parcel = aParcel({
    owner: amel,
    carrier: karimCard,
    viewer: 'karim',
    status: 'delivery',
    codeAsked: true,
    codeSpent: true,
    declaredAt: '2026-11-20T10:00:00.000Z',
  });
  fakeApi({
    readParcel: () => parcel,
    tracking: () => {
      throw new TypeError('network');
    },
    proofs: () => {
      throw new TypeError('network');
    },
  });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  queryClient.setQueryData(queryKey('parcels', 'readParcel', { params: { parcelId: 'p1' } }), parcel);
  renderPage(<DeliveryPage />, { path: '/delivery/:parcelId', at: '/delivery/p1', me: karim });
  await screen.findByRole('heading', { level: 1, name: 'Livres' });
  expect(await screen.findByRole('region', { name: 'Prochaine étape' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Saisir le code' })).toBeNull();
  expect(screen.queryByText(/saisissez-le/)).toBeNull();
});
