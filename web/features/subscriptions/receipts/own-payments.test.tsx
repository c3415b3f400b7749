import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
import type { Receipt } from '#shared/receipts/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { anUpload, aReceipt, karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { fingerprintOf } from '#web/lib/api/upload.ts';
import { toasts } from '#web/lib/toast.ts';
import { SubscriptionPage } from '#web/routes/site/subscription-page.tsx';

beforeEach(() => readPictures());

const proof = () => new File(['virement'], 'virement.jpg', { type: 'image/jpeg' });
const never = () => new Promise<never>(() => {});

/** Karim at the page, with the receipts that he has sent. */
function open(receipts: Receipt[] = [], answers: Answers = {}, me: Me = karim) {
  let items = receipts;
  const asked = fakeApi({
    subscriptionInfo: never,
    banks: () => ({ items: [] }),
    myReceipts: () => ({ items, pending: items.filter(({ status }) => status === 'pending').length }),
    requestReceiptUpload: () => anUpload(),
    sendReceipt: ({ body }) => {
      const sent = aReceipt({ id: body.uploadId, paidOn: body.paidOn, reference: body.reference });
      items = [sent, ...items];
      return sent;
    },
    ...answers,
  });
  renderPage(<SubscriptionPage />, { at: '/payment-methods', me });
  return { of: (row: keyof Answers) => asked.filter((call) => call.row === row) };
}
const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText(/^Justificatif de paiement/), file, { applyAccept: false });
const press = async (name = 'Envoyer le justificatif') => userEvent.click(await screen.findByRole('button', { name }));

test('a visitor signs in first and comes back', () => {
  fakeApi({ subscriptionInfo: never, banks: never });
  renderPage(<SubscriptionPage />, { at: '/payment-methods' });
  expect(screen.getByRole('link', { name: 'Se connecter pour envoyer un justificatif' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Fpayment-methods',
  );
  expect(screen.queryByLabelText(/^Justificatif de paiement/)).toBeNull();
});

test.each([
  [{ status: 'none' }, "Vous n'avez pas d'abonnement en cours. Vous n'en avez pas besoin aujourd'hui."],
  [{ status: 'none', suspended: true }, "Vous n'avez pas d'abonnement en cours."],
  [
    { status: 'expired', endDate: '2026-11-20T10:00:00.000Z', suspended: true },
    'Votre abonnement a expiré le vendredi 20 novembre 2026.',
  ],
] as const)('whether a subscription is needed today stands beside its state: %o', async (subscription, sentence) => {
  open([], {}, { ...karim, subscription });
  const card = await screen.findByRole('region', { name: 'Mon abonnement' });
  await within(card).findByText(/abonnement (en cours|a expiré)/);
  expect(card).toHaveTextContent(sentence);
  expect(card.textContent.includes('pas besoin')).toBe(!('suspended' in subscription));
});

test.each([
  ['active', "Actif jusqu'au samedi 20 novembre 2027", '2027-11-20T10:00:00.000Z'],
  ['expired', 'Votre abonnement a expiré le vendredi 20 novembre 2026.', '2026-11-20T10:00:00.000Z'],
] as const)('the state of the subscription stands on the page: %s', async (status, sentence, endDate) => {
  open([], {}, { ...karim, subscription: { status, endDate } });
  const card = within(await screen.findByRole('region', { name: 'Mon abonnement' }));
  expect(await card.findByText(new RegExp(sentence))).toBeVisible();
});

test('the own reference is copied', async () => {
  const user = userEvent.setup();
  open([], {}, { ...karim, id: '00000000-0000-4000-8000-0000003f9a12' });
  await user.click(await screen.findByRole('button', { name: 'Copier ma référence de paiement' }));
  expect(await navigator.clipboard.readText()).toBe('ABO-003F9A12');
});

test('a proof is sent with what was typed, and stands in the list as being checked', async () => {
  const files = fakeStorage();
  const { of } = open();
  await choose(proof());
  await userEvent.type(screen.getByLabelText(/^Date du paiement/), '20/11/2026');
  await userEvent.type(screen.getByLabelText(/^Référence du virement/), 'VIR 42');
  await press();
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([
      { title: 'Justificatif envoyé avec succès', description: 'Il sera vérifié sous 24 heures ouvrées.' },
    ]),
  );
  expect(files).toHaveLength(1);
  expect(of('requestReceiptUpload')[0]?.body).toMatchObject({ fileName: 'virement.jpg', contentType: 'image/jpeg' });
  expect(of('sendReceipt')[0]?.body).toEqual({
    uploadId: anUpload().uploadId,
    paidOn: '2026-11-20',
    reference: 'VIR 42',
  });
  expect((await screen.findAllByText('En vérification'))[0]).toBeVisible();
  expect(screen.getByLabelText(/^Référence du virement/)).toHaveValue('');
});

test.each([
  [
    'Type de fichier non supporté',
    'Veuillez sélectionner une image (JPG, PNG) ou un PDF.',
    new File(['gif'], 'recu.gif', { type: 'image/gif' }),
  ],
  [
    'Fichier trop volumineux',
    'La taille du fichier ne doit pas dépasser 5MB.',
    new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'recu.pdf', { type: 'application/pdf' }),
  ],
])('a file is refused before anything is sent: %s', async (title, description, file) => {
  const { of } = open();
  await choose(file);
  expect(toasts.get()).toMatchObject([{ title, description }]);
  expect((await screen.findAllByText(description))[0]).toBeVisible();
  await press();
  expect(of('requestReceiptUpload')).toEqual([]);
});

test('a right file takes the notice of a refused one away', async () => {
  open();
  await choose(new File(['gif'], 'recu.gif', { type: 'image/gif' }));
  expect(toasts.get()).toHaveLength(1);
  await choose(proof());
  // By itself the notice would stay for ten.
  await waitFor(() => expect(toasts.get()).toEqual([]), { timeout: 6_000 });
});

test('nothing is sent without a file, nor with a day that is still to come', async () => {
  const { of } = open();
  await screen.findByLabelText(/^Justificatif de paiement/);
  await userEvent.type(screen.getByLabelText(/^Date du paiement/), '20/11/2098');
  await press();
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Justificatif de paiement : Choisissez votre justificatif',
    "Date du paiement : Cette date n'est pas encore passée",
  ]);
  expect(screen.getByLabelText(/^Justificatif de paiement/)).toHaveAccessibleDescription(
    /Choisissez votre justificatif/,
  );
  expect(of('requestReceiptUpload')).toEqual([]);
});

test('what could not be sent stays, with the reason, and the next try does not send the file again', async () => {
  const files = fakeStorage();
  let tries = 0;
  const { of } = open([], {
    sendReceipt: ({ body }) => (++tries === 1 ? new Refusal('FAULT') : aReceipt({ id: body.uploadId })),
  });
  await choose(proof());
  await userEvent.type(screen.getByLabelText(/^Référence du virement/), 'VIR 42');
  await press();
  expect(await screen.findByText("Erreur lors de l'envoi")).toBeVisible();
  expect(screen.getByText('Une erreur est survenue. Veuillez réessayer.')).toBeVisible();
  expect(screen.getByLabelText(/^Référence du virement/)).toHaveValue('VIR 42');
  await press("Réessayer l'envoi");
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Justificatif envoyé avec succès'));
  expect(files).toHaveLength(1);
  const keys = of('sendReceipt').map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a second press sends no second proof', async () => {
  const files = fakeStorage();
  const { of } = open();
  await choose(proof());
  const send = screen.getByRole('button', { name: 'Envoyer le justificatif' });
  fireEvent.click(send);
  fireEvent.click(send);
  await waitFor(() => expect(toasts.get()[0]?.title).toBe('Justificatif envoyé avec succès'));
  expect([files.length, of('sendReceipt').length]).toEqual([1, 1]);
});

test('a file on its way comes into view with its stop, and a stopped one is told as such', async () => {
  fakeStorage(never);
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  open();
  await choose(proof());
  await press();
  const stop = await screen.findByRole('button', { name: /^Arrêter : / });
  expect(shown).toEqual([stop, screen.getByRole('progressbar')]);
  await userEvent.click(stop);
  expect(await screen.findByText('Envoi arrêté')).toBeVisible();
  expect(screen.queryByText("Erreur lors de l'envoi")).toBeNull();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('another file takes the reason why the last one was refused away', async () => {
  fakeStorage();
  open([], {
    sendReceipt: () => new Refusal('FILE_REFUSED', { title: 'Fichier refusé', detail: 'Ce fichier est abîmé.' }),
  });
  await choose(proof());
  await press();
  expect(await screen.findByText('Ce fichier est abîmé.')).toBeVisible();
  await choose(new File(['autre'], 'autre.jpg', { type: 'image/jpeg' }));
  expect(screen.queryByText('Ce fichier est abîmé.')).toBeNull();
  expect(screen.getByRole('button', { name: 'Envoyer le justificatif' })).toBeVisible();
});

test('a file that was sent before is recognised, and sending it again is asked first', async () => {
  fakeStorage();
  const sha256 = await fingerprintOf(proof());
  const { of } = open([aReceipt({ status: 'rejected', reason: 'Illisible', sha256 })]);
  await choose(proof());
  await press();
  const question = within(await screen.findByRole('alertdialog', { name: 'Fichier déjà envoyé' }));
  expect(question.getByText(/Vous avez déjà envoyé ce fichier le/).closest('p')).toHaveTextContent(/le 20 nov. 2026/);
  expect(of('requestReceiptUpload')).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Annuler' }));
  await press();
  await press('Envoyer quand même');
  await waitFor(() => expect(of('sendReceipt')).toHaveLength(1));
});

test('while a proof waits, another one is asked about first', async () => {
  fakeStorage();
  const { of } = open([aReceipt()]);
  await choose(proof());
  await press();
  expect(await screen.findByRole('alertdialog', { name: 'Un justificatif est déjà en vérification' })).toBeVisible();
  expect(of('requestReceiptUpload')).toEqual([]);
  await press('Envoyer quand même');
  await waitFor(() => expect(of('sendReceipt')).toHaveLength(1));
});

test('a limit is said in the server’s words', async () => {
  fakeStorage();
  open([], {
    sendReceipt: () =>
      new Refusal('LIMIT', { title: 'Limite atteinte', detail: 'Trois justificatifs attendent déjà.' }),
  });
  await choose(proof());
  await press();
  expect(await screen.findByText('Trois justificatifs attendent déjà.')).toBeVisible();
});

test('the history says what became of each proof, and why', async () => {
  open([
    aReceipt({ id: 'r3', fileName: 'trois.pdf', kind: 'pdf' }),
    aReceipt({
      id: 'r2',
      fileName: 'deux.jpg',
      status: 'rejected',
      reason: 'Montant incomplet',
      decidedAt: '2026-11-21T09:00:00.000Z',
    }),
    aReceipt({ id: 'r1', fileName: 'un.jpg', status: 'approved', decidedAt: '2026-11-20T12:00:00.000Z' }),
  ]);
  const history = within(await screen.findByRole('region', { name: 'Mes justificatifs' }));
  const cards = await history.findAllByRole('listitem');
  const texts = cards.map(({ textContent }) => textContent);
  expect(texts[0]).toContain('En vérification');
  expect(texts[1]).toMatch(/Refusé.*Refusé le21\snov\.\s2026.*Montant incomplet/);
  expect(texts[2]).toMatch(/Validé.*5000\sDA.*Validé le20\snov\.\s2026/);
});

test('a history that does not load says so', async () => {
  open([], { myReceipts: () => new Refusal('NOT_ALLOWED') });
  expect(await screen.findByText('Impossible de charger les reçus de paiement.')).toBeVisible();
});

const contract = aReceipt({
  status: 'approved',
  decidedAt: '2026-11-20T10:00:00.000Z',
  withdrawUntil: '2026-12-04',
});
const withdrawn = { ...contract, withdrawUntil: undefined, withdrawnAt: '2026-11-21T10:00:00.000Z' };

test('two presses give up the contract, and the page says what comes back', async () => {
  let stored: Receipt = contract;
  const { of } = open([], {
    myReceipts: () => ({ items: [stored], pending: 0 }),
    withdrawSubscription: () => {
      stored = withdrawn;
      return withdrawn;
    },
  });
  expect(await screen.findByText(/jusqu'au vendredi 4 décembre 2026. Si ce jour est un samedi/)).toBeVisible();
  await press('Renoncer au contrat');
  const question = within(await screen.findByRole('alertdialog', { name: 'Renoncer au contrat ?' }));
  expect(question.getByText(/abonnement annuel de 5000\sDA, validé le vendredi 20 novembre 2026/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Confirmer la rétractation' }));
  await waitFor(() => expect(toasts.get()).toMatchObject([{ title: 'Vous avez renoncé au contrat' }]));
  expect(of('withdrawSubscription')[0]).toMatchObject({ params: { receiptId: 'r1' } });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const outcome = screen.getByText(/Vous avez renoncé au contrat le samedi 21 novembre 2026/);
  expect(outcome).toHaveTextContent(
    /Nous vous remboursons toute la somme versée, au plus tard le samedi 5 décembre 2026/,
  );
  expect(outcome).toHaveFocus();
});

test('a withdrawal that comes too late says since when, and the question stays', async () => {
  open([contract], {
    withdrawSubscription: () =>
      new Refusal('STATE_CHANGED', { title: 'Impossible de renoncer au contrat', detail: 'Le délai est passé.' }),
  });
  await press('Renoncer au contrat');
  await press('Confirmer la rétractation');
  const question = within(screen.getByRole('alertdialog'));
  expect(await question.findByText('Impossible de renoncer au contrat')).toBeVisible();
  expect(question.getByText('Le délai est passé.')).toBeVisible();
});

test.each([
  [withdrawn, 'Remboursement à venir', 'Renoncé le'],
  [{ ...withdrawn, paidBackAt: '2026-11-25T10:00:00.000Z' }, 'Remboursé', 'Remboursé le'],
])('a withdrawn payment is shown as such, without the button', async (receipt, badge, fact) => {
  open([receipt]);
  expect(await screen.findByText(badge)).toBeVisible();
  expect(screen.getByText(fact)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Renoncer au contrat' })).toBeNull();
});

test('a blocked member is led to a letter with its subject', async () => {
  fakeApi({ subscriptionInfo: never, banks: never });
  renderPage(<SubscriptionPage />, {
    at: '/payment-methods',
    session: { status: 'member', blocked: { status: 'blocked' } },
  });
  expect(await screen.findByRole('link', { name: 'Renoncer au contrat' })).toHaveAttribute(
    'href',
    '/contact?topic=withdrawal',
  );
});
