import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { aParcel, aTrip, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ParcelDialog } from '#web/features/search/parcel-dialog.tsx';
import { TripDialog } from '#web/features/search/trip-dialog.tsx';
import { MyParcelsPage } from '#web/routes/my-parcels-page.tsx';
import { MyTripsPage } from '#web/routes/my-trips-page.tsx';

afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name);
});

type Share = (given: ShareData) => Promise<void>;

/** A device with a sheet of its own. */
function deviceThatShares(share: Share) {
  Object.assign(navigator, { canShare: () => true, share });
}

const openParcel = () => {
  fakeApi({ readParcel: () => aParcel({ id: 'p1', deadline: '2031-01-01', viewer: 'karim' }) });
  renderPage(<ParcelDialog parcelId="p1" onClose={() => {}} />, { me: karim });
  return screen.findByRole('button', { name: /^Partager : Livres, de Paris à Alger/ });
};
const path = '/p/p1';
const dialog = () => screen.findByRole('dialog', { name: 'Partager' });

test('where the device shares, it is given the message with route and date, and the address', async () => {
  const share = vi.fn<Share>(async () => {});
  deviceThatShares(share);
  await userEvent.click(await openParcel());
  expect(share).toHaveBeenCalledWith({
    title: 'Livres, de Paris à Alger',
    text: 'Livres, de Paris à Alger, avant le 1er\u00a0janv.\u00a02031 : ce colis cherche son voyageur sur Envoyage.',
    url: location.origin + path,
  });
  expect(screen.queryByRole('dialog', { name: 'Partager' })).toBeNull();
});

test('who leaves the sheet of the device is asked nothing more', async () => {
  deviceThatShares(() => Promise.reject(new DOMException('left', 'AbortError')));
  await userEvent.click(await openParcel());
  await Promise.resolve();
  expect(screen.queryByRole('dialog', { name: 'Partager' })).toBeNull();
});

test('a device that fails to share has the dialog', async () => {
  deviceThatShares(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await userEvent.click(await openParcel());
  expect(await dialog()).toBeVisible();
});

test('elsewhere WhatsApp, a copy and a mail are offered, and the copy says so', async () => {
  const user = userEvent.setup();
  await user.click(await openParcel());
  const shown = within(await dialog());
  const text = encodeURIComponent(
    `Livres, de Paris à Alger, avant le 1er\u00a0janv.\u00a02031 : ce colis cherche son voyageur sur Envoyage.\n${location.origin}${path}`,
  );
  expect(shown.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', `https://wa.me/?text=${text}`);
  expect(shown.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
    'href',
    `mailto:?subject=${encodeURIComponent('Livres, de Paris à Alger')}&body=${text}`,
  );
  await user.click(shown.getByRole('button', { name: 'Copier le lien' }));
  expect(await shown.findByRole('button', { name: 'Lien copié' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(location.origin + path);
});

test('a trip is shared with its day and the kilos that it takes', async () => {
  const share = vi.fn<Share>(async () => {});
  deviceThatShares(share);
  fakeApi({ readTrip: () => aTrip({ id: 't1', travelDate: '2031-01-01', maxWeightKg: 8 }) });
  renderPage(<TripDialog tripId="t1" onClose={() => {}} />, { me: karim });
  await userEvent.click(await screen.findByRole('button', { name: /^Partager : Trajet de Paris à Alger/ }));
  expect(share.mock.calls[0]?.[0]).toMatchObject({
    text: expect.stringMatching(/^Trajet de Paris à Alger, le 1er\u00a0janv.\u00a02031, jusqu'à 8\skg/) as string,
    url: `${location.origin}/t/t1`,
  });
});

const counts = { todo: 1, going: 1, over: 0 };
const mine = { ownerId: 'karim', deadline: '2031-01-01', adminStatus: 'approved' } as const;

test('owners share what others see of theirs, and nothing else', async () => {
  fakeApi({
    myParcels: () => ({
      counts,
      items: [
        aParcel({ ...mine, id: 'p1', title: 'Livres' }),
        aParcel({ ...mine, id: 'p2', title: 'Jouets', adminStatus: 'pending' }),
        aParcel({ ...mine, id: 'p3', title: 'Thé', status: 'pending' }),
        aParcel({ ...mine, id: 'p4', title: 'Sel', deadline: '2020-01-01' }),
      ],
    }),
  });
  renderPage(<MyParcelsPage />, { at: '/my-parcels', me: karim });
  for (const [title, isShared] of [
    ['Livres', true],
    ['Jouets', false],
    ['Thé', false],
    ['Sel', false],
  ] as const) {
    const row = await screen.findByRole('row', { name: new RegExp(title) });
    await userEvent.click(within(row).getByRole('button', { name: `Actions : ${title}` }));
    expect(within(row).queryAllByRole('button', { name: 'Partager' })).toHaveLength(isShared ? 1 : 0);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Actions : Livres' }));
  await userEvent.click(screen.getByRole('button', { name: 'Partager' }));
  expect(within(await dialog()).getByText(location.origin + path)).toBeVisible();
});

test('travellers share a trip of theirs from its row', async () => {
  fakeApi({
    myTrips: () => ({
      items: [aTrip({ id: 't1', ownerId: 'karim', adminStatus: 'approved', travelDate: '2031-01-01' })],
      counts: { upcoming: 1, past: 0 },
    }),
  });
  renderPage(<MyTripsPage />, { at: '/my-trips', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: /^Actions : / }));
  await userEvent.click(screen.getByRole('button', { name: 'Partager' }));
  expect(within(await dialog()).getByText(`${location.origin}/t/t1`)).toBeVisible();
});
