import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#shared/messaging/contract.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { messagingApi } from '#web/features/messaging/api.ts';
import { ConversationView } from '#web/features/messaging/conversation-view.tsx';
import type { Thread } from '#web/features/messaging/thread.ts';
import { ApiProblem, offline } from '#web/lib/api/problem.ts';
import { toasts } from '#web/lib/toast.ts';

vi.mock('#web/features/messaging/api.ts');

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(messagingApi.markRead).mockResolvedValue({ unread: 0 });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  );
  // With a keyboard, where Enter sends.
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: true, media }));
  toasts.set([]);
  sessionStorage.clear();
});

const amel = { id: 'other', firstName: 'Amel', lastName: 'Benali', verified: true, reviewCount: 0 };

const message = (seq: number, facts: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  seq,
  senderId: 'other',
  recipientId: 'me',
  content: `Message ${seq}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...facts,
});

const parcel: Parcel = {
  id: '5af3e325-4e09-4516-8f1d-bb18672b787b',
  ownerId: 'other',
  owner: amel,
  title: 'Valise de livres',
  description: 'Des livres',
  weightGrams: 2000,
  size: 'small',
  pickup: { city: 'Paris', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Alger', country: 'Algérie', countryCode: 'DZ' },
  deadline: '2026-12-17',
  isFragile: false,
  hasElectronics: false,
  status: 'active',
  trackingNumber: '672B787B',
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
  actions: { acceptDelivery: { allowed: true } },
};

const answer = (facts: Partial<Thread> = {}): Thread => {
  const messages = facts.messages ?? [message(1)];
  return { with: amel, messages, lastSeq: messages.at(-1)?.seq ?? 0, readUpTo: 0, ...facts };
};

function open(thread: Thread | Error) {
  const { conversation } = vi.mocked(messagingApi);
  if (thread instanceof Error) conversation.mockRejectedValue(thread);
  else {
    conversation.mockResolvedValueOnce(thread);
    conversation.mockResolvedValue({ ...thread, messages: [] });
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <main>
          <ConversationView memberId="me" userId="other" parcelId={parcel.id} />
        </main>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const composer = () => screen.findByRole('textbox', { name: 'Votre message' });

test('a message that does not leave goes from the thread back into the composer', async () => {
  vi.mocked(messagingApi.sendMessage).mockRejectedValueOnce(offline());
  open(answer());
  await userEvent.type(await composer(), 'Bonjour Amel{Enter}');
  await waitFor(() => expect(toasts.get()[0]?.title).toBe("Impossible d'envoyer votre message"));
  expect(await composer()).toHaveValue('Bonjour Amel');
  expect(within(screen.getByRole('log')).queryByText('Bonjour Amel')).toBeNull();
  expect(screen.getByText(/Votre texte est conservé/)).toBeVisible();
});

test('the second try carries the key of the first, the next message another one', async () => {
  const send = vi.mocked(messagingApi.sendMessage);
  send.mockRejectedValueOnce(offline());
  send.mockResolvedValueOnce(message(2, { senderId: 'me', recipientId: 'other', content: 'Bonjour' }));
  send.mockResolvedValueOnce(message(3, { senderId: 'me', recipientId: 'other', content: 'Bonjour' }));
  open(answer());
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: "Réessayer l'envoi" }));
  expect(await within(screen.getByRole('log')).findAllByText('Bonjour')).toHaveLength(1);
  await waitFor(async () => expect(await composer()).toHaveValue(''));
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  await waitFor(() => expect(within(screen.getByRole('log')).getAllByText('Bonjour')).toHaveLength(2));
  const [first, second, third] = send.mock.calls.map(([, options]) => options?.idempotencyKey);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('while a message is on its way it stands in the thread and nothing else can be sent', async () => {
  vi.mocked(messagingApi.sendMessage).mockReturnValue(new Promise(() => {}));
  open(answer());
  await userEvent.type(await composer(), 'Bonjour{Enter}');
  expect(screen.getByText('envoi…', { exact: false })).toBeVisible();
  await userEvent.type(await composer(), 'Et encore{Enter}');
  expect(messagingApi.sendMessage).toHaveBeenCalledTimes(1);
  expect(await composer()).toHaveValue('Et encore');
});

test('nothing is sent when only spaces were typed', async () => {
  open(answer());
  await userEvent.type(await composer(), '   {Enter}');
  expect(messagingApi.sendMessage).not.toHaveBeenCalled();
});

test('what the other wrote is marked as read, up to the last of it', async () => {
  open(answer({ messages: [message(1), message(2)] }));
  await waitFor(() =>
    expect(messagingApi.markRead).toHaveBeenCalledWith({
      params: { userId: 'other' },
      body: { parcelId: parcel.id, upToSeq: 2 },
    }),
  );
});

test('an offer about the parcel is asked before it is made', async () => {
  open(answer({ parcel }));
  await userEvent.click(await screen.findByRole('button', { name: 'Accepter de livrer ce colis' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Vous vous engagez');
});

test('without a message there is nothing to agree on', async () => {
  const talkFirst = { allowed: false, reason: "Échangez d'abord un message au sujet de ce colis." };
  open(answer({ messages: [], parcel: { ...parcel, actions: { acceptDelivery: talkFirst } } }));
  expect(await screen.findByText('Valise de livres')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Accepter de livrer ce colis' })).toBeNull();
});

test('a closed conversation says why instead of offering to write', async () => {
  open(answer({ closed: "Ce membre n'est plus disponible." }));
  expect(await screen.findByText("Ce membre n'est plus disponible.")).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('of a parcel that is not theirs to see any more stands the title of the talk and one sentence', async () => {
  open(
    answer({
      unseenParcel: { id: parcel.id, title: 'Valise de livres', sentence: 'Ce colis a déjà un transporteur.' },
    }),
  );
  const card = within(await screen.findByRole('region', { name: 'Colis concerné' }));
  expect(card.getByRole('heading', { name: 'Valise de livres' })).toBeVisible();
  expect(card.getByText('Ce colis a déjà un transporteur.')).toBeVisible();
  expect(card.queryByRole('button')).toBeNull();
  expect(await composer()).toBeVisible();
});

const unavailable = new ApiProblem('PARCEL_UNAVAILABLE', {
  title: 'Impossible de charger les données du colis',
  detail: "Ce colis n'existe pas, ou son annonce n'est plus disponible.",
});

test('a parcel that is taken before the first word is told about as such, with a way on to the member', async () => {
  open(unavailable);
  expect(await screen.findByRole('heading', { name: 'Impossible de charger les données du colis' })).toBeVisible();
  expect(screen.getByText(unavailable.detail)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Écrire à ce membre' })).toHaveAttribute('href', '/messages/other');
  expect(screen.getByRole('link', { name: 'Rechercher des colis' })).toHaveAttribute('href', '/find-parcels');
});

test('what was typed about a parcel that is taken meanwhile goes along into the conversation without it', async () => {
  vi.mocked(messagingApi.sendMessage).mockRejectedValue(unavailable);
  open(answer({ messages: [], parcel }));
  await userEvent.type(await composer(), 'Je passe par Alger');
  vi.mocked(messagingApi.conversation).mockRejectedValue(unavailable);
  await userEvent.type(await composer(), '{Enter}');
  await userEvent.click(await screen.findByRole('link', { name: 'Écrire à ce membre' }));
  expect(sessionStorage.getItem('envoyage.message.me.other.-')).toBe('Je passe par Alger');
  expect(sessionStorage.getItem(`envoyage.message.me.other.${parcel.id}`)).toBeNull();
});

test('nobody has this id', async () => {
  open(new ApiProblem('NOT_FOUND', { title: 'Introuvable', detail: '' }));
  expect(await screen.findByRole('heading', { name: 'Profil introuvable' })).toBeVisible();
});
