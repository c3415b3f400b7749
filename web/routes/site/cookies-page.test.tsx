import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderPage } from '#test/support/render-page.tsx';
import { claimDrafts, eraseTraces } from '#web/lib/drafts/draft-storage.ts';
import { countAll, enqueue } from '#web/lib/offline/queue.ts';
import { auth } from '#web/lib/session/auth.ts';
import { CookiesPage } from '#web/routes/site/cookies-page.tsx';

beforeEach(() => auth.set({ status: 'visitor' }));
afterEach(async () => {
  eraseTraces();
  // The next database is made after the old one is gone.
  await countAll();
});

const here = () => within(screen.getByRole('region', { name: 'Sur cet appareil, en ce moment' }));

test('drafts on this device are named and can be erased, the session stays', async () => {
  localStorage.setItem('envoyage.draft.parcel', '{}');
  sessionStorage.setItem('envoyage.message.a', 'Bonjour');
  sessionStorage.setItem('envoyage.message.b', 'Bonsoir');
  localStorage.setItem('envoyage.session', '1');
  renderPage(<CookiesPage />, { at: '/cookies' });
  expect(here().getByText("Brouillon d'un colis ou d'un trajet")).toBeVisible();
  expect(here().getByText("Brouillon d'un message ou d'un autre texte (2)")).toBeVisible();
  await userEvent.click(here().getByRole('button', { name: 'Effacer mes brouillons' }));
  expect(
    here()
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(["Présence d'une session"]);
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
  expect(here().queryByRole('button')).toBeNull();
});

test('where nothing is kept, the page says so', () => {
  renderPage(<CookiesPage />, { at: '/cookies' });
  expect(here().getByText("Rien n'est gardé sur cet appareil.")).toBeVisible();
});

/** Karim's browser, in which a message waits for the network. */
async function withAWaitingMessage() {
  claimDrafts('karim');
  auth.set({ status: 'member', kind: 'tab', memberId: 'karim' });
  await enqueue({ kind: 'message', key: 'one', recipientId: 'amel', content: 'Bonjour' });
}

test('what a member writes after they erased their drafts is never another member’s', async () => {
  await withAWaitingMessage();
  localStorage.setItem('envoyage.draft.parcel', '{}');
  renderPage(<CookiesPage />, { at: '/cookies' });
  await userEvent.click(here().getByRole('button', { name: /^Effacer mes brouillons/ }));
  expect(await countAll()).toBe(1);
  localStorage.setItem('envoyage.draft.parcel', '{"title":"Clés"}');
  claimDrafts('nadia');
  expect(localStorage.getItem('envoyage.draft.parcel')).toBeNull();
  expect(await countAll()).toBe(0);
});

test('what waits to be sent is named, and can be erased here once nobody is signed in', async () => {
  await withAWaitingMessage();
  auth.set({ status: 'visitor' });
  renderPage(<CookiesPage />, { at: '/cookies' });
  await here().findByText("Messages et photos en attente d'envoi");
  const erase = await here().findByRole('button', {
    name: /^Effacer .* et mes messages et photos pas encore envoyés$/,
  });
  await userEvent.click(erase);
  await waitFor(() => expect(here().queryByText("Messages et photos en attente d'envoi")).toBeNull());
  expect(await countAll()).toBe(0);
});
