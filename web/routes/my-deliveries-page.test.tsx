import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import { Refusal } from '#shared/refusal.ts';
import { hourMs } from '#shared/values/time.ts';
import { aListedDelivery, karim, type ToldDelivery } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { queued } from '#web/lib/offline/queued.ts';
import type { QueuedHandover } from '#web/lib/offline/queued-item.ts';
import { MyDeliveriesPage } from './my-deliveries-page.tsx';

const counts = { to_collect: 2, in_transit: 1, to_deliver: 0, completed: 4 };
const inState: Partial<Record<DeliveryState, string>> = {
  to_collect: 'Livres',
  in_transit: 'Jouets',
  completed: 'Thé',
};
const server = (more: Answers = {}) =>
  fakeApi({
    myDeliveries: ({ query }) => {
      const title = inState[query['state'] as DeliveryState];
      return {
        counts,
        items: title ? [aListedDelivery({ id: title, title, status: statusIn[query['state'] ?? ''] })] : [],
      };
    },
    conversations: () => ({ items: [] }),
    ...more,
  });
const statusIn: Partial<Record<string, ToldDelivery['status']>> = {
  to_collect: 'pickup',
  in_transit: 'in_transit',
  completed: 'delivered',
};
const open = (at = '/delivery-selection') => renderPage(<MyDeliveriesPage />, { at, me: karim });

test('four cards count their deliveries, and the open ones are listed with the nearest last day first', async () => {
  server();
  open();
  const cards = within(screen.getByRole('navigation', { name: 'Livraisons par étape' }));
  await screen.findByRole('link', { name: 'Livres' });
  expect(cards.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '2 À récupérer',
    '1 En transit',
    '0 À livrer',
    '4 Terminées',
  ]);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'En transit',
    'À récupérer',
    'Conversations récentes',
  ]);
  expect(screen.queryByRole('link', { name: 'Thé' })).toBeNull();
});

test('a card shows only its own deliveries, and a second press shows all again', async () => {
  server();
  const place = open();
  await userEvent.click(await screen.findByRole('link', { name: /Terminées/ }));
  expect(await screen.findByRole('link', { name: 'Thé' })).toBeVisible();
  expect(place.url).toBe('/delivery-selection?state=completed');
  expect(screen.queryByRole('link', { name: 'Livres' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: /Terminées/ }));
  expect(place.url).toBe('/delivery-selection');
});

const day = '2026-11-30T10:00:00.000Z';
test.each<[end: string, facts: ToldDelivery, told: string | undefined]>([
  ['delivered', { status: 'delivered', deliveredAt: day }, 'livré le 30\u00a0nov.\u00a02026'],
  ['annulled', { status: 'delivered', deliveredAt: day, annulled: true }, undefined],
  ['lost', { status: 'cancelled', outcome: 'lost' }, undefined],
  ['returned', { status: 'returned', returnConfirmedAt: day }, undefined],
])('an ended delivery has the day of its arrival or none (%s)', async (_end, facts, told) => {
  server({ myDeliveries: () => ({ counts, items: [aListedDelivery({ title: 'Thé', ...facts })] }) });
  open('/delivery-selection?state=completed');
  const card = (await screen.findByRole('link', { name: 'Thé' })).closest('li');
  expect(card?.textContent?.match(/(livré|avant) le \d+\s\S+\s\d+/)?.[0]).toBe(told);
});

test('unknown counts are not shown as zeros, and a failed list shows an error', async () => {
  fakeApi({ myDeliveries: () => new Refusal('FAULT'), conversations: () => ({ items: [] }) });
  open('/delivery-selection?state=in_transit');
  expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les données');
  expect(screen.getAllByText('Inconnu')).toHaveLength(4);
});

const none = { to_collect: 0, in_transit: 0, to_deliver: 0, completed: 0 };

test('who never carried a parcel reads what the page is for, and where their own parcels are', async () => {
  server({ myDeliveries: () => ({ counts: none, items: [] }) });
  open();
  expect(await screen.findByText('Vous ne transportez aucun colis')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Mes colis' })).toHaveAttribute('href', '/my-parcels');
  expect(screen.getByRole('link', { name: 'Trouver un colis à transporter' })).toHaveAttribute('href', '/find-parcels');
});

test('a carrier whose deliveries are over gets a link to parcels on their route', async () => {
  server({ myDeliveries: () => ({ counts: { ...none, completed: 4 }, items: [] }) });
  open();
  expect(await screen.findByText('Aucune livraison en cours')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Trouver un colis à transporter' })).toHaveAttribute('href', '/find-parcels');
});

test('a position is sent with two presses', async () => {
  const asked = server({
    recordPosition: () => ({
      version: 3,
      type: 'position',
      at: '2026-12-01T10:00:00.000Z',
      by: 'karim',
      city: 'Alger',
    }),
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Indiquer ma position' }));
  await userEvent.click(await screen.findByRole('button', { name: /à Alger/ }));
  expect(await screen.findByText('Position enregistrée')).toBeVisible();
  expect(asked.find(({ row }) => row === 'recordPosition')).toMatchObject({ body: { city: 'Alger' } });
});

const numberField = () => screen.getByRole('textbox', { name: 'Numéro de suivi' });
const find = () => userEvent.click(screen.getByRole('button', { name: 'Ouvrir ce colis' }));

test('a parcel is opened by its number, in any spelling', async () => {
  const asked = server({ findDelivery: () => ({ id: 'p9', title: 'Livres' }) });
  const place = open();
  await userEvent.type(numberField(), ' ab12 cd34');
  await find();
  expect(await screen.findByText('Une autre page')).toBeVisible();
  expect(place.url).toBe('/delivery/p9');
  expect(asked.find(({ row }) => row === 'findDelivery')?.params).toEqual({ number: 'AB12CD34' });
});

test.each(['', '   ', 'AB12CD3', 'GGGGGGGG', '<b>'])('« %s » is no number, and the text stays', async (typed) => {
  const asked = server();
  open();
  if (typed) await userEvent.type(numberField(), typed);
  await find();
  expect(screen.getByText(/Indiquez les 8 caractères/)).toBeVisible();
  expect(numberField()).toHaveValue(typed);
  expect(numberField()).toHaveFocus();
  expect(asked.some(({ row }) => row === 'findDelivery')).toBe(false);
});

test('the number of another member’s parcel is not found', async () => {
  server({
    findDelivery: () =>
      new Refusal('NOT_FOUND', { title: 'Colis non trouvé', detail: "Aucune de vos livraisons n'a ce numéro." }),
  });
  open();
  await userEvent.type(numberField(), 'AB12CD34');
  await find();
  expect(await screen.findByText("Aucune de vos livraisons n'a ce numéro.")).toBeVisible();
  expect(numberField()).toHaveValue('AB12CD34');
});

test.each([
  ['NotAllowedError', /Autorisez-le dans les réglages du navigateur, ou tapez le numéro/],
  ['NotReadableError', /La caméra est utilisée par une autre application. Fermez-la puis réessayez/],
])('a camera that answers %s is explained, and the number can be typed', async (name, sentence) => {
  server();
  const getUserMedia = async () => {
    throw new DOMException('', name);
  };
  Object.assign(navigator, { mediaDevices: { getUserMedia } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Scanner un colis' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ouvrir la caméra' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Taper le numéro' })).toBeVisible();
});

test('without a camera the number can be typed', async () => {
  server();
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Scanner un colis' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Ouvrir la caméra' }));
  expect(await screen.findByText("Impossible d'accéder à la caméra")).toBeVisible();
  expect(screen.getByText(/Aucune caméra n'est disponible ici/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Taper le numéro' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const pickedUp: QueuedHandover = {
  nr: 1,
  memberId: 'karim',
  key: 'k',
  at: 0,
  kind: 'handover',
  parcelId: 'Livres',
  stage: 'pickup',
  photos: [],
  validated: { version: 4, contentsSeen: true },
  state: 'waiting',
};

test('a pickup that waits on this device for a network is told in the list, and not offered again', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  onTestFinished(() => {
    isOnline.mockRestore();
    queued.set([]);
  });
  server();
  open();
  const card = within((await screen.findByRole('link', { name: 'Livres' })).closest('li') ?? document.body);
  expect(card.getByRole('button', { name: "J'ai récupéré le colis" })).toBeVisible();
  isOnline.mockReturnValue(false);
  const holds = (facts: Partial<QueuedHandover>) => act(() => queued.set([{ ...pickedUp, ...facts }]));
  holds({});
  expect(card.getByText('Récupération validée sur cet appareil, en attente de connexion.')).toBeVisible();
  expect(card.queryByRole('button', { name: "J'ai récupéré le colis" })).toBeNull();
  holds({ state: 'old' });
  expect(card.getByText(/^Récupération validée sur cet appareil, pas encore envoyée/)).toBeVisible();
  holds({ state: 'refused', problem: 'Ce colis a été annulé.' });
  expect(card.getByText('Récupération refusée : Ce colis a été annulé.')).toBeVisible();
  // Photos alone are no validation.
  holds({ validated: undefined });
  expect(card.getByRole('button', { name: "J'ai récupéré le colis" })).toBeVisible();
  act(() => queued.set([]));
  expect(card.queryByText(/sur cet appareil/)).toBeNull();
  expect(card.getByRole('button', { name: "J'ai récupéré le colis" })).toBeVisible();
});

test('without a network the age is that of the oldest list on the page', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  server();
  open();
  await screen.findByRole('link', { name: 'Jouets' });
  const key = ['deliveries', 'myDeliveries', { query: { state: 'in_transit' } }, 'pages'];
  const known = queryClient.getQueryData(key);
  act(() => void queryClient.setQueryData(key, known, { updatedAt: Date.now() - 2 * hourMs }));
  isOnline.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(await screen.findByText('Vu il y a 2 h · hors connexion')).toBeVisible();
  isOnline.mockRestore();
  act(() => void dispatchEvent(new Event('online')));
});

test('a list that is known is told with its age alone when the next reading fails, and can be read again', async () => {
  let answer: 'list' | 'none' = 'list';
  server({
    myDeliveries: () => {
      if (answer === 'none') throw new TypeError('network');
      return { counts: { ...counts, in_transit: 1 }, items: [aListedDelivery({ id: 'Jouets', title: 'Jouets' })] };
    },
  });
  open('/delivery-selection?state=in_transit');
  await screen.findByRole('link', { name: 'Jouets' });
  answer = 'none';
  await act(() => queryClient.refetchQueries({ queryKey: ['deliveries'] }));
  expect(await screen.findByText(/^Vu à l'instant · hors connexion$/)).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('link', { name: 'Jouets' })).toBeVisible();
  answer = 'list';
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.queryByText(/^Vu/)).toBeNull());
});

test('a parcel that customs keep offers to go on, as its own page does', async () => {
  const problem = { kind: 'customs' as const, by: 'karim', at: '2026-11-30T07:05:00.000Z', reportId: 'r' };
  const held = aListedDelivery({ id: 'Jouets', title: 'Jouets', status: 'in_transit', problem });
  server({ myDeliveries: () => ({ counts, items: [held] }) });
  open('/delivery-selection?state=in_transit');
  const card = within((await screen.findByRole('link', { name: 'Jouets' })).closest('li') ?? document.body);
  expect(card.getByRole('button', { name: 'Je pars livrer' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Actions : Jouets' }));
  expect(card.getAllByRole('button', { name: 'Je pars livrer' })).toHaveLength(1);
  expect(card.getAllByRole('button', { name: 'Indiquer ma position' })).toHaveLength(1);
});
