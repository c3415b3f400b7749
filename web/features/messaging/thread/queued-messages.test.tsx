import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { QueuedMessages } from '#web/features/messaging/thread/queued-messages.tsx';
import type { QueuedMessage } from '#web/lib/offline/queued-item.ts';

afterEach(() => vi.restoreAllMocks());

const message = (nr: number, facts: Partial<QueuedMessage> = {}): QueuedMessage => ({
  nr,
  memberId: 'karim',
  key: String(nr),
  at: Date.parse('2026-11-20T10:00:00.000Z'),
  state: 'waiting',
  kind: 'message',
  recipientId: 'amel',
  content: `Message ${nr}`,
  ...facts,
});

function show(messages: readonly QueuedMessage[], { online }: { online: boolean }) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  renderPart(<QueuedMessages messages={messages} onTakenBack={() => undefined} />);
  return (nr: number) => within(screen.getByText(`Message ${nr}`).closest<HTMLElement>('.bubble') ?? document.body);
}

test('without a network a message waits, and can be taken back', () => {
  const row = show([message(1)], { online: false });
  expect(row(1).getByText('En attente de connexion')).toBeVisible();
  expect(row(1).getByRole('button', { name: 'Ne pas envoyer' })).toBeVisible();
  expect(row(1).queryByRole('button', { name: 'Envoyer' })).toBeNull();
});

test('a refusal is told at its message, whose text stays; the next one says that it waits for it', () => {
  const refused = message(1, { state: 'refused', problem: "Ce colis n'est plus disponible." });
  const row = show([refused, message(2)], { online: true });
  expect(row(1).getByRole('alert')).toHaveTextContent("Message refusé : Ce colis n'est plus disponible.");
  expect(row(1).getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(row(1).getByRole('button', { name: 'Reprendre le texte' })).toBeVisible();
  expect(row(2).getByText('En attente du message précédent')).toBeVisible();
});

test('a message whose last try failed says why, and that it is tried again', () => {
  const row = show([message(1, { problem: 'Service indisponible' }), message(2)], { online: true });
  expect(row(1).getByText('Service indisponible. Nouvel essai automatique…')).toBeVisible();
  expect(row(1).queryByRole('alert')).toBeNull();
});

test('an old message asks whether it is still wanted', () => {
  const row = show([message(1, { state: 'old' })], { online: true });
  expect(row(1).getByText(/Écrit .*20.* pas encore envoyé\. L'envoyer maintenant \?/)).toBeVisible();
  expect(row(1).getByRole('button', { name: 'Envoyer' })).toBeVisible();
  expect(row(1).getByRole('button', { name: 'Ne pas envoyer' })).toBeVisible();
});
