import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
import type { AdminProfile } from '#shared/admin/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe, anAdminProfile, anAdminStatistics } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ProfilesTab } from '#web/features/admin/profiles/profiles-tab.tsx';
import { toasts } from '#web/lib/toast.ts';

const profile = anAdminProfile({ version: 7 });
const statistics = anAdminStatistics({
  pendingProfiles: 3,
  pendingProfilesWithDocuments: 2,
  totalUsers: 12,
});

/** The tab with one profile in it. */
function openTab(shown: AdminProfile, answers: Answers = {}, me?: Me) {
  const asked = fakeApi({
    adminStatistics: () => statistics,
    adminProfiles: () => ({ items: [shown] }),
    ...answers,
  });
  renderPart(<ProfilesTab />, { at: '/admin?tab=profiles', session: { status: 'member', me } });
  return { one: (row: keyof Answers) => asked.find((call) => call.row === row) };
}

const approve = { name: 'Approuver : Amel Benali' };
const reject = { name: 'Rejeter : Amel Benali' };

test('approving decides about the version that is on the screen, and the card shows the outcome', async () => {
  const { one } = openTab(profile, { approveProfile: () => ({ ...profile, status: 'approved', version: 8 }) });
  await userEvent.click(await screen.findByRole('button', approve));
  expect(one('approveProfile')).toMatchObject({ params: { userId: 'amel' }, version: 7 });
  await waitFor(() => expect(screen.queryByRole('button', approve)).toBeNull());
  expect(toasts.get()[0]).toMatchObject({
    title: 'Profil approuvé',
    description: 'Le profil a été approuvé avec succès.',
  });
});

test('an account with an unconfirmed address has no decision', async () => {
  openTab({ ...profile, emailConfirmed: false });
  expect(await screen.findByText('Email non confirmé')).toBeVisible();
  expect(screen.queryByRole('button', approve)).toBeNull();
  expect(screen.queryByRole('button', reject)).toBeNull();
  expect(screen.getByRole('button', { name: 'Bloquer : Amel Benali' })).toBeVisible();
});

test('rejecting is impossible without a reason, and a template is one', async () => {
  const { one } = openTab(profile, { rejectProfile: () => ({ ...profile, status: 'rejected', version: 8 }) });
  await userEvent.click(await screen.findByRole('button', reject));
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(screen.getByText('Indiquez le motif')).toBeVisible();
  expect(one('rejectProfile')).toBeUndefined();
  const template = 'La photo du visage ne correspond pas au document envoyé.';
  await userEvent.selectOptions(screen.getByLabelText(/Motif fréquent/), template);
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(one('rejectProfile')).toMatchObject({
    params: { userId: 'amel' },
    version: 7,
    body: { reason: template },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a member whose mails do not arrive is told apart', async () => {
  openTab({ ...profile, mailRefused: { since: '2026-11-20T10:00:00.000Z', why: 'bounce' } });
  expect(
    await screen.findByText(/Nos emails n'y arrivent plus depuis le 20 nov\. 2026 \(renvoyés par sa messagerie\)/),
  ).toBeVisible();
});

const renamed: AdminProfile = {
  ...profile,
  status: 'approved',
  card: { ...profile.card, verified: true },
  newName: { firstName: 'Amel', lastName: 'Cherif', at: '2026-11-20T10:00:00.000Z', hasDocument: true },
};
const approveName = { name: 'Approuver : nouveau nom Amel Cherif' };
const refuseName = { name: 'Rejeter : nouveau nom Amel Cherif' };

test('a new name is shown beside the checked one, with its document, and is accepted', async () => {
  const { newName: _settled, ...accepted } = { ...renamed, card: { ...renamed.card, lastName: 'Cherif' }, version: 8 };
  const { one } = openTab(renamed, { approveName: () => accepted });
  expect(await screen.findByRole('heading', { name: 'Nouveau nom à vérifier' })).toBeVisible();
  expect(screen.getAllByText('Amel Benali').length).toBeGreaterThan(1);
  expect(screen.getByText('Amel Cherif')).toBeVisible();
  expect(screen.getByRole('button', { name: /Voir la pièce d'identité du nouveau nom/ })).toBeVisible();
  expect(screen.queryByRole('button', approve)).toBeNull();
  await userEvent.click(screen.getByRole('button', approveName));
  expect(one('approveName')).toMatchObject({ params: { userId: 'amel' }, version: 7 });
  await waitFor(() => expect(screen.queryByRole('button', approveName)).toBeNull());
  expect(toasts.get()[0]).toMatchObject({ title: 'Nouveau nom accepté' });
});

test('a new name is refused with a reason, without a change of the profile', async () => {
  const { newName: _settled, ...refused } = { ...renamed, version: 8 };
  const { one } = openTab(renamed, { refuseName: () => refused });
  await userEvent.click(await screen.findByRole('button', refuseName));
  const template = "Le nouveau nom n'est pas celui de la pièce d'identité envoyée.";
  await userEvent.selectOptions(screen.getByLabelText(/Motif fréquent/), template);
  await userEvent.click(screen.getByRole('button', { name: 'Rejeter' }));
  expect(one('refuseName')).toMatchObject({ params: { userId: 'amel' }, version: 7, body: { reason: template } });
  await waitFor(() => expect(screen.queryByRole('button', refuseName)).toBeNull());
  expect(one('rejectProfile')).toBeUndefined();
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
  let items = [profile];
  openTab(profile, {
    adminProfiles: () => ({ items }),
    approveProfile: () => new Refusal('ALREADY_DECIDED'),
  });
  await screen.findByRole('button', approve);
  items = [{ ...profile, status: 'rejected', version: 8 }];
  await userEvent.click(screen.getByRole('button', approve));
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Déjà traité'));
  await waitFor(() => expect(screen.queryByRole('button', approve)).toBeNull());
});

test('any other failure is shown with its message', async () => {
  openTab(profile, { approveProfile: () => new Refusal('FAULT') });
  await userEvent.click(await screen.findByRole('button', approve));
  const title = "Erreur lors de l'opération: Une erreur est survenue. Veuillez réessayer.";
  await waitFor(() => expect(toasts.get()[0]?.title).toBe(title));
});

test('a pending profile without any document has no decision yet', async () => {
  openTab({ ...profile, documents: { idDocument: 'none', facePhoto: 'none' } });
  expect(await screen.findByText("En attente des documents d'identité de l'utilisateur")).toBeVisible();
  expect(screen.getByText('Aucun document fourni')).toBeVisible();
  expect(screen.getByText('Aucune photo fournie')).toBeVisible();
  expect(screen.queryByRole('button', approve)).toBeNull();
});

test('unknown counts are not shown as zeros', async () => {
  openTab(profile, { adminStatistics: () => new Refusal('FAULT') });
  expect(await screen.findByRole('button', approve)).toBeVisible();
  expect(screen.getByText('– en attente avec documents')).toBeVisible();
});

const withDocuments = anAdminProfile({ documents: { idDocument: 'received', facePhoto: 'received' } });

test('the documents are side by side with the name, can be turned and enlarged, and a PDF is in the page', async () => {
  const kinds: string[] = [];
  openTab(withDocuments, {
    profileDocument: ({ params }) => {
      const isPhoto = params['kind'] === 'face_photo';
      kinds.push(String(params['kind']));
      return {
        url: isPhoto ? '/face.jpg' : '/id.pdf',
        kind: isPhoto ? 'image' : 'pdf',
        expiresAt: '2026-11-20T10:05:00.000Z',
      };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Voir les documents/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Documents / }));
  expect(kinds).toEqual(['id_document', 'face_photo']);
  expect(dialog.getByText('Nom à vérifier')).toBeVisible();
  expect(dialog.getByTitle(/^Pièce d'identité/)).toHaveAttribute('src', '/id.pdf#navpanes=0&view=FitH');
  expect(dialog.getByRole('link', { name: 'Ouvrir le PDF' })).toHaveAttribute('href', '/id.pdf');
  const photo = dialog.getByRole('img', { name: /^Photo du visage/ });
  await userEvent.click(dialog.getByRole('button', { name: /^Tourner/ }));
  fireEvent.change(dialog.getByRole('slider', { name: /^Zoom/ }), { target: { value: '2' } });
  expect(photo).toHaveStyle({ rotate: '90deg', inlineSize: '200%' });
});

test('a document that does not load says so beside the other, and is read again', async () => {
  let isGone = true;
  openTab(withDocuments, {
    profileDocument: ({ params }) =>
      isGone && params['kind'] === 'id_document'
        ? new Refusal('NOT_FOUND')
        : { url: `/${String(params['kind'])}.jpg`, kind: 'image', expiresAt: '2026-11-20T10:05:00.000Z' },
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Voir les documents/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Documents / }));
  expect(dialog.getByText("Impossible de charger l'image")).toBeVisible();
  expect(dialog.getByRole('img', { name: /^Photo du visage/ })).toBeVisible();
  isGone = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Réessayer' }));
  expect(await dialog.findByRole('img', { name: /^Pièce d'identité/ })).toBeVisible();
});

const rootAdmin = aMe({ id: 'rootAdmin', isAdmin: true, isRootAdmin: true });
const remove = { name: 'Supprimer : Amel Benali' };

test('the root administrator deletes a profile with a reason and the typed word, and its card goes', async () => {
  const { one } = openTab(profile, { deleteProfile: () => undefined }, rootAdmin);
  await userEvent.click(await screen.findByRole('button', remove));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  expect(dialog.getByText(/amis, avis donnés et reçus/)).toBeVisible();
  await userEvent.type(dialog.getByLabelText(/^Motif \*/), 'Demande du membre');
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le profil' }));
  expect(dialog.getByText('Tapez SUPPRIMER pour confirmer', { selector: '.field__error' })).toBeVisible();
  expect(one('deleteProfile')).toBeUndefined();
  await userEvent.type(dialog.getByLabelText(/^Tapez SUPPRIMER/), 'supprimer');
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le profil' }));
  await waitFor(() => expect(screen.queryByText('Amel Benali')).toBeNull());
  expect(one('deleteProfile')).toMatchObject({
    params: { userId: 'amel' },
    version: 7,
    body: { reason: 'Demande du membre' },
  });
  expect(toasts.get()[0]).toMatchObject({ title: 'Suppression réussie' });
});

test('a refused deletion stays in its question, with the reason', async () => {
  openTab(profile, { deleteProfile: () => new Refusal('PARCEL_IN_HAND') }, rootAdmin);
  await userEvent.click(await screen.findByRole('button', remove));
  const dialog = within(screen.getByRole('dialog', { name: 'Confirmer la suppression' }));
  await userEvent.type(dialog.getByLabelText(/^Motif \*/), 'Demande du membre');
  await userEvent.type(dialog.getByLabelText(/^Tapez SUPPRIMER/), 'SUPPRIMER');
  await userEvent.click(dialog.getByRole('button', { name: 'Supprimer le profil' }));
  expect(await dialog.findByText(/Erreur lors de la suppression: Une livraison est en cours/)).toBeVisible();
  expect(dialog.getByLabelText(/^Motif \*/)).toHaveValue('Demande du membre');
});

test.each([
  ['another administrator', aMe({ id: 'other', isAdmin: true }), profile],
  ['the root administrator, of an administrator', rootAdmin, { ...profile, isAdmin: true }],
])('%s is offered no deletion', async (_, me, shown) => {
  openTab(shown, {}, me);
  expect(await screen.findByRole('button', { name: 'Bloquer : Amel Benali' })).toBeVisible();
  expect(screen.queryByRole('button', remove)).toBeNull();
});

test('administrators do not decide about their own profile: the card says who does', async () => {
  openTab(profile, {}, aMe({ id: 'amel', isAdmin: true }));
  expect(await screen.findByText('Un autre administrateur décide de votre profil.')).toBeVisible();
  for (const act of [approve, reject]) expect(screen.queryByRole('button', act)).toBeNull();
});

test('a card says that its member is about to leave', async () => {
  openTab({ ...profile, leavesOn: '2026-12-06' });
  expect(await screen.findByText(/Suppression demandée par le membre/)).toHaveTextContent('dimanche 6 décembre 2026');
});

test.each([
  ['another one', false],
  ['the root administrator', true],
])('an administrator can be blocked by the root administrator alone: %s', async (_, isRootAdmin) => {
  const me = aMe({ id: 'judge', isAdmin: true, ...(isRootAdmin ? { isRootAdmin } : {}) });
  openTab({ ...profile, isAdmin: true, status: 'approved' }, {}, me);
  await screen.findByRole('heading', { name: 'Amel Benali' });
  expect(screen.queryAllByRole('button', { name: 'Bloquer : Amel Benali' })).toHaveLength(isRootAdmin ? 1 : 0);
});
