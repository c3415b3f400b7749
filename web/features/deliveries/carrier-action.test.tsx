import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Proof } from '#shared/deliveries/contract.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { CarrierAction } from '#web/features/deliveries/carrier-action.tsx';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { sendFile } from '#web/lib/api/upload.ts';
import { toasts } from '#web/lib/toast.ts';

vi.mock('#web/features/deliveries/api.ts');
vi.mock('#web/lib/api/until-scanned.ts');
vi.mock('#web/lib/api/upload.ts');

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(untilScanned).mockImplementation((call) => call() as ReturnType<typeof untilScanned>);
  toasts.set([]);
});

const carrier = { id: 'carrier', firstName: 'Karim', lastName: 'Haddad', verified: true, reviewCount: 0 };
const parcel: Parcel = {
  id: 'p1',
  ownerId: 'owner',
  owner: { ...carrier, id: 'owner', firstName: 'Amel' },
  carrierId: 'carrier',
  carrier,
  title: 'Valise de livres',
  description: 'Des livres',
  weightGrams: 2000,
  size: 'small',
  pickup: { city: 'Paris', country: 'France', countryCode: 'FR' },
  delivery: { city: 'Alger', country: 'Algérie', countryCode: 'DZ' },
  deadline: '2026-12-17',
  isFragile: false,
  hasElectronics: false,
  status: 'pickup',
  trackingNumber: '672B787B',
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 5,
  actions: { validatePickup: { allowed: true } },
};
const proof: Proof = { id: 'x', stage: 'pickup', by: 'carrier', at: '2026-11-20T10:00:00.000Z', url: '/x.jpg' };

const show = (shown: Parcel, proofs: Proof[] = []) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CarrierAction parcel={shown} proofs={proofs} />
    </QueryClientProvider>,
  );
const photo = () => new File(['photo'], 'colis.jpg', { type: 'image/jpeg' });
const chooser = () => screen.getByLabelText(/Choisir une photo/);

test('without a photo the camera opens instead of a validation', async () => {
  show(parcel);
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  expect(toasts.get()[0]).toMatchObject({
    title: 'Photo requise',
    description: 'Veuillez prendre une photo avant de valider',
  });
  expect(screen.getByRole('dialog', { name: 'Photo du colis' })).toBeVisible();
  expect(deliveriesApi.validatePickup).not.toHaveBeenCalled();
});

test('photos are sent first, then the version on the screen is validated', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')));
  vi.mocked(sendFile).mockResolvedValue('upload-1');
  vi.mocked(deliveriesApi.addProof).mockResolvedValue(proof);
  vi.mocked(deliveriesApi.validatePickup).mockResolvedValue({ ...parcel, status: 'in_transit', version: 6 });
  show(parcel);
  await userEvent.upload(chooser(), photo());
  expect(await screen.findByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ title: 'Action validée', description: 'Photos envoyées' }]),
  );
  expect(vi.mocked(deliveriesApi.validatePickup).mock.calls[0]?.[0]).toEqual({
    params: { parcelId: 'p1' },
    version: 5,
  });
});

test('a photo that did not arrive stays with its reason, and nothing is validated', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')));
  vi.mocked(sendFile).mockResolvedValue('upload-1');
  const refused = new ApiProblem('FILE_REFUSED', { title: 'Fichier refusé', detail: 'Fichier illisible.' });
  vi.mocked(deliveriesApi.addProof).mockRejectedValue(refused);
  show(parcel);
  await userEvent.upload(chooser(), photo());
  await userEvent.click(await screen.findByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe("Impossible d'envoyer les photos"));
  expect(screen.getByText('Fichier illisible.')).toBeVisible();
  expect(deliveriesApi.validatePickup).not.toHaveBeenCalled();
});

test('a photo that is with the server already is enough', async () => {
  vi.mocked(deliveriesApi.validatePickup).mockResolvedValue({ ...parcel, status: 'in_transit', version: 6 });
  show(parcel, [proof]);
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Action validée'));
});

test('leaving for the hand-over needs no photo', async () => {
  vi.mocked(deliveriesApi.startDelivery).mockResolvedValue({ ...parcel, status: 'delivery', version: 6 });
  show({ ...parcel, status: 'in_transit', actions: { startDelivery: { allowed: true } } });
  await userEvent.click(screen.getByRole('button', { name: 'En route pour la remise' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Statut mis à jour'));
});

test('who is not the carrier sees no step to take', () => {
  show({ ...parcel, actions: { releaseCarrier: { allowed: true } } });
  expect(screen.queryByRole('button')).toBeNull();
});
