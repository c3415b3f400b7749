import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AdminParcel, AdminTrip } from '#shared/admin/contract.ts';
import { aParcel, aTrip, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ParcelsTab } from '#web/features/admin/parcels-tab.tsx';
import { TripsTab } from '#web/features/admin/trips-tab.tsx';

const parcel: AdminParcel = { ...aParcel({ version: 3 }), adminStatus: 'pending' };
const trip: AdminTrip = { ...aTrip({ version: 3 }), adminStatus: 'pending' };

test('a parcel is refused with a reason, at the version on the screen, and its card shows the outcome', async () => {
  const refused: AdminParcel = { ...parcel, adminStatus: 'rejected', rejectionReason: 'Photo illisible', version: 4 };
  const asked = fakeApi({
    adminParcels: () => ({ items: [parcel] }),
    rejectParcel: () => refused,
  });
  renderPage(<ParcelsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Rejeter : Livres' }));
  expect(screen.getByRole('dialog', { name: 'Rejeter le colis « Livres » ?' })).toBeVisible();
  await userEvent.type(screen.getByLabelText(/Motif \*/), 'Photo illisible');
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(await screen.findByText('Colis rejeté')).toBeVisible();
  const sent = asked.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({ reason: 'Photo illisible' });
  expect(sent?.version).toBe(3);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rejeter : Livres' })).toBeNull();
});

test('a trip is approved at once', async () => {
  fakeApi({
    adminTrips: () => ({ items: [trip] }),
    approveTrip: () => ({ ...trip, adminStatus: 'approved', version: 4 }),
  });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  await userEvent.click(await screen.findByRole('button', { name: 'Approuver : Paris → Alger' }));
  expect(await screen.findByText('Trajet approuvé')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approuver : Paris → Alger' })).toBeNull();
});

test('a cancelled listing needs no decision', async () => {
  fakeApi({ adminTrips: () => ({ items: [{ ...trip, status: 'cancelled' }] }) });
  renderPage(<TripsTab />, { at: '/admin', me: karim });
  expect(await screen.findByText('Annonce annulée par son propriétaire.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Approuver/ })).toBeNull();
});
