import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Notice } from '#shared/notices/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { queryClient, queryKey } from '#web/lib/api/query.ts';
import { NotificationsPage } from './notifications-page.tsx';

const aNotice = (minute: number, facts: Partial<Notice> = {}): Notice => {
  const at = `2026-11-20T10:0${minute}:00.000Z`;
  return {
    id: `${at}#n`,
    group: 'account',
    title: `Annonce ${minute}`,
    path: '/my-parcels',
    at,
    isRead: false,
    ...facts,
  };
};
const offer = aNotice(3, {
  group: 'deliveries',
  title: 'Karim propose',
  detail: 'Colis « Livres »',
  path: '/delivery/p1',
});
const rejected = aNotice(2, { detail: 'Motif : photo floue' });
const read = aNotice(1, { isRead: true });

function open(items: Notice[] = [offer, rejected, read], at = '/notifications') {
  const me = aMe({ unreadNotices: items.filter(({ isRead }) => !isRead).length });
  queryClient.setQueryData(queryKey('accounts', 'readMe'), me);
  const asked = fakeApi({ myNotices: () => ({ items }), readNotices: () => ({ unread: 0 }) });
  return { asked, place: renderPage(<NotificationsPage />, { at, me }) };
}

const rows = async () => within((await screen.findByRole('link', { name: /Annonce 1/ })).closest('ul') as HTMLElement);

test('each notice names what happened and its reason, newest first, and says whether it is unread', async () => {
  open();
  const names = (await rows()).getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual([
    expect.stringMatching(/^Non lue : Karim proposeColis « Livres »il y a/),
    expect.stringMatching(/^Non lue : Annonce 2Motif : photo floueil y a/),
    expect.stringMatching(/^Annonce 1il y a/),
  ]);
  expect(screen.getByRole('link', { name: 'Choisir ce que je reçois' })).toHaveAttribute(
    'href',
    '/profile?tab=settings',
  );
});

test('a press leads to the thing and marks the notice, without waiting for the answer', async () => {
  const { asked, place } = open();
  await userEvent.click(await screen.findByRole('link', { name: /Karim propose/ }));
  expect(place.url).toBe('/delivery/p1');
  await waitFor(() => expect(asked.find(({ row }) => row === 'readNotices')?.body).toEqual({ ids: [offer.id] }));
});

test('opened in another tab, an unread notice is marked there on the way to its thing', async () => {
  const { place } = open();
  const unread = await screen.findByRole('link', { name: /Karim propose/ });
  const address = unread.getAttribute('href') ?? '';
  expect(screen.getByRole('link', { name: /Annonce 1/ })).toHaveAttribute('href', '/my-parcels');
  fireEvent.click(unread, { ctrlKey: true });
  expect(place.url).toBe('/notifications');
  cleanup();
  const elsewhere = open(undefined, address);
  await waitFor(() => expect(elsewhere.place.url).toBe('/delivery/p1'));
  await waitFor(() =>
    expect(elsewhere.asked.find(({ row }) => row === 'readNotices')?.body).toEqual({ ids: [offer.id] }),
  );
});

test('all are marked at a press, up to the newest shown one', async () => {
  const { asked } = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  await waitFor(() => expect(screen.queryByText('Non lue :')).toBeNull());
  expect(asked.find(({ row }) => row === 'readNotices')?.body).toEqual({ upTo: offer.id });
});

test('the list closes what the system shows of it', async () => {
  const closed: string[] = [];
  const shown = ['alerts', 'messages'].map((tag) => ({ tag, close: () => closed.push(tag) }));
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ getNotifications: async () => shown }) },
  });
  open();
  await waitFor(() => expect(closed).toEqual(['alerts']));
});

test('a mark that fails is taken back, with the sentence', async () => {
  open();
  fakeApi({ myNotices: () => ({ items: [offer, rejected, read] }), readNotices: () => new Refusal('FAULT') });
  await userEvent.click(await screen.findByRole('button', { name: 'Tout marquer comme lu' }));
  expect(await screen.findByText('Notifications non marquées')).toBeVisible();
  expect(screen.getAllByText('Non lue :')).toHaveLength(2);
});

test('a notice that was pushed leads on to its thing, and is not in the way back', async () => {
  const { asked, place } = open(undefined, `/notifications?open=${encodeURIComponent(rejected.id)}`);
  await waitFor(() => expect(place.url).toBe('/my-parcels'));
  await waitFor(() => expect(asked.find(({ row }) => row === 'readNotices')?.body).toEqual({ ids: [rejected.id] }));
});

test('an older notice is looked for in the further pages, as far as they are as old', async () => {
  const asked = fakeApi({
    myNotices: ({ query: { cursor } }) =>
      cursor === undefined ? { items: [offer], next: 'second' } : { items: [rejected], next: 'third' },
    readNotices: () => ({ unread: 0 }),
  });
  const me = aMe({ unreadNotices: 2 });
  const at = (id: string) => `/notifications?open=${encodeURIComponent(id)}`;
  const place = renderPage(<NotificationsPage />, { at: at(rejected.id), me });
  await waitFor(() => expect(place.url).toBe('/my-parcels'));
  cleanup();
  asked.length = 0;
  renderPage(<NotificationsPage />, { at: at('2026-11-20T10:02:30.000Z#gone'), me });
  await waitFor(() => expect(asked.filter(({ row }) => row === 'myNotices')).toHaveLength(2));
  expect(await screen.findByRole('button', { name: 'Afficher plus' })).toBeEnabled();
  expect(asked.filter(({ row }) => row === 'myNotices')).toHaveLength(2);
});

test('of a pushed notice that is gone the list remains', async () => {
  const { place } = open(undefined, '/notifications?open=2026-01-01T10%3A00%3A00.000Z%23x');
  expect(await screen.findByRole('link', { name: /Karim propose/ })).toBeVisible();
  expect(place.url).toMatch(/^\/notifications/);
});

test('an empty list says what comes here, and offers an alert', async () => {
  open([]);
  expect(await screen.findByText('Rien de nouveau')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Créer une alerte' })).toHaveAttribute('href', '/find-parcels');
  expect(screen.queryByRole('button', { name: 'Tout marquer comme lu' })).toBeNull();
});

test('a list that does not load can be asked for again', async () => {
  fakeApi({ myNotices: () => new Refusal('FAULT') });
  renderPage(<NotificationsPage />, { at: '/notifications', me: aMe() });
  expect(await screen.findByText('Impossible de charger vos notifications')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

test('the notice of a decision has the way to contest it beside its page, which reads it too', async () => {
  const { asked, place } = open([aNotice(1, { objection: 'parcel.p1@l1.me.token' }), offer]);
  const contest = await screen.findAllByRole('link', { name: 'Contester cette décision' });
  expect(contest).toHaveLength(1);
  await userEvent.click(contest[0] as HTMLElement);
  expect(place.url).toBe('/contact?topic=decision#token=parcel.p1@l1.me.token');
  expect(asked.some(({ row }) => row === 'readNotices')).toBe(true);
});

test('the notice of an answer to an objection has the way to contest this answer', async () => {
  open([aNotice(1, { objection: 'report.r1@l1.me.token', isAnswer: true })]);
  expect(await screen.findByRole('link', { name: 'Contester cette réponse' })).toBeVisible();
});
