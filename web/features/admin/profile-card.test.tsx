import { QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminProfile } from '#shared/admin/contract.ts';
import { adminApi, adminQuery } from '#web/features/admin/api.ts';
import { ProfilesTab } from '#web/features/admin/profiles-tab.tsx';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { noSession, SessionContext } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toast.ts';

vi.mock('#web/features/admin/api.ts');

const profile: AdminProfile = {
  card: { id: 'amel', firstName: 'Amel', lastName: 'Benali', verified: false, reviewCount: 0 },
  email: 'amel@example.org',
  phone: '+33612345678',
  status: 'pending',
  documents: { idDocument: 'received', facePhoto: 'none' },
  emailConfirmed: true,
  isAdmin: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  version: 7,
};

const statistics = queryOptions({
  queryKey: ['admin', 'adminStatistics'],
  queryFn: () => adminApi.adminStatistics(),
  retry: false,
}) as unknown as ReturnType<typeof adminQuery>;

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(adminQuery).mockReturnValue(statistics);
  vi.mocked(adminApi.adminStatistics).mockResolvedValue({
    pendingProfiles: 3,
    pendingProfilesWithDocuments: 2,
    pendingTrips: 0,
    pendingParcels: 0,
    totalUsers: 12,
  });
  toasts.set([]);
});

function openTab(shown: AdminProfile) {
  vi.mocked(adminApi.adminProfiles).mockResolvedValue({ items: [shown] });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={{ ...noSession, status: 'member' }}>
        <MemoryRouter initialEntries={['/admin?tab=profiles']}>
          <ProfilesTab />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
}

const approve = { name: 'Approuver : Amel Benali' };
const reject = { name: 'Rejeter : Amel Benali' };

test('approving decides about the version that is on the screen, and the card shows the outcome', async () => {
  vi.mocked(adminApi.approveProfile).mockResolvedValue({ ...profile, status: 'approved', version: 8 });
  openTab(profile);
  await userEvent.click(await screen.findByRole('button', approve));
  expect(vi.mocked(adminApi.approveProfile).mock.calls[0]?.[0]).toEqual({ params: { userId: 'amel' }, version: 7 });
  await waitFor(() => expect(screen.queryByRole('button', approve)).toBeNull());
  expect(toasts.get()[0]).toMatchObject({
    title: 'Profil approuvé',
    description: 'Le profil a été approuvé avec succès.',
  });
});

test('rejecting is impossible without a reason, and a template is one', async () => {
  vi.mocked(adminApi.rejectProfile).mockResolvedValue({ ...profile, status: 'rejected', version: 8 });
  openTab(profile);
  await userEvent.click(await screen.findByRole('button', reject));
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(screen.getByText('Indiquez le motif')).toBeVisible();
  expect(adminApi.rejectProfile).not.toHaveBeenCalled();
  const template = 'La photo du visage ne correspond pas au document envoyé.';
  await userEvent.selectOptions(screen.getByLabelText(/Motif fréquent/), template);
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(vi.mocked(adminApi.rejectProfile).mock.calls[0]?.[0]).toMatchObject({
    version: 7,
    body: { reason: template },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const renamed: AdminProfile = {
  ...profile,
  status: 'approved',
  card: { ...profile.card, verified: true },
  newName: { firstName: 'Amel', lastName: 'Cherif', at: '2026-11-20T10:00:00.000Z', hasDocument: true },
};
const approveName = { name: 'Approuver : nouveau nom Amel Cherif' };
const refuseName = { name: 'Rejeter : nouveau nom Amel Cherif' };

test('a new name stands beside the checked one, with its document, and is accepted', async () => {
  const { newName: _settled, ...accepted } = { ...renamed, card: { ...renamed.card, lastName: 'Cherif' }, version: 8 };
  vi.mocked(adminApi.approveName).mockResolvedValue(accepted);
  openTab(renamed);
  expect(await screen.findByRole('heading', { name: 'Nouveau nom à vérifier' })).toBeVisible();
  expect(screen.getAllByText('Amel Benali').length).toBeGreaterThan(1);
  expect(screen.getByText('Amel Cherif')).toBeVisible();
  expect(screen.getByRole('button', { name: /Voir la pièce d'identité du nouveau nom/ })).toBeVisible();
  expect(screen.queryByRole('button', approve)).toBeNull();
  await userEvent.click(screen.getByRole('button', approveName));
  expect(vi.mocked(adminApi.approveName).mock.calls[0]?.[0]).toEqual({ params: { userId: 'amel' }, version: 7 });
  await waitFor(() => expect(screen.queryByRole('button', approveName)).toBeNull());
  expect(toasts.get()[0]).toMatchObject({ title: 'Nouveau nom accepté' });
});

test('a new name is refused with a reason, and nothing of the profile', async () => {
  const { newName: _settled, ...refused } = { ...renamed, version: 8 };
  vi.mocked(adminApi.refuseName).mockResolvedValue(refused);
  openTab(renamed);
  await userEvent.click(await screen.findByRole('button', refuseName));
  const template = "Le nouveau nom n'est pas celui de la pièce d'identité envoyée.";
  await userEvent.selectOptions(screen.getByLabelText(/Motif fréquent/), template);
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(vi.mocked(adminApi.refuseName).mock.calls[0]?.[0]).toMatchObject({ version: 7, body: { reason: template } });
  await waitFor(() => expect(screen.queryByRole('button', refuseName)).toBeNull());
  expect(adminApi.rejectProfile).not.toHaveBeenCalled();
});

test('a new name without its document can only be refused', async () => {
  openTab({
    ...renamed,
    newName: { firstName: 'Amel', lastName: 'Cherif', at: profile.createdAt, hasDocument: false },
  });
  expect(await screen.findByRole('button', refuseName)).toBeVisible();
  expect(screen.queryByRole('button', approveName)).toBeNull();
});

test('when another administrator was faster the list is read again', async () => {
  const faster = new ApiProblem('ALREADY_DECIDED', { title: 'Déjà traité', detail: 'Cet élément a déjà été traité.' });
  vi.mocked(adminApi.approveProfile).mockRejectedValue(faster);
  openTab(profile);
  await screen.findByRole('button', approve);
  vi.mocked(adminApi.adminProfiles).mockResolvedValue({ items: [{ ...profile, status: 'rejected', version: 8 }] });
  await userEvent.click(screen.getByRole('button', approve));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Déjà traité'));
  await waitFor(() => expect(screen.queryByRole('button', approve)).toBeNull());
});

test('any other failure is told with its message', async () => {
  const fault = new ApiProblem('FAULT', { title: 'Erreur', detail: 'Une erreur est survenue. Veuillez réessayer.' });
  vi.mocked(adminApi.approveProfile).mockRejectedValue(fault);
  openTab(profile);
  await userEvent.click(await screen.findByRole('button', approve));
  const title = "Erreur lors de l'opération: Une erreur est survenue. Veuillez réessayer.";
  await waitFor(() => expect(toasts.get()[0]?.title).toBe(title));
});

test('a pending profile without any document can only be waited for', async () => {
  openTab({ ...profile, documents: { idDocument: 'none', facePhoto: 'none' } });
  expect(await screen.findByText("En attente des documents d'identité de l'utilisateur")).toBeVisible();
  expect(screen.getByText('Aucun document fourni')).toBeVisible();
  expect(screen.getByText('Aucune photo fournie')).toBeVisible();
  expect(screen.queryByRole('button', approve)).toBeNull();
});

test('counts that are not known are no zeros', async () => {
  vi.mocked(adminApi.adminStatistics).mockRejectedValue(new Error('down'));
  openTab(profile);
  expect(await screen.findByRole('button', approve)).toBeVisible();
  expect(screen.getByText('– en attente avec documents')).toBeVisible();
});
