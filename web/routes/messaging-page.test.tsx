import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Conversation } from '#shared/messaging/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { MessagingPage } from './messaging-page.tsx';

const row = (firstName: string, facts: Partial<Conversation> = {}): Conversation => ({
  with: { id: `id-${firstName}`, firstName, lastName: 'Benali', verified: true },
  lastMessage: { preview: `Bonjour de ${firstName}`, senderId: 'x', createdAt: '2026-11-20T10:00:00.000Z' },
  unread: 0,
  updatedAt: '2026-11-20T10:00:00.000Z',
  ...facts,
});

function visit(conversations: NonNullable<Answers['conversations']>, at = '/messaging') {
  const asked = fakeApi({ conversations });
  const place = renderPage(<MessagingPage />, { at, me: aMe() });
  return { place, queries: () => asked.map(({ query }) => query) };
}

test('each tab requests its own conversations and is in the address', async () => {
  const { place, queries } = visit(({ query }) => ({
    items: query['filter'] === 'unread' ? [row('Karim', { unread: 2 })] : [row('Karim'), row('Nadia')],
  }));
  expect(await screen.findAllByRole('link')).toHaveLength(2);
  await userEvent.click(screen.getByRole('tab', { name: 'Non lus' }));
  expect(await screen.findByText('2 non lus')).toBeVisible();
  expect(place.url).toBe('/messaging?filter=unread');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/messages/id-Karim?filter=unread');
  await userEvent.click(screen.getByRole('tab', { name: 'Tous' }));
  await waitFor(() => expect(place.url).toBe('/messaging'));
  expect(queries()).toEqual([{ filter: 'all' }, { filter: 'unread' }]);
});

test('a search starts after a pause of typing, covers all conversations, and ends with another tab', async () => {
  const { place, queries } = visit(
    ({ query }) => ({ items: query['q'] ? [row('Nadia')] : [row('Karim')] }),
    '/messaging?filter=parcels',
  );
  await screen.findByRole('link', { name: /Karim/ });
  const field = screen.getByRole('searchbox', { name: 'Rechercher une conversation par nom ou par colis' });
  await userEvent.type(field, 'nad');
  const found = await screen.findByRole('region', { name: 'Résultats pour « nad »' });
  expect(await within(found).findByRole('link', { name: /Nadia/ })).toHaveAttribute('href', '/messages/id-Nadia?q=nad');
  expect(field).toHaveFocus();
  expect(place.url).toBe('/messaging?q=nad');
  await userEvent.clear(field);
  expect(await screen.findByRole('link', { name: /Karim/ })).toBeVisible();
  expect(queries()).toEqual([{ filter: 'parcels' }, { q: 'nad' }, { filter: 'all' }]);
});

test.each([
  ['/messaging', 'Aucune conversation', 'Rechercher des colis'],
  ['/messaging?filter=unread', 'Aucun message non lu', 'Voir toutes les conversations'],
  ['/messaging?filter=parcels', "Aucune conversation au sujet d'un colis", 'Rechercher des colis'],
  ['/messaging?q=zz', 'Aucune conversation trouvée', 'Voir toutes les conversations'],
  ['/messaging?filter=anything', 'Aucune conversation', 'Rechercher des colis'],
])('an empty list at %s shows this and a link to continue', async (at, title, way) => {
  visit(() => ({ items: [] }), at);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(way)).toBeVisible();
});

test('a list that does not load shows an error under each tab and can be requested again', async () => {
  let isDown = true;
  visit(() => (isDown ? new Refusal('UNAVAILABLE') : { items: [row('Karim')] }), '/messaging?filter=unread');
  expect(await screen.findByText('Impossible de charger les messages', undefined, { timeout: 9000 })).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('link', { name: /Karim/ })).toBeVisible();
}, 15_000);

test('on a wide screen the list is beside the place for a conversation', async () => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: true, media }));
  visit(() => ({ items: [row('Karim')] }));
  expect(await screen.findByText('Sélectionnez une conversation')).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Messagerie' })).toBeVisible();
  vi.unstubAllGlobals();
});
