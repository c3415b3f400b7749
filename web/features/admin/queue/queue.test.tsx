import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AdminParcel } from '#shared/admin/contract.ts';
import { hourMs } from '#shared/values/time.ts';
import { anAdminParcel, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ParcelsTab } from '#web/features/admin/listings/parcels-tab.tsx';

const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const waiting = (title: string, hours: number): AdminParcel => ({
  ...anAdminParcel({ id: title, title, version: 3 }),
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

const decidedOf = ({ waitsSince: _decided, ...parcel }: AdminParcel): AdminParcel => ({
  ...parcel,
  adminStatus: 'approved',
  version: 4,
});
const approve = async (title: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Approuver : ${title}` }));

test('after a decision the next card that waits has the focus, after the last one the first, then the end', async () => {
  const items = ['Livres', 'Jouets', 'Linge'].map((title) => waiting(title, 30));
  const done = decidedOf(waiting('Thé', 40));
  openQueue([...items.slice(0, 2), done, ...items.slice(2)], {
    approveParcel: ({ params }) => decidedOf(waiting(params.parcelId, 30)),
  });
  await approve('Jouets');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Linge' })).toHaveFocus());
  await approve('Linge');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Livres' })).toHaveFocus());
  expect(screen.queryByText("Aucun colis n'attend de validation.")).toBeNull();
  await approve('Livres');
  await waitFor(() => expect(screen.getByText("Aucun colis n'attend de validation.")).toHaveFocus());
  // The decided cards stay where they are, with their outcome.
  for (const title of ['Livres', 'Jouets', 'Thé', 'Linge'])
    expect((await cardOf(title)).getByText('Approuvé')).toBeVisible();
});

test('a queue in which nothing waits says so', async () => {
  openQueue([]);
  expect(await screen.findByText("Aucun colis n'attend de validation.")).toBeVisible();
  expect(screen.queryByText('Aucun colis disponible')).toBeNull();
});

test('while there are more pages, nothing says that the end is reached, and the focus goes to the next page', async () => {
  openQueue([], {
    adminParcels: () => ({ items: [waiting('Livres', 30)], next: 'x' }),
    approveParcel: () => decidedOf(waiting('Livres', 30)),
  });
  await approve('Livres');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Afficher plus' })).toHaveFocus());
  expect(screen.queryByText("Aucun colis n'attend de validation.")).toBeNull();
});

/** A screen as wide as a tablet's, or a phone's. */
const screenIs = (wide: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: wide, media }));
const keysSwitch = () => screen.findByRole('switch', { name: 'Raccourcis clavier' });
const heading = (name: string) => screen.getByRole('heading', { name });

test('keys are off until they are switched on, and stay on this device', async () => {
  screenIs(true);
  const asked = openQueue([waiting('Livres', 30), waiting('Jouets', 20)]);
  await screen.findByRole('heading', { name: 'Livres' });
  expect(await keysSwitch()).not.toBeChecked();
  expect(await keysSwitch()).toHaveAccessibleDescription(
    /J ?fiche suivante.*K ?fiche précédente.*A ?approuver.*R ?la rejeter/,
  );
  heading('Livres').focus();
  await userEvent.keyboard('jar');
  expect(heading('Livres')).toHaveFocus();
  expect(asked.some(({ method }) => method === 'POST')).toBe(false);

  await userEvent.click(await keysSwitch());
  cleanup();
  openQueue([waiting('Livres', 30)]);
  expect(await keysSwitch()).toBeChecked();
  await userEvent.click(await keysSwitch());
  cleanup();
  openQueue([waiting('Livres', 30)]);
  expect(await keysSwitch()).not.toBeChecked();
});

test('J and K go through the cards, A approves the one with the focus, R asks for the reason', async () => {
  screenIs(true);
  const asked = openQueue([waiting('Livres', 30), waiting('Jouets', 20), waiting('Linge', 10)], {
    approveParcel: ({ params }) => decidedOf(waiting(params.parcelId, 30)),
  });
  const sent = () =>
    asked.filter(({ method }) => method === 'POST').map(({ row, params }) => [row, params['parcelId']]);
  await userEvent.click(await keysSwitch());
  await screen.findByRole('heading', { name: 'Livres' });
  // Without a card there is nothing to decide about.
  await userEvent.keyboard('ar');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('j');
  expect(heading('Livres')).toHaveFocus();
  await userEvent.keyboard('jj');
  expect(heading('Linge')).toHaveFocus();
  await userEvent.keyboard('jk');
  expect(heading('Jouets')).toHaveFocus();
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('A');
  await waitFor(() => expect(heading('Linge')).toHaveFocus());
  expect(sent()).toEqual([['approveParcel', 'Jouets']]);

  await userEvent.keyboard('r');
  expect(screen.getByRole('dialog', { name: 'Rejeter le colis « Linge » ?' })).toBeVisible();
  // Under a dialog, and while a text is typed, keys are letters.
  await userEvent.keyboard('jara');
  expect(screen.getByLabelText(/Motif \*/)).toHaveValue('jara');
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  screen.getByLabelText('Statut').focus();
  await userEvent.keyboard('j');
  expect(screen.getByLabelText('Statut')).toHaveFocus();
  expect(sent()).toHaveLength(1);
});

test('a phone has no such keys, whatever was chosen before', async () => {
  localStorage.setItem('envoyage.adminKeys', 'on');
  screenIs(false);
  openQueue([waiting('Livres', 30)]);
  await screen.findByRole('heading', { name: 'Livres' });
  await userEvent.keyboard('j');
  expect(heading('Livres')).not.toHaveFocus();
  expect(screen.queryByRole('switch')).toBeNull();
});
