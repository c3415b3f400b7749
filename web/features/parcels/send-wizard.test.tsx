import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aParcelDraft } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
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
