import { act as react, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Offer } from '#shared/deliveries/offer.ts';
import type { Message } from '#shared/messaging/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aMe, aMessage, anOffer, aParcel, aTrip } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage, renderPart } from '#test/support/render-page.tsx';
import type { Thread } from '#web/features/messaging/thread/thread.ts';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { connectLive } from '#web/lib/live/live.ts';
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
type Facts = Parameters<typeof aParcel>[0];
/** Amel's parcel, as Karim reads it in their conversation. */
const parcelOf = (facts: Facts = {}) =>
  aParcel({
    id: parcelId,
    title: 'Valise de livres',
    owner,
    deadline,
    price: euros(30),
    viewer: karimId,
    other: owner,
    ...facts,
  });
const mine = { viewer: amelId, other: karim };
const trip = aTrip({ id: tripId, owner: karim, adminStatus: 'approved', travelDate: '2099-12-12', maxWeightKg: 8 });
const named = { id: tripId, travelDate: '2099-12-12', transport: 'plane', from: 'Paris', to: 'Alger' } as const;
const trips: Answers = { myTrips: () => ({ items: [trip], counts: { upcoming: 1, past: 0 } }) };

/** The conversation of Karim with Amel about her parcel, or hers with him (`mine`); `from`: the page before it. */
function visit(facts: Facts = {}, answers: Answers = {}, more: Partial<Thread> = {}, from?: ReactNode) {
  const { viewer: viewerId = karimId, other = owner } = facts;
  const messages = more.messages ?? [aMessage({ seq: 1, senderId: other.id, recipientId: viewerId })];
  const lastSeq = messages.at(-1)?.seq ?? 0;
  const shown = { with: other, parcel: parcelOf(facts), messages, lastSeq, readUpTo: 0, ...more };
  const asked = fakeApi({
    conversation: ({ query }) => (query['after'] === undefined ? shown : { ...shown, messages: [] }),
    markRead: () => ({ unread: 0 }),
    readParcel: () => parcelOf(facts),
    ...trips,
    ...answers,
  });
  const me = aMe({ id: viewerId, status: 'approved' });
  const page = <ConversationPage />;
  const path = '/messages/:userId';
  if (from)
    renderPart(
      <Routes>
        <Route path={path} element={page} />
        <Route path="*" element={from} />
      </Routes>,
      { me },
    );
  else renderPage(page, { at: `/messages/${other.id}?parcel=${parcelId}`, path, me });
  return { asked, bar, shown };
}
const bar = async () => within(await screen.findByRole('region', { name: 'Colis concerné' }));
/** Opens « Actions » and presses an act. */
async function act(name: string) {
  await userEvent.click((await bar()).getByRole('button', { name: 'Actions : Valise de livres' }));
  await userEvent.click((await bar()).getByRole('button', { name }));
}
/** All buttons of the bar, those behind « Actions » after it. */
const names = async () =>
  (await bar()).getAllByRole('button', { hidden: true }).map(({ textContent }) => textContent?.trim());
const ofKarim = (facts: Partial<Offer> = {}) => anOffer({ id: offerId, by: karimId, ...facts });
const ofAmel = (facts: Partial<Offer> = {}) => anOffer({ id: offerId, by: amelId, price: euros(28), ...facts });
test('a price is proposed before the first message, with the best trip, and what was typed survives a refusal', async () => {
  const answers = [refusal('TOO_MANY', 'Réessayez demain.'), ofKarim({ trip: named })];
  const makeOffer = () => answers.shift() ?? refusal('FAULT', 'Trop');
  const { asked } = visit({ hasWritten: false }, { makeOffer }, { messages: [] });
  expect((await bar()).getByText("Aucun transporteur n'est encore choisi.")).toBeVisible();
  await userEvent.click((await bar()).getByRole('button', { name: /^Proposer de livrer à 30\s€$/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Proposer de livrer ce colis' }));
  const price = dialog.getByRole('textbox', { name: 'Votre prix pour ce colis' });
  expect(price).toHaveValue('30');
  // Its taking binds the traveller without another question.
  expect(dialog.getByText('Contenu déclaré')).toBeVisible();
  expect(dialog.getByText(/l'ouvrirez avec/).closest('p')).toHaveTextContent('avec Amel avant de le prendre.');
  await userEvent.clear(price);
  await userEvent.click(await dialog.findByRole('button', { name: 'Envoyer la proposition' }));
  expect(await dialog.findAllByText('Indiquez un prix')).not.toEqual([]);
  await userEvent.type(price, '25');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Un mot/ }), 'Je passe samedi.');
  expect(await dialog.findByRole('combobox', { name: 'Avec quel trajet ?' })).toHaveValue(tripId);
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer la proposition' }));
  expect(await dialog.findByText('Réessayez demain.')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer la proposition' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([
      { title: 'Proposition envoyée', description: "Amel a jusqu'au mar. 1er déc. à 08:05 pour répondre." },
    ]),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.filter(({ row }) => row === 'makeOffer').at(-1)).toMatchObject({
    params: { parcelId },
    body: { memberId: amelId, price: euros(25), tripId, note: 'Je passe samedi.' },
  });
});

test('the note of an offer that is held goes when its author says so', async () => {
  const answers = [new Refusal('PAYMENT_WARNING'), ofKarim({ trip: named })];
  const { asked } = visit({}, { makeOffer: () => answers.shift() ?? refusal('FAULT', 'Trop') });
  await act('Proposer un autre prix');
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '25');
  await userEvent.type(dialog.getByRole('textbox', { name: /^Un mot/ }), 'Un coupon PCS');
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer la proposition' }));
  expect(await dialog.findByText(/ne se récupère pas/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Envoyer quand même' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ row }) => row === 'makeOffer').map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ acknowledged: expect.anything() }),
    expect.objectContaining({ acknowledged: 'payment', note: 'Un coupon PCS' }),
  ]);
});

test('what was typed is there again after the dialog was closed', async () => {
  visit();
  const open = () => act('Proposer un autre prix');
  await open();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '25');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await open();
  expect(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
});

test("the other one's offer is read with its end, and taken in two presses with a trip", async () => {
  const { asked } = visit({ offer: ofAmel() }, { takeOffer: () => agreedOf() });
  const line = (await bar()).getByText(/propose/).closest('p');
  expect(line).toHaveTextContent("Amel propose 28 € (annoncé : 30 €) : répondez jusqu'au mar. 1er déc. à 08:05.");
  expect(await names()).toEqual([
    'Valise de livres',
    'Accepter de livrer ce colis',
    'Proposer un autre prix',
    'Actions',
    'Refuser',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter de livrer ce colis ?' }));
  expect(question.getByText(/Vous transporterez/).closest('p')).toHaveTextContent(
    'Vous transporterez « Valise de livres » pour Amel : 28 €, 2,5 kg.',
  );
  await question.findByRole('combobox', { name: 'Avec quel trajet ?' });
  await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Accord conclu'));
  expect(asked.find(({ row }) => row === 'takeOffer')).toMatchObject({
    params: { parcelId, userId: amelId },
    body: { offerId, tripId },
  });
});

test('the owner chooses a traveller by their offer, and reads price and trip before', async () => {
  const takeOffer = () => agreedOf({ viewer: amelId });
  const { asked } = visit({ ...mine, offer: ofKarim({ trip: { ...named, to: 'Oran' } }) }, { takeOffer });
  await userEvent.click((await bar()).getByRole('button', { name: 'Choisir comme transporteur' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Choisir ce transporteur ?' }));
  expect(question.getByText(/transportera/).closest('p')).toHaveTextContent(
    "Karim transportera « Valise de livres » : 25 €, 2,5 kg, son trajet en avion du 12 déc. 2099 de Paris à Oran. C'est alors d'accord",
  );
  await userEvent.click(question.getByRole('button', { name: 'Choisir comme transporteur' }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'takeOffer')?.body).toEqual({
      offerId,
      travelDate: named.travelDate,
      from: 'Paris',
      to: 'Oran',
      transport: named.transport,
    }),
  );
});

test("the owner's answer with another price keeps the trip of the traveller", async () => {
  const { asked } = visit({ ...mine, offer: ofKarim({ trip: named }) }, { makeOffer: () => ofAmel() });
  await act('Proposer un autre prix');
  const dialog = await screen.findByRole('dialog', { name: 'Proposer un autre prix' });
  for (const said of [
    'Valise de livres · Paris → Alger',
    'À Karim Meziane',
    'Annoncé : 30 € · 2,5 kg',
    'Karim propose 25 € (annoncé : 30 €), trajet en avion du 12 déc. 2099.',
  ])
    expect(dialog).toHaveTextContent(said);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '28');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la proposition' }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual({
      isChange: false,
      memberId: karimId,
      price: euros(28),
      tripId,
      seenOfferId: ofKarim().id,
    }),
  );
});

test('a trip that nobody touched is still chosen when the form opens again, and none stays none', async () => {
  visit({ ...mine, offer: ofKarim({ trip: named }) });
  const open = () => act('Proposer un autre prix');
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

test.each([
  [{ isLate: true, obstacle: 'unlisted' }, / \(après la date limite\) · attend une nouvelle validation$/],
  [{ obstacle: 'full' }, / · n'a plus assez de place pour ce colis$/],
  [{ obstacle: 'cancelled' }, / \(annulé\)$/],
] as const)("the owner reads why the offer's trip is no choice: %o", async (why, text) => {
  visit({ ...mine, offer: ofKarim({ trip: { ...named, ...why } }) });
  await act('Proposer un autre prix');
  const choice = within(await screen.findByRole('combobox', { name: 'Avec quel trajet ?' }));
  expect(choice.getByRole('option', { name: text })).toBeDisabled();
});

test('another price for an offer without a trip adds none', async () => {
  const { asked } = visit({ offer: ofKarim() }, { makeOffer: () => ofKarim() });
  await act('Changer le prix');
  expect(await screen.findByRole('combobox', { name: 'Avec quel trajet ?' })).toHaveDisplayValue('Sans trajet publié');
  const price = screen.getByRole('textbox', { name: 'Votre prix pour ce colis' });
  await userEvent.clear(price);
  await userEvent.type(price, '26');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la proposition' }));
  await waitFor(() =>
    expect(asked.find(({ row }) => row === 'makeOffer')?.body).toEqual({
      isChange: false,
      memberId: amelId,
      price: euros(26),
      seenOfferId: null,
    }),
  );
});

test("a carrier who said yes with a trip takes the owner's price with the same one", async () => {
  const boat = { ...named, id: offerId, transport: 'boat' as const };
  visit({ ...half, terms: { grams: 3500, trip: boat }, offer: ofAmel() });
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const choice = await screen.findByRole('combobox', { name: 'Avec quel trajet ?' });
  expect(choice).toHaveValue(boat.id);
  expect(within(choice).queryByRole('option', { name: 'Sans trajet publié' })).toBeNull();
});

test('an open form stays an offer when the two agree meanwhile, and is not sent as a change', async () => {
  let now = parcelOf();
  const makeOffer = () => refusal('STATE_CHANGED', 'La situation de ce colis a changé entre-temps.');
  const { asked, shown } = visit(
    {},
    { conversation: () => ({ ...shown, parcel: now }), readParcel: () => now, makeOffer },
  );
  await act('Proposer un autre prix');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' }), '28');
  now = agreedOf();
  const event = { type: 'parcel.changed', at: '', data: { id: parcelId } } as const;
  await react(() => applyLiveEvent(queryClient, event));
  expect(await (await bar()).findByText("J'ai récupéré le colis")).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la proposition' }));
  expect(await screen.findByText(/La situation de ce colis a changé entre-temps/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('28');
  expect(screen.queryByRole('button', { name: 'Envoyer la proposition' })).toBeNull();
  expect(asked.find(({ row }) => row === 'makeOffer')?.body).toMatchObject({ isChange: false });
});

test('an own offer can be changed or withdrawn, waits without a main button, and ends with a yes', async () => {
  const { asked } = visit({ offer: ofKarim() }, { endOffer: () => undefined });
  expect((await bar()).getByText(/Vous avez proposé/).closest('p')).toHaveTextContent(
    "Vous avez proposé 25 € (annoncé : 30 €). Amel a jusqu'au mar. 1er déc. à 08:05 pour répondre.",
  );
  for (const button of (await bar()).getAllByRole('button')) expect(button.className).not.toContain('primary');
  await act('Changer le prix');
  expect(await screen.findByRole('textbox', { name: 'Votre prix pour ce colis' })).toHaveValue('25');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await act('Accepter de livrer ce colis');
  expect(await screen.findByText(/^Votre proposition .* est alors remplacée\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await act('Retirer ma proposition');
  const question = within(await screen.findByRole('alertdialog', { name: 'Retirer votre proposition ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Retirer ma proposition' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Proposition retirée'));
  expect(asked.find(({ row }) => row === 'endOffer')).toMatchObject({
    params: { parcelId, userId: amelId },
    body: { offerId },
  });
});

test('beside an own price the details of the parcel keep the yes to the announced one in a menu', async () => {
  visit({ offer: ofKarim() });
  await userEvent.click((await bar()).getByRole('button', { name: 'Valise de livres' }));
  const details = within(await screen.findByRole('dialog', { name: 'Colis concerné' }));
  expect(details.getByRole('button', { name: 'Changer le prix' })).toBeVisible();
  const plainYes = details.getByText('Accepter de livrer ce colis');
  expect(plainYes).not.toBeVisible();
  await userEvent.click(details.getByRole('button', { name: /^Actions/ }));
  expect(plainYes).toBeVisible();
});

test('an offer is refused with an optional reason', async () => {
  const { asked } = visit({ offer: ofAmel() }, { endOffer: () => undefined });
  await act('Refuser');
  const question = within(await screen.findByRole('dialog', { name: 'Refuser cette proposition ?' }));
  await userEvent.type(question.getByRole('textbox'), 'Trop lourd');
  await userEvent.click(question.getByRole('button', { name: 'Refuser' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Proposition refusée'));
  expect(asked.find(({ row }) => row === 'endOffer')?.body).toEqual({ offerId, reason: 'Trop lourd' });
});

test('an offer that is over says so in the question, and the page shows the current one afterwards', async () => {
  let offer = ofAmel({ trip: named });
  const { shown } = visit(
    {},
    {
      conversation: () => ({ ...shown, parcel: parcelOf({ offer }) }),
      takeOffer: () => new Refusal('OFFER_OVER'),
    },
  );
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' }));
  const question = within(await screen.findByRole('alertdialog'));
  offer = ofAmel({ id: tripId, price: euros(32) });
  await userEvent.click(question.getByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(await question.findByText(new Refusal('OFFER_OVER').sentence.detail)).toBeVisible();
  await userEvent.click(question.getByText('Fermer'));
  expect(await (await bar()).findByText(/32\s€/)).toBeVisible();
});

test('without a network the acts on an offer wait for it', async () => {
  const { asked } = visit({ offer: ofAmel() });
  const take = (await bar()).getByRole('button', { name: 'Accepter de livrer ce colis' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  react(() => void dispatchEvent(new Event('offline')));
  await userEvent.click(take);
  expect(toasts.get()[0]?.description).toBe('Cette étape demande une connexion. Réessayez dès son retour.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked.some(({ row }) => row === 'takeOffer')).toBe(false);
  vi.restoreAllMocks();
  react(() => void dispatchEvent(new Event('online')));
});

test('a member who said yes waits, and may only step back', async () => {
  visit(half);
  expect(await names()).toEqual(['Valise de livres', 'Actions', 'Renoncer à ce colis']);
});

test.each<[string, Facts]>([
  ["Pour conclure un accord, votre identité doit d'abord être vérifiée.", { me: { isVerified: false } }],
  ["L'identité d'Amel n'est pas encore vérifiée", { other: aCard({ ...owner, verified: false }) }],
])('two who are not both verified are offered no price: %s', async (sentence, facts) => {
  visit(facts);
  expect((await bar()).getByText(/identité/).closest('p')).toHaveTextContent(sentence);
  expect((await names()).filter((name) => name?.startsWith('Proposer') || name?.startsWith('Accepter'))).toEqual([]);
});

test('an open offer of a member who is no longer there can be declined, and no more', async () => {
  const gone = aCard({ ...owner, unavailable: true });
  visit({ other: gone, offer: ofAmel() }, {}, { with: gone, closed: 'Ce membre ne peut pas recevoir de messages.' });
  expect((await bar()).getByText(/plus disponible/).closest('p')).toHaveTextContent(
    'vous pouvez refuser cette proposition.',
  );
  expect(await names()).toEqual(['Valise de livres', 'Refuser']);
});

test('an open offer about a parcel that is not theirs to see any more can be withdrawn', async () => {
  const situation = parcelOf({ adminStatus: 'pending', offer: ofKarim() }).situation;
  const unseenParcel = { id: parcelId, title: 'Valise de livres', sentence: 'Non affiché', situation };
  const { asked } = visit({}, { endOffer: () => undefined }, { parcel: undefined, unseenParcel });
  expect((await bar()).getByText(': vous pouvez retirer votre proposition.')).toBeVisible();
  await userEvent.click((await bar()).getByRole('button', { name: 'Retirer ma proposition' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Retirer votre proposition ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Retirer ma proposition' }));
  await waitFor(() => expect(asked.find(({ row }) => row === 'endOffer')?.body).toEqual({ offerId }));
});

test('an offer in the log has its own line above the note', async () => {
  const content = 'Offre : 28 €.\nJe peux vous attendre.';
  const message = aMessage({ senderId: amelId, content, offer: { step: 'made', price: euros(28) } });
  visit({}, {}, { messages: [message] });
  const log = within(await screen.findByRole('log'));
  expect(log.getByText('Offre : 28 €.')).toBeVisible();
  expect(log.getByText('Je peux vous attendre.')).toBeVisible();
});

const madeBy = (senderId: string, seq: number, facts: Partial<Message> = {}) => {
  const recipientId = senderId === amelId ? karimId : amelId;
  const content = `Proposition : ${seq}0 €.`;
  return aMessage({ id: `o${seq}`, seq, senderId, recipientId, parcelId, content, offer: { step: 'made' }, ...facts });
};

test('an offer that has ended says how, and one with a trip between other cities names them', async () => {
  const ended = { step: 'made', ended: 'answered', trip: { ...named, to: 'Oran' } } as const;
  visit({}, {}, { messages: [madeBy(karimId, 1, { offer: ended }), madeBy(amelId, 2)] });
  const log = within(await screen.findByRole('log'));
  expect(log.getByText('Remplacée par une autre proposition')).toBeVisible();
  expect(log.getByText(/^Trajet/).closest('p')).toHaveTextContent('Trajet de Paris à Oran');
});

/** An event reaches the page through its socket. */
async function push(event: object) {
  const socket = Object.assign(new EventTarget(), { readyState: 1, send: () => undefined, close: () => undefined });
  vi.stubGlobal('WebSocket', function Socket() {
    return socket;
  });
  const end = connectLive({ ticket: async () => 'ticket', onEnded: () => undefined });
  await react(async () => {
    await Promise.resolve();
    socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }));
  });
  end();
}

test('the bubble of an offer shows its end as soon as another one arrives', async () => {
  const first = madeBy(karimId, 1);
  const second = madeBy(amelId, 2);
  let isAnswered = false;
  const ended = { ...first, offer: { step: 'made', ended: 'answered' } as const };
  const { shown, asked } = visit(
    { offer: ofKarim({ id: first.id }) },
    {
      conversation: ({ query: { after } }) => ({
        ...shown,
        messages: (isAnswered ? [ended, second] : [first]).filter(({ seq }) => seq > Number(after ?? 0)),
        lastSeq: isAnswered ? 2 : 1,
        ...(isAnswered ? { parcel: parcelOf({ offer: ofAmel({ id: second.id }) }) } : {}),
      }),
    },
    { messages: [first] },
  );
  const log = within(await screen.findByRole('log'));
  expect(log.queryByText('Remplacée par une autre proposition')).toBeNull();
  isAnswered = true;
  await push({ type: 'message.created', at: '', data: { message: second, threadId: 't' } });
  expect(await log.findByText('Remplacée par une autre proposition')).toBeVisible();
  expect(asked.filter(({ row }) => row === 'conversation').map(({ query }) => query['after'])).toEqual([
    undefined,
    '2',
    '0',
  ]);
});

test('what changed the agreement is read from old to new', async () => {
  const at = '2026-11-20T11:00:00.000Z';
  const moved = { ...terms, trip: { ...named, travelDate: '2099-12-21', isLate: true as const } };
  const changed = { ...terms, price: euros(28) };
  const agreement = { version: 4, type: 'changeAgreed', at, by: amelId, terms: changed, was: terms } as const;
  const move = { version: 5, type: 'tripMoved', at, by: karimId, terms: moved, was: terms } as const;
  visit(agreedFacts, {}, { events: [agreement, move] });
  const log = await screen.findByRole('log');
  expect(log).toHaveTextContent(/Amel a accepté le changement · [\d:]+28 € au lieu de 25 €/);
  expect(log).toHaveTextContent(
    /Votre trajet a changé · [\d:]+trajet en avion du 21 déc. 2099 \(après la date limite\) au lieu du trajet en avion du 12 déc. 2099/,
  );
});

const terms = { price: euros(25), grams: 3500, trip: named };
const half: Facts = { carrier: karim, status: 'accepted_for_delivery' };
const agreedFacts: Facts = { carrier: karim, status: 'pickup', terms };
const agreedOf = (facts: Facts = {}) => parcelOf({ ...agreedFacts, ...facts });
const change = ofAmel({ price: euros(35), grams: 5000, isChange: true });

test('a change at the door is read with what it replaces, and accepted', async () => {
  const { asked } = visit(
    { ...agreedFacts, offer: change },
    { takeOffer: () => agreedOf(), proofs: () => ({ items: [] }) },
  );
  expect((await bar()).getByText(/propose/).closest('p')).toHaveTextContent(
    "Amel propose 35 € au lieu de 25 €, 5 kg au lieu de 3,5 kg : répondez jusqu'au mar. 1er déc. à 08:05.",
  );
  expect(await names()).toEqual([
    'Valise de livres',
    'Accepter ce changement',
    'Actions',
    "J'ai récupéré le colis",
    'Refuser',
    'Renoncer à ce colis',
  ]);
  await act("J'ai récupéré le colis");
  expect(await screen.findByText(/il sera abandonné, et l'accord actuel reste valable/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await userEvent.click((await bar()).getByRole('button', { name: 'Accepter ce changement' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Accepter ce changement ?' }));
  expect(question.getByText(/Votre accord actuel/).closest('p')).toHaveTextContent(
    '25 € · 3,5 kg · trajet en avion du 12 déc. 2099',
  );
  await userEvent.click(question.getByRole('button', { name: 'Accepter ce changement' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Accord modifié'));
  expect(asked.find(({ row }) => row === 'takeOffer')?.body).toEqual({
    offerId,
    from: 'Paris',
    to: 'Alger',
    travelDate: '2099-12-12',
    transport: 'plane',
  });
});

const presses: readonly (readonly [what: string, facts: Facts, first: string | RegExp, second: string])[] = [
  ['a counter-offer', { offer: ofAmel() }, 'Proposer un autre prix', 'Envoyer la proposition'],
  ['a yes to an offer', { offer: ofAmel() }, 'Accepter de livrer ce colis', 'Accepter de livrer ce colis'],
  [
    'a yes to a change',
    { ...mine, carrier: karim, offer: ofKarim({ isChange: true, price: euros(35) }) },
    'Accepter ce changement',
    'Accepter ce changement',
  ],
];
test('an offer takes three presses from the listing that its traveller reads', async () => {
  const listing = <ParcelDialog parcelId={parcelId} onClose={() => undefined} />;
  const { asked } = visit({ hasWritten: false }, { makeOffer: () => ofKarim() }, { messages: [] }, listing);
  const press = async (element: Promise<HTMLElement>) => userEvent.click(await element);
  await press(screen.findByRole('link', { name: 'Proposer de livrer' }));
  await press((await bar()).findByRole('button', { name: /^Proposer de livrer à/ }));
  await press(screen.findByRole('button', { name: 'Envoyer la proposition' }));
  await waitFor(() => expect(asked.some(({ row }) => row === 'makeOffer')).toBe(true));
});

test.each(presses)('%s takes two presses in its conversation', async (_what, facts, first, second) => {
  const answers = { makeOffer: () => ofKarim(), takeOffer: () => parcelOf(facts), proofs: () => ({ items: [] }) };
  const { asked } = visit(facts, answers);
  await userEvent.click((await bar()).getByRole('button', { name: first }));
  const dialog = within(await screen.findByRole(second.startsWith('Envoyer') ? 'dialog' : 'alertdialog'));
  const price = dialog.queryByRole('textbox', { name: 'Votre prix pour ce colis' });
  if (price && (price as HTMLInputElement).value === '') await userEvent.type(price, '29');
  await userEvent.click(await dialog.findByRole('button', { name: second }));
  await waitFor(() => expect(asked.some(({ row }) => row === 'makeOffer' || row === 'takeOffer')).toBe(true));
});
