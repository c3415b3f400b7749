import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
import type { AdminReceipt } from '#shared/admin/receipts.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe, anAdminReceipt } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ReceiptsTab } from '#web/features/admin/receipts/receipts-tab.tsx';
import { toasts } from '#web/lib/toast.ts';

const receipt = anAdminReceipt({ paidOn: '2026-11-19', reference: 'VIR 42' });
const link = {
  url: '/recu.jpg',
  kind: 'image',
  expiresAt: '2026-11-20T11:00:00.000Z',
  downloadUrl: '/saved.jpg',
} as const;

const isWithdrawn = ({ withdrawnAt, paidBackAt }: AdminReceipt) =>
  withdrawnAt !== undefined && paidBackAt === undefined;

function openTab(shown: AdminReceipt[] = [receipt], answers: Answers = {}, me?: Me) {
  const asked = fakeApi({
    adminReceipts: ({ query }) => ({ items: query?.status === 'withdrawn' ? shown.filter(isWithdrawn) : shown }),
    adminReceiptFile: () => link,
    ...answers,
  });
  renderPart(<ReceiptsTab />, { at: '/admin?tab=receipts', session: { status: 'member', me } });
  return { of: (row: keyof Answers) => asked.filter((call) => call.row === row) };
}
const examine = async (name = /^Examiner/) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Reçu de paiement' }));
};

test('the table names the member, the file, the day, the amount and the state', async () => {
  openTab([receipt, anAdminReceipt({ id: 'r2', member: undefined, status: 'rejected', reason: 'Illisible' })]);
  const rows = await screen.findAllByRole('row');
  expect(rows[0]).toHaveTextContent(/UtilisateurFichierDateMontantStatutActions/);
  expect(rows[1]).toHaveTextContent(
    /Amel Benalivirement\.jpg.*5000\sDAEn attente de validationAttend depuis .* promis sous 24 heures ouvrées.*Examiner/,
  );
  expect(rows[2]).toHaveTextContent(/Utilisateur inconnu.*RejetéVoir/);
});

test('administrators neither see nor decide a payment of their own: the dialog says who does', async () => {
  const { of } = openTab([receipt], {}, aMe({ id: receipt.member?.id ?? '', isAdmin: true }));
  const dialog = await examine();
  expect(dialog.getByText('Un autre administrateur décide de votre paiement.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Approuver|Rejeter/ })).toBeNull();
  expect(of('adminReceiptFile')).toEqual([]);
});

test('nothing to decide, and a list that does not load, are said in these words', async () => {
  openTab([]);
  expect(await screen.findByText('Aucun reçu de paiement trouvé.')).toBeVisible();
});

test('a list that does not load says so', async () => {
  openTab([], { adminReceipts: () => new Refusal('NOT_ALLOWED') });
  expect(await screen.findByText('Impossible de charger les reçus de paiement.')).toBeVisible();
});

test('the file stands beside the facts, and the resulting end before the approval', async () => {
  const { of } = openTab();
  const dialog = await examine();
  expect(await dialog.findByRole('img', { name: 'Reçu de paiement virement.jpg' })).toHaveAttribute('src', '/recu.jpg');
  expect(dialog.getByRole('link', { name: 'Télécharger' })).toHaveAttribute('href', '/saved.jpg');
  for (const text of ['ABO-12345678', 'VIR 42', 'jeudi 19 novembre 2026', 'samedi 20 novembre 2027'])
    expect(dialog.getByText(text)).toBeVisible();
  expect(of('adminReceiptFile')).toHaveLength(1);
});

test('a PDF is shown in the page, too', async () => {
  openTab([receipt], { adminReceiptFile: () => ({ ...link, kind: 'pdf', url: '/recu.pdf' }) });
  const dialog = await examine();
  expect(await dialog.findByTitle('Reçu de paiement virement.jpg')).toHaveAttribute(
    'src',
    '/recu.pdf#navpanes=0&view=FitH',
  );
});

test('a file that does not load says so, and the decision stays possible', async () => {
  openTab([receipt], { adminReceiptFile: () => new Refusal('NOT_FOUND') });
  const dialog = await examine();
  expect(await dialog.findByText('Impossible de télécharger le fichier.')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Approuver' })).toBeVisible();
});

test.each([
  [true, /Un autre membre a envoyé exactement ce fichier le 1er nov. 2026/],
  [false, /Ce membre avait déjà envoyé exactement ce fichier le 1er nov. 2026/],
])('a file that was sent before is warned about, by another member: %s', async (byOther, sentence) => {
  openTab([anAdminReceipt({ sameFile: { sentAt: '2026-11-01T10:00:00.000Z', byOther } })]);
  expect((await examine()).getByText(sentence)).toBeVisible();
});

test('an approval that also verifies the profile says so before', async () => {
  const member = { id: 'amel', firstName: 'Amel', lastName: 'Benali', status: 'pending', verifies: true } as const;
  openTab([anAdminReceipt({ member })]);
  expect((await examine()).getByText(/Approuver ce paiement approuve aussi le profil/)).toBeVisible();
});

test.each([
  ['blocked', { status: 'blocked' as const }],
  ['gone', undefined],
])('the payment of a member who is %s can only be refused', async (_, change) => {
  const member = change && { id: 'amel', firstName: 'Amel', lastName: 'Benali', verifies: false, ...change };
  openTab([anAdminReceipt({ member })]);
  const dialog = await examine();
  expect(dialog.queryByRole('button', { name: 'Approuver' })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Rejeter' })).toBeVisible();
});

test('a member who leaves is named as such in the list and before the decision', async () => {
  const member = { id: 'amel', firstName: 'Amel', lastName: 'Benali', status: 'approved', verifies: false } as const;
  openTab([anAdminReceipt({ member: { ...member, leavesOn: '2026-12-04' } })]);
  const leaves = 'Suppression demandée par le membre : le compte sera effacé le vendredi 4 décembre 2026.';
  expect(await screen.findByText(leaves)).toBeVisible();
  expect((await examine()).getByText(leaves)).toBeVisible();
});

test('approving decides about the version on the screen, and the row shows the outcome', async () => {
  const { of } = openTab([receipt], { approveReceipt: () => ({ ...receipt, status: 'approved', version: 2 }) });
  const dialog = await examine();
  await userEvent.click(dialog.getByRole('button', { name: 'Approuver' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ title: 'Paiement approuvé avec succès. Abonnement activé pour 12 mois.' }]),
  );
  expect(of('approveReceipt')[0]).toMatchObject({ params: { receiptId: 'r1' }, version: 1 });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText('Approuvé', { selector: 'td *' })).toBeVisible();
});

test('rejecting asks for a reason', async () => {
  const rejected = { ...receipt, status: 'rejected', reason: 'Montant incomplet', version: 2 } as const;
  const { of } = openTab([receipt], { rejectReceipt: () => rejected });
  const dialog = await examine();
  await userEvent.click(dialog.getByRole('button', { name: 'Rejeter' }));
  const question = within(await screen.findByRole('dialog', { name: 'Rejeter ce paiement ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Rejeter' }));
  expect(of('rejectReceipt')).toEqual([]);
  await userEvent.type(question.getByLabelText(/^Motif(?! fréquent)/), 'Montant incomplet');
  await userEvent.click(question.getByRole('button', { name: 'Rejeter' }));
  await waitFor(() => expect(toasts.get()).toMatchObject([{ title: 'Paiement rejeté avec succès.' }]));
  expect(of('rejectReceipt')[0]?.body).toEqual({ reason: 'Montant incomplet' });
});

test('an approval that fails stays in the dialog with the reason, and the next try is the same act', async () => {
  let refusal: Refusal | undefined = new Refusal('LIMIT');
  const { of } = openTab([receipt], {
    approveReceipt: () => refusal ?? { ...receipt, status: 'approved', version: 2 },
  });
  const dialog = await examine();
  await userEvent.click(dialog.getByRole('button', { name: 'Approuver' }));
  expect(await dialog.findByText('Impossible de valider le paiement.')).toBeVisible();
  expect(toasts.get()).toEqual([]);
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Approuver' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(of('approveReceipt')).toHaveLength(2);
});

test('a payment that another administrator has decided says so, offers no decision, and is read again behind it', async () => {
  const { of } = openTab([receipt], { approveReceipt: () => new Refusal('ALREADY_DECIDED') });
  const dialog = await examine();
  await userEvent.click(dialog.getByRole('button', { name: 'Approuver' }));
  expect(await dialog.findByText('Impossible de valider le paiement.')).toBeVisible();
  expect(dialog.getByText('Cet élément a déjà été traité.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Approuver|Rejeter/ })).toBeNull();
  const before = of('adminReceipts').length;
  expect(dialog.getByText('Fermer')).toHaveFocus();
  await userEvent.click(dialog.getByText('Fermer'));
  await waitFor(() => expect(of('adminReceipts').length).toBeGreaterThan(before));
});

test('without a session the reason says it in the words of payments', async () => {
  openTab([receipt], { approveReceipt: () => new Refusal('SESSION_REVOKED') });
  const dialog = await examine();
  await userEvent.click(dialog.getByRole('button', { name: 'Approuver' }));
  expect(await dialog.findByText('Utilisateur non authentifié')).toBeVisible();
});

const withdrawn = anAdminReceipt({
  status: 'approved',
  decidedAt: '2026-11-18T10:00:00.000Z',
  withdrawnAt: '2026-11-20T10:00:00.000Z',
  mayBePaidBack: true,
  version: 3,
});

test('payments to give back are named above the list, and lead to their own list', async () => {
  openTab([receipt, withdrawn]);
  expect(await screen.findByText('Des paiements sont à rembourser')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Voir les remboursements' }));
  expect(await screen.findByText('À rembourser', { selector: 'td *' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
});

test('a refund is noted with the last day that the law gives, and once', async () => {
  const paidBack = { ...withdrawn, paidBackAt: '2026-11-25T10:00:00.000Z', mayBePaidBack: false, version: 4 };
  const { of } = openTab([withdrawn], { payBackReceipt: () => paidBack });
  const dialog = await examine(/^Voir :/);
  expect(dialog.getByText(/À rembourser au plus tard le vendredi 4 décembre 2026/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Noter le remboursement' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Noter le remboursement ?' }));
  expect(question.queryByText(/n'a pas renoncé sur le site/)).toBeNull();
  await userEvent.click(question.getByRole('button', { name: 'Noter le remboursement' }));
  await waitFor(() => expect(toasts.get()).toMatchObject([{ title: 'Remboursement noté' }]));
  expect(of('payBackReceipt')[0]).toMatchObject({ params: { receiptId: 'r1' }, version: 3 });
  expect(await screen.findByText('Remboursé', { selector: 'td *' })).toBeVisible();
});

test('of a member who wrote a letter, the question says that the year ends', async () => {
  openTab([anAdminReceipt({ status: 'approved', mayBePaidBack: true, version: 2 })]);
  const dialog = await examine(/^Voir :/);
  await userEvent.click(dialog.getByRole('button', { name: 'Noter le remboursement' }));
  expect(await screen.findByText(/n'a pas renoncé sur le site/)).toBeVisible();
});

test('a payment whose member can no longer give up the contract offers no refund, and says why', async () => {
  openTab([anAdminReceipt({ status: 'approved', decidedAt: '2026-09-01T10:00:00.000Z', version: 2 })]);
  const dialog = await examine(/^Voir :/);
  expect(dialog.getByText(/Le délai pour renoncer est passé, et ce membre n'a pas renoncé/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Noter le remboursement' })).toBeNull();
});
