import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Administrator } from '#shared/admin/administrators.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { toasts } from '#web/lib/toast.ts';
import { AdminPage } from '#web/routes/admin-page.tsx';

const person = (change: Partial<Administrator>): Administrator => ({
  id: 'samira',
  email: 'samira@example.org',
  state: 'active',
  isRootAdmin: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...change,
});
const rootAdmin = person({ id: 'root', email: 'admin@example.org', isRootAdmin: true });
const samira = person({});
const adel = person({ id: 'adel', email: 'adel@example.org', state: 'inactive' });
const invited = person({
  id: 'invitation',
  email: 'nour@example.org',
  state: 'invited',
  expiresAt: '2026-11-27T10:00:00.000Z',
});

const proven = { isSetUp: true, provenUntil: '2100-01-01T10:00:00.000Z', recoveryCodesLeft: 7 };

function openView(answers: Answers = {}, { isRootAdmin = true } = {}) {
  const asked = fakeApi({
    secondFactorStanding: () => proven,
    administrators: () => ({ items: [invited, adel, samira, rootAdmin] }),
    ...answers,
  });
  const place = renderPage(<AdminPage />, {
    at: '/admin?tab=administrators',
    me: aMe({ id: 'root', isAdmin: true, isRootAdmin }),
  });
  return { asked, place, one: (row: keyof Answers) => asked.find((call) => call.row === row) };
}
const cardOf = async (email: string) => {
  const card = (await screen.findByText(email)).closest('li');
  if (!card) throw new Error('no card');
  return within(card);
};

test('each administrator has their state and their acts; the root administrator has none', async () => {
  openView();
  const active = await cardOf('samira@example.org');
  expect(active.getByText('Actif')).toBeVisible();
  expect(active.getByText(/Ajouté le 20 nov\. 2026/)).toBeVisible();
  expect(active.getByRole('button', { name: 'Désactiver : samira@example.org' })).toBeVisible();
  const inactive = await cardOf('adel@example.org');
  expect(inactive.getByText('Inactif')).toBeVisible();
  expect(inactive.queryByRole('button', { name: /Désactiver/ })).toBeNull();
  expect(inactive.getByRole('button', { name: 'Réactiver : adel@example.org' })).toBeVisible();
  const waiting = await cardOf('nour@example.org');
  expect(waiting.getByText('Invitation envoyée')).toBeVisible();
  const own = await cardOf('admin@example.org');
  expect(own.getByText('Admin principal - Ne peut pas être supprimé')).toBeVisible();
  expect(own.queryByRole('button')).toBeNull();
});

test('another administrator reads the list and changes nothing', async () => {
  openView({}, { isRootAdmin: false });
  await screen.findByText('samira@example.org');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.trim())).toEqual([
    'Retour au Panel',
    'Nouveaux codes de secours',
    'Changer de téléphone',
  ]);
});

test('an address without capitals and blanks is sent; the list and a notice show the new administrator', async () => {
  const { one } = openView({ addAdministrator: () => person({ id: 'm', email: 'm@example.org' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un administrateur' }));
  await userEvent.type(screen.getByLabelText(/Email/), ' M@Example.org ');
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await waitFor(() => expect(toasts.get()[0]).toMatchObject({ title: 'Administrateur ajouté' }));
  expect(one('addAdministrator')?.body).toEqual({ email: 'm@example.org' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without an address, with a wrong one and with a known one the form stays and says why', async () => {
  openView({ addAdministrator: () => new Refusal('ALREADY_ADMINISTRATOR') });
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un administrateur' }));
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  await send();
  expect(await screen.findByText('Email requis')).toBeVisible();
  expect(screen.getAllByText('Veuillez saisir un email valide.').length).toBeGreaterThan(0);
  await userEvent.type(screen.getByLabelText(/Email/), 'a@b@example.org');
  await send();
  expect((await screen.findAllByText('Email invalide')).length).toBeGreaterThan(0);
  await userEvent.clear(screen.getByLabelText(/Email/));
  await userEvent.type(screen.getByLabelText(/Email/), 'samira@example.org');
  await send();
  expect(await screen.findByText('Cet email est déjà administrateur.')).toBeVisible();
  expect(screen.getByText('Erreur')).toBeVisible();
  expect(screen.getByLabelText(/Email/)).toHaveValue('samira@example.org');
  // The sentence is about that address alone.
  await userEvent.type(screen.getByLabelText(/Email/), '@');
  expect(screen.queryByText('Cet email est déjà administrateur.')).toBeNull();
});

test('any other refusal of an addition names the act', async () => {
  openView({ addAdministrator: () => new Refusal('UNAVAILABLE', { title: 'Indisponible', detail: 'Réessayez.' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Ajouter un administrateur' }));
  await userEvent.type(screen.getByLabelText(/Email/), 'm@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
  expect(await screen.findByText(/^Erreur lors de l'ajout: /, {}, { timeout: 8000 })).toBeVisible();
});

test('a deactivation asks first, and its failure is said', async () => {
  let refusal: Refusal | undefined = new Refusal('ALREADY_DECIDED');
  const { one } = openView({ deactivateAdministrator: () => refusal ?? { ...samira, state: 'inactive' } });
  const deactivate = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Désactiver : samira@example.org' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Désactiver samira@example.org ?' }));
    await userEvent.click(question.getByRole('button', { name: 'Désactiver' }));
  };
  await deactivate();
  const stays = within(screen.getByRole('alertdialog'));
  expect(await stays.findByText('Erreur lors de la désactivation: Cet élément a déjà été traité.')).toBeVisible();
  expect(stays.queryByRole('button', { name: 'Désactiver' })).toBeNull();
  await userEvent.click(stays.getByText('Fermer'));
  refusal = undefined;
  await deactivate();
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Administrateur désactivé'));
  expect(one('deactivateAdministrator')?.params).toEqual({ administratorId: 'samira' });
});

test('a deletion is confirmed as irreversible, and an invitation is taken back', async () => {
  const { asked } = openView({ deleteAdministrator: () => undefined });
  await userEvent.click(await screen.findByRole('button', { name: 'Supprimer : samira@example.org' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Confirmer la suppression' }));
  expect(question.getByText(/irréversible/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Administrateur supprimé'));
  await userEvent.click(screen.getByRole('button', { name: "Retirer l'invitation : nour@example.org" }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: "Retirer l'invitation" }));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Invitation retirée'));
  expect(asked.filter(({ row }) => row === 'deleteAdministrator').map(({ params }) => params)).toEqual([
    { administratorId: 'samira' },
    { administratorId: 'invitation' },
  ]);
});

test('the view is reached by a button of the panel and left by « Retour au Panel »', async () => {
  const { place } = openView();
  expect(await screen.findByRole('heading', { level: 1, name: 'Gestion Administrateurs' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Retour au Panel' }));
  expect(place.url).toBe('/admin?tab=statistics');
  expect(screen.getByRole('heading', { level: 1, name: 'Panel Admin' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Gestion Administrateurs' }));
  expect(place.url).toBe('/admin?tab=administrators');
});

test('« Actualiser » reads the chosen tab again', async () => {
  const asked = fakeApi({ secondFactorStanding: () => proven, adminTrips: () => ({ items: [] }) });
  renderPage(<AdminPage />, { at: '/admin?tab=trips', me: aMe({ isAdmin: true }) });
  await screen.findByText('Aucun trajet disponible');
  const reads = () => asked.filter(({ row }) => row === 'adminTrips').length;
  expect(reads()).toBe(1);
  await userEvent.click(screen.getByRole('button', { name: 'Actualiser' }));
  await waitFor(() => expect(reads()).toBe(2));
});
