import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Proof } from '#shared/deliveries/contract.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { aCard, anUpload, aParcel, aProof } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { CarrierAction } from '#web/features/deliveries/carrier-action.tsx';
import { toasts } from '#web/lib/toast.ts';

const parcel = aParcel({
  carrier: aCard({ id: 'karim', firstName: 'Karim' }),
  status: 'pickup',
  version: 5,
  actions: { validatePickup: { allowed: true } },
});
const proof = aProof();
const pickedUp: Answers = { validatePickup: () => ({ ...parcel, status: 'in_transit', version: 6 }) };

const show = (shown: Parcel, proofs: Proof[] = []) => renderPart(<CarrierAction parcel={shown} proofs={proofs} />);
const photo = () => new File(['photo'], 'colis.jpg', { type: 'image/jpeg' });
const chooser = () => screen.getByLabelText(/Choisir une photo/);

test('without a photo the camera opens instead of a validation', async () => {
  const asked = fakeApi(pickedUp);
  show(parcel);
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  expect(toasts.get()[0]).toMatchObject({
    title: 'Photo requise',
    description: 'Veuillez prendre une photo avant de valider',
  });
  expect(screen.getByRole('dialog', { name: 'Photo du colis' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('photos are sent first, then the version on the screen is validated', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')));
  const files = fakeStorage();
  const asked = fakeApi({ requestProofUpload: () => anUpload(), addProof: () => proof, ...pickedUp });
  show(parcel);
  await userEvent.upload(chooser(), photo());
  expect(await screen.findByRole('button', { name: 'Supprimer la photo 1' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ title: 'Action validée', description: 'Photos envoyées' }]),
  );
  expect(files.map(({ name }) => name)).toEqual(['colis.jpg']);
  expect(asked.map(({ row }) => row)).toEqual(['requestProofUpload', 'addProof', 'validatePickup']);
  expect(asked[1]?.body).toEqual({ uploadId: anUpload().uploadId });
  expect(asked[2]).toMatchObject({ params: { parcelId: 'p1' }, version: 5 });
});

test('a photo that did not arrive stays with its reason, and nothing is validated', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no pictures here')));
  fakeStorage();
  const asked = fakeApi({
    requestProofUpload: () => anUpload(),
    addProof: () => refusal('FILE_REFUSED', 'Fichier illisible.'),
    ...pickedUp,
  });
  show(parcel);
  await userEvent.upload(chooser(), photo());
  await userEvent.click(await screen.findByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe("Impossible d'envoyer les photos"));
  const step = within(screen.getByRole('region', { name: 'Prochaine étape' }));
  expect(step.getByText('Fichier illisible.')).toBeVisible();
  expect(asked.some(({ row }) => row === 'validatePickup')).toBe(false);
});

test('a photo that is with the server already is enough', async () => {
  fakeApi(pickedUp);
  show(parcel, [proof]);
  await userEvent.click(screen.getByRole('button', { name: 'Valider le ramassage' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Action validée'));
});

test('leaving for the hand-over needs no photo', async () => {
  fakeApi({ startDelivery: () => ({ ...parcel, status: 'delivery', version: 6 }) });
  show({ ...parcel, status: 'in_transit', actions: { startDelivery: { allowed: true } } });
  await userEvent.click(screen.getByRole('button', { name: 'En route pour la remise' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Statut mis à jour'));
});

test('who is not the carrier sees no step to take', () => {
  show({ ...parcel, actions: { releaseCarrier: { allowed: true } } });
  expect(screen.queryByRole('button')).toBeNull();
});
