import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aCard, aMe, aMember, aMessage, aParcel } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import type { Thread } from '#web/features/messaging/thread/thread.ts';
import { queued } from '#web/lib/offline/queued.ts';
import { ConversationPage, ParcelConversationPage } from '#web/routes/conversation-page.tsx';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
});

const me = aMe({ id: 'karim', status: 'approved' });
const amel = 'a3e1c5d2-0000-4000-8000-000000000000';
const parcelId = '5af3e325-4e09-4516-8f1d-bb18672b787b';
const owner = aCard({ id: amel, firstName: 'Amel', lastName: 'Haddad' });
const valise = { id: parcelId, title: 'Valise de livres', owner, viewer: 'karim', other: owner };
const parcel = aParcel({ ...valise, version: 3 });
const mineOf = (facts: Parameters<typeof aParcel>[0] = {}) =>
  aParcel({ ...valise, carrier: aCard({ id: 'karim' }), status: 'pickup', version: 5, ...facts });
const mine = mineOf();

const answer = (facts: Partial<Thread> = {}): Thread => {
  const messages = facts.messages ?? [aMessage({ seq: 1, senderId: amel, recipientId: 'karim' })];
  return { with: owner, messages, lastSeq: messages.at(-1)?.seq ?? 0, readUpTo: 0, ...facts };
};

function visit(at: string, thread: Thread | Refusal, answers: Answers = {}) {
  const asked = fakeApi({
    conversation: ({ query }) =>
      query['after'] === undefined || thread instanceof Refusal ? thread : { ...thread, messages: [] },
    markRead: () => ({ unread: 0 }),
    ...answers,
  });
  const isPlain = at.startsWith('/messages');
  const page = isPlain ? <ConversationPage /> : <ParcelConversationPage />;
  const place = renderPage(page, { at, path: isPlain ? '/messages/:userId' : '/parcel-messaging/:userId', me });
  return { place, asked };
}
const conversation = `/messages/${amel}?parcel=${parcelId}`;
const withDelivery = `/parcel-messaging/${amel}?parcel=${parcelId}`;

test('the acts of the two on the parcel are shown between their messages', async () => {
  visit(
    conversation,
    answer({
      parcel: mine,
      events: [
        { version: 3, type: 'chooseCarrier', at: '2026-11-20T11:00:00.000Z', by: amel },
        { version: 4, type: 'handshake', at: '2026-11-20T12:00:00.000Z', by: 'karim' },
      ],
    }),
  );
  const log = await screen.findByRole('log');
  expect(log).toHaveTextContent(
    /Amel vous confie ce colis.*Vous avez confirmé : c'est d'accord. Convenez du rendez-vous/,
  );
});

test('above the messages a parcel that customs keep offers to go on, as its page does', async () => {
  const problem = { kind: 'customs' as const, by: 'karim', at: '2026-11-20T09:00:00.000Z', reportId: 'r' };
  visit(conversation, answer({ parcel: mineOf({ status: 'in_transit', problem }) }));
  const bar = within(await screen.findByRole('region', { name: 'Colis concerné' }));
  expect(bar.getByRole('button', { name: 'Je pars livrer' })).toBeVisible();
});

test('above the messages the photos of a parcel that customs have given back are one press away', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  const problem = { kind: 'customs' as const, by: 'karim', at, answeredAt: at, startedAt: at, reportId: 'r' };
  visit(withDelivery, answer({ parcel: mineOf({ status: 'delivery', problem }) }), { proofs: () => ({ items: [] }) });
  const bar = within(await screen.findByRole('region', { name: 'Colis concerné' }));
  expect(bar.getByRole('button', { name: 'Photos et livraison' })).toBeVisible();
});

test('above the messages a long reason is cut, and one press shows it whole, line by line', async () => {
  const reason = `فتحت الطرد ووجدت هاتفين\n\nTrois téléphones de plus,\n${'dont un sans facture, '.repeat(20)}fin`;
  const contentsRefused = { by: owner, reason, at: '2026-11-20T09:00:00.000Z' };
  const own = { ...valise, owner: aCard({ id: 'karim' }), adminStatus: 'pending', contentsRefused } as const;
  visit(conversation, answer({ parcel: aParcel(own) }));
  const bar = await screen.findByRole('region', { name: 'Colis concerné' });
  const [, typed = '', after = ''] = /« (.*) »(.*)$/s.exec(bar.querySelector('p')?.textContent ?? '') ?? [];
  expect(Array.from(typed).length).toBeLessThanOrEqual(80);
  expect(typed).toMatch(/^فتحت الطرد ووجدت هاتفين Trois téléphones de plus, dont un.*…$/);
  expect(after).toBe('. Corrigez la liste, notre équipe la regarde ensuite.');
  await userEvent.click(within(bar).getByRole('button', { name: 'Valise de livres' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Colis concerné' }));
  const whole = dialog.getByText((_, element) => element?.textContent === reason);
  // A class of the site, whose lines stay lines, each in its own direction.
  expect(whole).toHaveClass('member-text');
});

test('the first message may begin with a suggested sentence, which is not sent by itself', async () => {
  const { asked } = visit(conversation, answer({ messages: [], parcel }));
  await userEvent.click(await screen.findByRole('button', { name: /votre colis est-il toujours/i }));
  expect(screen.getByRole('textbox', { name: 'Votre message' })).toHaveValue(
    'Bonjour, je fais bientôt ce trajet. Votre colis est-il toujours à transporter ?',
  );
  expect(screen.queryByRole('group', { name: 'Idées de premier message' })).toBeNull();
  expect(asked.filter(({ row }) => row === 'sendMessage')).toEqual([]);
});

const counts = { todo: 0, going: 0, over: 0 };

test('a conversation without a parcel leads to one about an own listed parcel, with the typed text', async () => {
  const deadline = '2099-12-20';
  const karim = aCard({ id: 'karim' });
  const listed = aParcel({ id: parcelId, title: 'Théière', owner: karim, deadline });
  const waiting = aParcel({ id: 'other', title: 'En attente', owner: karim, adminStatus: 'pending', deadline });
  const { place, asked } = visit(`/messages/${amel}`, answer(), {
    myParcels: () => ({ items: [listed, waiting], counts }),
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Votre message' }), 'Bonjour');
  await userEvent.click(screen.getByRole('button', { name: 'Choisir un colis concerné' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('link', { name: /Théière/ }));
  expect(place.url).toBe(conversation);
  expect(await screen.findByRole('textbox', { name: 'Votre message' })).toHaveValue('Bonjour');
  expect(dialog.queryByText('En attente')).toBeNull();
  expect(asked.filter(({ row }) => row === 'myParcels')).toHaveLength(1);
});

test('a member without a listed parcel gets a link to publish one', async () => {
  visit(`/messages/${amel}`, answer(), { myParcels: () => ({ items: [], counts }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Choisir un colis concerné' }));
  expect(await screen.findByRole('link', { name: 'Publier un colis' })).toHaveAttribute('href', '/send-parcel');
});

test('without a parcel the address of conversation and delivery leads to the conversation alone', async () => {
  const { place } = visit(`/parcel-messaging/${amel}`, answer());
  await waitFor(() => expect(place.url).toBe(`/messages/${amel}`));
});

test('a member who is no participant of the delivery sees the conversation alone', async () => {
  visit(withDelivery, answer({ parcel }));
  await userEvent.click(await screen.findByRole('button', { name: 'Valise de livres' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Date limite');
  expect(screen.queryByRole('region', { name: 'Photos du colis' })).toBeNull();
});

test('sending and confirming without a photo name what is missing', async () => {
  visit(withDelivery, answer({ parcel: mine }), { proofs: () => ({ items: [] }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Photos et récupération' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer les photos' }));
  expect(await screen.findByText('Aucune photo')).toBeVisible();
  await userEvent.click(await screen.findByRole('checkbox', { name: /^J'ai vu le contenu/ }));
  await userEvent.click(screen.getByRole('button', { name: "J'ai récupéré le colis" }));
  // The camera opens, and the toasts move above it.
  await waitFor(() => expect(screen.getByText('Photo requise')).toBeVisible());
});

test.each([
  ['messages', conversation],
  ['messages with the delivery', withDelivery],
])('a pickup that waits on this device for a network is told above the %s, and not offered again', async (_, at) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    vi.restoreAllMocks();
    queued.set([]);
  });
  visit(at, answer({ parcel: mine }), { proofs: () => ({ items: [] }) });
  const bar = within(await screen.findByRole('region', { name: 'Colis concerné' }));
  const validated = { version: 5, contentsSeen: true } as const;
  const waiting = { nr: 1, memberId: 'karim', key: 'k', at: 0, kind: 'handover', state: 'waiting', parcelId } as const;
  act(() => queued.set([{ ...waiting, stage: 'pickup', photos: [], validated }]));
  expect(bar.getByText('Récupération validée sur cet appareil, en attente de connexion.')).toBeVisible();
  expect(bar.queryAllByRole('button', { name: /récupér/ })).toEqual([]);
});

const photo = {
  id: 'photo',
  stage: 'pickup' as const,
  by: 'karim',
  at: '2026-11-20T12:00:00.000Z',
  url: 'https://files.invalid/photo',
};

test('the pickup is confirmed in the conversation, for the version on the screen', async () => {
  const { asked } = visit(withDelivery, answer({ parcel: mine }), {
    proofs: () => ({ items: [photo] }),
    validatePickup: () => mineOf({ status: 'in_transit', version: 6 }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Photos et récupération' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /^J'ai vu le contenu/ }));
  await userEvent.click(await screen.findByRole('button', { name: "J'ai récupéré le colis" }));
  expect(await screen.findByText('Ramassage confirmé')).toBeVisible();
  expect(asked.find(({ row }) => row === 'validatePickup')).toMatchObject({ params: { parcelId }, version: 5 });
});

test('a pickup that another member has already confirmed shows this', async () => {
  visit(withDelivery, answer({ parcel: mine }), {
    proofs: () => ({ items: [photo] }),
    validatePickup: () => new Refusal('STATE_CHANGED'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Photos et récupération' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /^J'ai vu le contenu/ }));
  await userEvent.click(await screen.findByRole('button', { name: "J'ai récupéré le colis" }));
  expect(await screen.findByText('Situation modifiée')).toBeVisible();
});

test('after the delivery the two rate each other in their conversation', async () => {
  visit(conversation, answer({ parcel: mineOf({ status: 'delivered' }) }), { readMember: () => aMember(owner) });
  await userEvent.click(await screen.findByRole('button', { name: 'Votre avis' }));
  await userEvent.click(await screen.findByRole('button', { name: /^4 étoiles/ }));
  expect(await screen.findByRole('radio', { name: /^4 étoiles/ })).toBeChecked();
});

test('a delivery with another carrier asks for no review in this conversation', async () => {
  const karim = aCard({ id: 'karim' });
  const byAnother = mineOf({ owner: karim, carrier: aCard({ id: 'yacine' }), status: 'delivered' });
  visit(conversation, answer({ parcel: byAnother }));
  expect(await screen.findByRole('heading', { name: 'Valise de livres' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Votre avis' })).toBeNull();
});

test('after a delivery a partner whose page is closed can be reviewed', async () => {
  const closed = aCard({ ...owner, unavailable: true });
  const delivered = mineOf({ owner: closed, other: closed, status: 'delivered' });
  visit(conversation, answer({ with: closed, parcel: delivered }), { readMember: () => new Refusal('NOT_FOUND') });
  await userEvent.click(await screen.findByRole('button', { name: 'Votre avis' }));
  expect(await screen.findByRole('button', { name: /^4 étoiles/ })).toBeVisible();
});
