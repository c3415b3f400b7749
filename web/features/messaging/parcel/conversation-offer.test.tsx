import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '#shared/accounts/contract.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aMe, aMessage, anOffer, aParcel, aTrip } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import type { Thread } from '#web/features/messaging/thread/thread.ts';
import { queryClient } from '#web/lib/api/query.ts';
import { applyLiveEvent } from '#web/lib/live/live-effects.ts';
import { toasts } from '#web/lib/toast.ts';
import { ConversationPage } from '#web/routes/conversation-page.tsx';

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});

const amelId = 'a3e1c5d2-0000-4000-8000-000000000000';
const karimId = 'b3e1c5d2-0000-4000-8000-000000000000';
const parcelId = '5af3e325-4e09-4516-8f1d-bb18672b787b';
const offerId = 'c3e1c5d2-0000-4000-8000-000000000000';
const tripId = 'd3e1c5d2-0000-4000-8000-000000000000';
const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });
const owner = aCard({ id: amelId, firstName: 'Amel', lastName: 'Haddad' });
const karim = aCard({ id: karimId, firstName: 'Karim', lastName: 'Meziane' });
const deadline = '2099-12-20';
const parcel = aParcel({
  id: parcelId,
  title: 'Valise de livres',
  owner,
  deadline,
  price: euros(30),
  actions: { acceptDelivery: { allowed: true } },
});
const trip = aTrip({ id: tripId, owner: karim, adminStatus: 'approved', travelDate: '2099-12-12', maxWeightKg: 8 });
const named = { id: tripId, travelDate: '2099-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
const trips: Answers = { myTrips: () => ({ items: [trip], counts: { upcoming: 1, past: 0 } }) };

/** The conversation of Karim with Amel about her parcel, or hers with him. */
function visit(
  thread: Partial<Thread>,
  answers: Answers = {},
  viewer: 'karim' | 'amel' = 'karim',
  status: Me['status'] = 'approved',
) {
  const other = viewer === 'karim' ? owner : karim;
  const viewerId = viewer === 'karim' ? karimId : amelId;
  const messages = thread.messages ?? [aMessage({ seq: 1, senderId: other.id, recipientId: viewerId })];
  const shown = { with: other, parcel, messages, lastSeq: messages.at(-1)?.seq ?? 0, readUpTo: 0, ...thread };
  const asked = fakeApi({
    conversation: ({ query }) => (query['after'] === undefined ? shown : { ...shown, messages: [] }),
    markRead: () => ({ unread: 0 }),
    readParcel: () => shown.parcel,
    ...trips,
    ...answers,
  });
  const me = aMe({ id: viewerId, status });
  renderPage(<ConversationPage />, { at: `/messages/${other.id}?parcel=${parcelId}`, path: '/messages/:userId', me });
  return { asked, bar: async () => within(await screen.findByRole('region', { name: 'Colis concerné' })), shown };
}
const ofKarim = (facts: Partial<Offer> = {}) => anOffer({ id: offerId, by: karimId, ...facts });
const ofAmel = (facts: Partial<Offer> = {}) => anOffer({ id: offerId, by: amelId, price: euros(28), ...facts });
const names = (bar: { getAllByRole: (role: string) => HTMLElement[] }) =>
  bar.getAllByRole('button').map(({ textContent }) => textContent);

test('a price is proposed before the first message, with the best trip, and what was typed survives a refusal', async () => {
  const answers = [refusal('TOO_MANY', 'Réessayez demain.'), ofKarim({ trip: named })];
  const { asked, bar } = visit(
    { messages: [], parcel: { ...parcel, actions: {} } },
    { makeOffer: () => answers.shift() ?? refusal('FAULT', 'Trop') },
  );
  await userEvent.click((await bar()).getByRole('button', { name: 'Proposer un autre prix' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Proposer un autre prix' }));
  await userEvent.click(await dialog.findByRole('button', { name: "Envoyer l'offre" }));
  expect(await dialog.findAllByText('Indiquez un prix')).not.toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Votre prix pour ce colis' }), '25');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Un mot/ }), 'Je passe samedi.');
  expect(await dialog.findByRole('combobox', { name: 'Avec quel trajet ?' })).toHaveValue(tripId);
  await userEvent.click(dialog.getByRole('button', { name: "Envoyer l'offre" }));
  expect(await dialog.findByText('Réessayez demain.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
  await userEvent.click(dialog.getByRole('button', { name: "Envoyer l'offre" }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([
      { title: 'Offre envoyée', description: "Amel a jusqu'au mar. 1er déc. à 08:05 pour répondre." },
    ]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.filter(({ row }) => row === 'makeOffer').at(-1)).toMatchObject({
    params: { parcelId },
    body: { memberId: amelId, price: euros(25), tripId, note: 'Je passe samedi.' },
  });
});

test('what was typed is there again after the dialog was closed', async () => {
  const { bar } = visit({});
  const open = async () => userEvent.click((await bar()).getByRole('button', { name: 'Proposer un autre prix' }));
  await open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '25');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await open();
  expect(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
});

test("the other one's offer is read with its end, and taken in two presses with a trip", async () => {
  const agreed = aParcel({ ...parcel, carrier: karim, carrierId: karimId, status: 'pickup', actions: {} });
  const { asked, bar } = visit({ offer: ofAmel() }, { takeOffer: () => agreed });
  const line = (await bar()).getByText(/propose/).closest('p');
  expect(line).toHaveTextContent(
    "Amel propose 28 € (annoncé : 30 €). Réponse possible jusqu'au mar. 1er déc. à 08:05.",
  );
  expect(names(await bar())).toEqual([
    'Valise de livres',
    'Accepter de livrer ce colis',
    'Proposer un autre prix',
    'Refuser',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter de livrer ce colis ?' }));
  expect(question.getByText(/Vous transporterez/).closest('p')).toHaveTextContent(
    '« Valise de livres », de Amel Haddad, pour 28 €',
  );
  await question.findByRole('combobox', { name: 'Avec quel trajet ?' });
  await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Livraison acceptée'));
  expect(asked.find(({ row }) => row === 'takeOffer')).toMatchObject({
    params: { parcelId, userId: amelId },
    body: { offerId, tripId },
  });
});

test('the owner chooses a traveller by their offer, and reads price and trip before', async () => {
  const mine = { ...parcel, actions: { chooseCarrier: { allowed: true } } };
  const { asked, bar } = visit({ parcel: mine, offer: ofKarim({ trip: named }) }, { takeOffer: () => mine }, 'amel');
  await userEvent.click((await bar()).getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Choisir ce transporteur ?' }));
  expect(question.getByText(/transportera/).closest('p')).toHaveTextContent(
    'Karim Meziane transportera « Valise de livres » pour 25 €, avec son trajet en avion du 12 déc. 2099. Votre accord est alors complet',
  );
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  await waitFor(() => expect(asked.find(({ row }) => row === 'takeOffer')?.body).toEqual({ offerId }));
});

test("the owner's answer with another price keeps the trip of the traveller", async () => {
  const { asked, bar } = visit({ offer: ofKarim({ trip: named }) }, { makeOffer: () => ofAmel() }, 'amel');
  await userEvent.click((await bar()).getByRole('button', { name: 'Proposer un autre prix' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '28');
  await userEvent.click(screen.getByRole('button', { name: "Envoyer l'offre" }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual({
      memberId: karimId,
      price: euros(28),
      tripId,
    }),
  );
});

test('a trip that nobody touched is still chosen when the form opens again, and none stays none', async () => {
  const { bar } = visit({ offer: ofKarim({ trip: named }) }, {}, 'amel');
  const open = async () => userEvent.click((await bar()).getByRole('button', { name: 'Proposer un autre prix' }));
  const choice = () => screen.findByRole('combobox', { name: 'Avec quel trajet ?' });
  await open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '28');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await open();
  expect(await choice()).toHaveValue(tripId);
  await userEvent.selectOptions(await choice(), 'Sans trajet publié');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await open();
  expect(await choice()).toHaveDisplayValue('Sans trajet publié');
});

test('another price for an own offer without a trip adds none', async () => {
  const { asked, bar } = visit({ offer: ofKarim() }, { makeOffer: () => ofKarim() });
  await userEvent.click((await bar()).getByRole('button', { name: 'Changer le prix' }));
  expect(await screen.findByRole('combobox', { name: 'Avec quel trajet ?' })).toHaveDisplayValue('Sans trajet publié');
  await userEvent.click(screen.getByRole('button', { name: "Envoyer l'offre" }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual({ memberId: amelId, price: euros(25) }),
  );
});

test("a carrier who said yes with a trip takes the owner's price with the same one", async () => {
  const boat = { ...named, id: offerId, transport: 'boat' as const };
  const half = { ...parcel, carrier: karim, carrierId: karimId, status: 'accepted_for_delivery' as const, actions: {} };
  const { bar } = visit({ parcel: { ...half, terms: { grams: 3500, trip: boat } }, offer: ofAmel() });
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const choice = await screen.findByRole('combobox', { name: 'Avec quel trajet ?' });
  expect(choice).toHaveValue(boat.id);
  expect(within(choice).queryByRole('option', { name: 'Sans trajet publié' })).toBeNull();
});

test('an open form stays an offer when the two agree meanwhile, and is not sent as a change', async () => {
  let now = parcel;
  const { asked, bar, shown } = visit({}, { conversation: () => ({ ...shown, parcel: now }), readParcel: () => now });
  await userEvent.click((await bar()).getByRole('button', { name: 'Proposer un autre prix' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '28');
  now = agreed;
  const event = { type: 'parcel.changed', at: '', data: { id: parcelId } } as const;
  await act(() => applyLiveEvent(queryClient, event));
  expect(await (await bar()).findByText('Valider le ramassage')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: "Envoyer l'offre" }));
  expect(await screen.findByText(/La situation de ce colis a changé entre-temps/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('28');
  expect(asked.some(({ row }) => row === 'makeOffer')).toBe(false);
});

test('an own offer can be changed or withdrawn, and the button at the announced price says that it ends', async () => {
  const { asked, bar } = visit({ offer: ofKarim() }, { endOffer: () => undefined });
  expect((await bar()).getByText(/Vous avez proposé/).closest('p')).toHaveTextContent(
    "Vous avez proposé 25 € (annoncé : 30 €). Amel a jusqu'au mar. 1er déc. à 08:05 pour répondre.",
  );
  await userEvent.click((await bar()).getByRole('button', { name: 'Changer le prix' }));
  expect(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await screen.findByText('Votre offre de 25 € est alors retirée.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click((await bar()).getByRole('button', { name: "Retirer l'offre" }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Retirer votre offre ?' }));
  await userEvent.click(question.getByRole('button', { name: "Retirer l'offre" }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Offre retirée'));
  expect(asked.find(({ row }) => row === 'endOffer')).toMatchObject({
    params: { parcelId, userId: amelId },
    body: { offerId },
  });
});

test('an offer is refused with an optional reason', async () => {
  const { asked, bar } = visit({ offer: ofAmel() }, { endOffer: () => undefined });
  await userEvent.click((await bar()).getByRole('button', { name: 'Refuser' }));
  const question = within(await screen.findByRole('dialog', { name: 'Refuser cette offre ?' }));
  await userEvent.type(question.getByRole('textbox'), 'Trop lourd');
  await userEvent.click(question.getByRole('button', { name: 'Refuser' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Offre refusée'));
  expect(asked.find(({ row }) => row === 'endOffer')?.body).toEqual({ offerId, reason: 'Trop lourd' });
});

test('an offer that is over says so in the question, and the page shows the current one afterwards', async () => {
  let offer = ofAmel({ trip: named });
  const base = { with: owner, parcel, messages: [], lastSeq: 0, readUpTo: 0 };
  const { bar } = visit({}, { conversation: () => ({ ...base, offer }), takeOffer: () => new Refusal('OFFER_OVER') });
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog'));
  offer = ofAmel({ id: tripId, price: euros(32) });
  await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await question.findByText(/Cette offre n'est plus valable/)).toBeVisible();
  await userEvent.click(question.getByText('Fermer'));
  expect(await (await bar()).findByText('32 €')).toBeVisible();
});

test('without a network the acts on an offer wait for it', async () => {
  const { asked, bar } = visit({ offer: ofAmel() });
  const take = (await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  await userEvent.click(take);
  expect(toasts.get()[0]?.description).toBe('Cette étape demande une connexion. Réessayez dès son retour.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked.some(({ row }) => row === 'takeOffer')).toBe(false);
  vi.restoreAllMocks();
  act(() => void dispatchEvent(new Event('online')));
});

test('a member who said yes, or who cannot be written to, is offered no price', async () => {
  const half = { ...parcel, carrier: karim, carrierId: karimId, status: 'accepted_for_delivery' as const, actions: {} };
  const { bar } = visit({ parcel: half });
  expect(names(await bar())).toEqual(['Valise de livres']);
});

test.each(['pending', 'approved'] as const)(
  'two who are not both verified are offered no price (%s)',
  async (status) => {
    const reason = 'Vos deux identités doivent être vérifiées.';
    const actions = status === 'approved' ? { acceptDelivery: { allowed: false, reason } } : {};
    const { bar } = visit({ parcel: { ...parcel, actions } }, {}, 'karim', status);
    expect(names(await bar())).toEqual(['Valise de livres']);
  },
);

test('a closed conversation shows the offer without its answers', async () => {
  const { bar } = visit({ offer: ofAmel(), closed: 'Ce membre ne peut pas recevoir de messages.' });
  expect((await bar()).getByText('28 €')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Refuser' })).toBeNull();
  expect(screen.queryByRole('button', { name: /autre prix/ })).toBeNull();
});

test('an offer in the log has its own line above the note', async () => {
  const content = 'Offre : 28 €.\nJe peux vous attendre.';
  const message = aMessage({ senderId: amelId, content, offer: { step: 'made', price: euros(28) } });
  visit({ messages: [message] });
  const log = within(await screen.findByRole('log'));
  expect(log.getByText('Offre : 28 €.')).toBeVisible();
  expect(log.getByText('Je peux vous attendre.')).toBeVisible();
});

const terms = { price: euros(25), grams: 3500, trip: named };
const agreed = aParcel({
  ...parcel,
  carrier: karim,
  carrierId: karimId,
  status: 'pickup',
  terms,
  actions: { validatePickup: { allowed: true } },
});
const change = ofAmel({ price: euros(35), grams: 5000, isChange: true });

test('a change at the door is read with what it replaces, and accepted', async () => {
  const { asked, bar } = visit(
    { parcel: agreed, offer: change },
    { takeOffer: () => agreed, proofs: () => ({ items: [] }) },
  );
  expect((await bar()).getByText(/propose/).closest('p')).toHaveTextContent(
    'Amel propose : 35 € au lieu de 25 € · 5 kg au lieu de 3,5 kg.',
  );
  expect(names(await bar())).toEqual(['Valise de livres', 'Accepter ce changement', 'Valider le ramassage', 'Refuser']);
  await userEvent.click((await bar()).getByRole('button', { name: 'Valider le ramassage' }));
  expect(await screen.findByText(/il sera abandonné, et l'accord actuel reste valable/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter ce changement' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter ce changement ?' }));
  expect(question.getByText(/Votre accord actuel/).closest('p')).toHaveTextContent(
    '25 € · 3,5 kg · trajet en avion du 12 déc. 2099',
  );
  await userEvent.click(question.getByRole('button', { name: 'Accepter ce changement' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Accord modifié'));
  expect(asked.find(({ row }) => row === 'takeOffer')?.body).toEqual({ offerId });
});
