import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { showUndecided } from '#web/app/shell/banners/undecided-banner.tsx';
import { Banners } from '#web/app/shell/layout.tsx';
import { queued } from '#web/lib/offline/queued.ts';
import type { Queued, QueuedPhoto } from '#web/lib/offline/queued-item.ts';

const common = { nr: 1, memberId: 'karim', key: 'k', at: 0 } as const;
const message = { ...common, kind: 'message', recipientId: 'amel', parcelId: 'p1', content: 'Bonjour' } as const;
const handover = {
  ...common,
  kind: 'handover',
  parcelId: 'p1',
  stage: 'pickup',
  photos: new Array<QueuedPhoto>(),
} as const;

let stop = () => {};
afterEach(() => {
  stop();
  queued.set([]);
});

const holds = (item: Queued) => act(() => queued.set([item]));

test('what was refused or has become old is told on every page, with the way to where the member decides', () => {
  renderPart(<Banners />);
  stop = showUndecided();
  holds({ ...message, state: 'refused', problem: 'Ce membre vous a bloqué.' });
  expect(screen.getByText(/n'a pas pu être envoyé/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir le message' })).toHaveAttribute('href', '/messages/amel?parcel=p1');
  holds({ ...handover, state: 'old' });
  expect(screen.getByText(/attend votre décision/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir cette étape' })).toHaveAttribute('href', '/delivery/p1');
});

test('home tells what was validated on this device and waits for a network', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderPart(<Banners />);
  stop = showUndecided();
  const validated = { version: 3 };
  holds({ ...handover, state: 'waiting', validated });
  expect(screen.getByText(/Récupération validée sur cet appareil, en attente de connexion/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir cette étape' })).toHaveAttribute('href', '/delivery/p1');
  act(() => queued.set([]));
  expect(screen.queryByRole('link')).toBeNull();
  holds({ ...handover, state: 'waiting' });
  expect(screen.queryByRole('link')).toBeNull();
  isOnline.mockRestore();
});

test('what only waits for a network is not told on other pages, nor what is decided', () => {
  renderPart(<Banners />, { at: '/messaging' });
  stop = showUndecided();
  holds({ ...message, state: 'waiting' });
  expect(screen.queryByRole('link')).toBeNull();
  holds({ ...handover, state: 'waiting', validated: { version: 3 } });
  expect(screen.queryByRole('link')).toBeNull();
  holds({ ...message, state: 'refused' });
  act(() => queued.set([]));
  expect(screen.queryByRole('link')).toBeNull();
});

test('where the member decides there is no link to the same page', () => {
  renderPart(<Banners />, { at: '/delivery/p1' });
  stop = showUndecided();
  holds({ ...handover, state: 'refused' });
  expect(screen.getByText(/n'a pas pu être enregistrée/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});
