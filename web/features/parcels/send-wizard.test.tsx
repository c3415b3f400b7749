import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aParcelDraft } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { SendParcelPage } from '#web/routes/send-parcel-page.tsx';

// Code that never arrives, as on a slow connection.
vi.mock('#web/features/parcels/travellers.tsx', () => new Promise(() => {}));

test('the summary does not wait for the travellers, which load later', async () => {
  fakeApi({});
  localStorage.setItem('envoyage.draft.parcel', JSON.stringify(aParcelDraft()));
  renderPage(<SendParcelPage />, { at: '/send-parcel?step=2' });
  expect(await screen.findByText('Paris, France')).toBeVisible();
  expect(screen.getByText('Trois livres de poche')).toBeVisible();
  const travellers = screen.getByRole('region', { name: 'Voyageurs sur ce trajet' });
  expect(travellers).toHaveTextContent('Chargement…');
});
