import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AdminParcel } from '#shared/admin/contract.ts';
import { hourMs } from '#shared/values/time.ts';
import { aParcel, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ParcelsTab } from '#web/features/admin/parcels-tab.tsx';

const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const waiting = (title: string, hours: number): AdminParcel => ({
  ...aParcel({ id: title, title, version: 3 }),
  adminStatus: 'pending',
  waitsSince: ago(hours),
});

/** The parcels that wait. */
function openQueue(items: AdminParcel[], answers: Answers = {}) {
  const asked = fakeApi({ adminParcels: () => ({ items }), ...answers });
  renderPage(<ParcelsTab />, { at: '/admin?tab=parcels&status=pending', me: karim });
  return asked;
}
const cardOf = async (title: string) => {
  const card = (await screen.findByRole('heading', { name: title })).closest('li');
  if (!card) throw new Error('no card');
  return within(card);
};

test('a card says how long it waits beside the promise, and when the promise is missed', async () => {
  openQueue([waiting('Livres', 31.5), waiting('Jouets', 49), waiting('Linge', 290), waiting('Thé', 0.2)]);
  expect((await cardOf('Livres')).getByText('Attend depuis 31 h')).toBeVisible();
  expect((await cardOf('Livres')).getByText(/promis sous 24 à 48 heures/)).toBeVisible();
  expect((await cardOf('Livres')).queryByText(/délai dépassé/)).toBeNull();
  expect((await cardOf('Jouets')).getByText('Attend depuis 49 h')).toBeVisible();
  expect((await cardOf('Jouets')).getByText(/délai dépassé/)).toBeVisible();
  expect((await cardOf('Linge')).getByText('Attend depuis 12 jours')).toBeVisible();
  expect((await cardOf('Thé')).getByText("Attend depuis moins d'une heure")).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Livres' })).toHaveAccessibleDescription(/Attend depuis 31 h/);
});

test('what does not wait has no age', async () => {
  const { waitsSince: _decided, ...approved } = waiting('Livres', 31);
  openQueue([{ ...approved, adminStatus: 'approved' }]);
  expect((await cardOf('Livres')).queryByText(/Attend depuis/)).toBeNull();
});
