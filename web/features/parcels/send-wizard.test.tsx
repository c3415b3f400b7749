import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anUpload, aParcelDraft, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { keepDraft } from '#web/lib/drafts/draft.ts';
import { SendParcelPage } from '#web/routes/send-parcel-page.tsx';

test('the summary does not wait for the travellers, whose list comes later', async () => {
  fakeApi({ searchTrips: () => new Promise(() => {}) });
  keepDraft('parcel', aParcelDraft(), 'listing');
  renderPage(<SendParcelPage />, { at: '/send-parcel?step=2' });
  expect(await screen.findByText('Paris, France')).toBeVisible();
  expect(screen.getByText('Trois livres de poche')).toBeVisible();
  const travellers = screen.getByRole('region', { name: 'Voyageurs sur ce trajet' });
  expect(travellers).toHaveTextContent('Chargement…');
});

test('a file on its way stands beside the button that sends it, and a stopped one has not failed', async () => {
  readPictures();
  fakeStorage(() => new Promise(() => {}));
  fakeApi({ searchTrips: () => ({ items: [] }), requestParcelUpload: () => anUpload() });
  keepDraft('parcel', { ...aParcelDraft(), contentDeclared: true }, 'listing');
  renderPage(<SendParcelPage />, { at: '/send-parcel', me: karim });
  const photo = new File(['photo'], 'livres.jpg', { type: 'image/jpeg' });
  await userEvent.upload(await screen.findByLabelText(/^Photo ou document/), photo, { applyAccept: false });
  await screen.findByText('livres.jpg');
  await userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Publier mon colis' }));
  const stop = await screen.findByRole('button', { name: /^Arrêter/ });
  const travellers = screen.getByRole('region', { name: 'Voyageurs sur ce trajet' });
  expect(travellers.compareDocumentPosition(stop)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(stop);
  expect(await screen.findByText('Envoi arrêté')).toBeVisible();
  expect(screen.queryByText(/a échoué/)).toBeNull();
});
