import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { aMe, answerApi, refusal, visit } from '#test/support/site-page.tsx';
import { keepRedirect } from '#web/lib/redirect.ts';
import { ConfirmEmailPage } from '#web/routes/confirm-email-page.tsx';

const token = 'T'.repeat(43);
const confirm = 'POST /auth/confirm-email';
const sendFile = vi.hoisted(() => vi.fn<(file: File) => Promise<string>>());
vi.mock('#web/lib/upload.ts', async (original) => ({ ...(await original<object>()), sendFile }));

test('right after sign-up nothing is confirmed yet, and the address leaves the address bar', async () => {
  const calls = answerApi({});
  const place = visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success?email=amina%40example.org' });
  expect(screen.getByRole('heading', { name: 'E-mail envoyé à amina@example.org' })).toBeVisible();
  expect(screen.queryByText('Email confirmé !')).toBeNull();
  expect(screen.getByRole('button', { name: /Renvoyer/ })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(place.url).toBe('/confirm-email-success'));
  expect(calls).toEqual([]);
});

test('after a reload the address is still known', () => {
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', state: { query: '?email=amina%40example.org' } });
  expect(screen.getByRole('heading', { name: 'E-mail envoyé à amina@example.org' })).toBeVisible();
});

test('a mail that could not be sent is said, and can be asked for at once', async () => {
  const calls = answerApi({ 'POST /auth/resend-confirmation': () => Response.json({}, { status: 202 }) });
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success?email=amina%40example.org&noEmail=1' });
  expect(screen.getByText(/pas pu envoyer l'email de confirmation à amina@example.org/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: "Renvoyer l'email de confirmation" }));
  expect(await screen.findByText(/Email renvoyé/)).toBeVisible();
  expect(calls[0]?.body).toEqual({ email: 'amina@example.org' });
});

test('the link of the mail is used once, and only then the address is confirmed', async () => {
  const calls = answerApi({ [confirm]: () => Response.json({ email: 'amina@example.org' }) });
  const place = visit({ page: <ConfirmEmailPage />, at: `/confirm-email-success?email=x%40y.fr#token=${token}` });
  expect(screen.queryByText('Email confirmé !')).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toHaveFocus();
  expect(place).toEqual({ url: '/confirm-email-success', state: null });
  expect(calls).toEqual([expect.objectContaining({ row: confirm, body: { token } })]);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

test.each([
  ['EXPIRED_LINK', 410, 'Lien expiré'],
  ['INVALID_LINK', 410, 'Lien invalide'],
  ['INVALID', 400, 'Lien invalide'],
] as const)('%s offers another link, for an address that is typed', async (code, status, title) => {
  const calls = answerApi({
    [confirm]: () => refusal(status, code, 'Autre phrase'),
    'POST /auth/resend-confirmation': () => Response.json({}, { status: 202 }),
  });
  visit({ page: <ConfirmEmailPage />, at: `/confirm-email-success#token=${token}` });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /^Email/ }), 'amina@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Recevoir un nouveau lien' }));
  expect(await screen.findByRole('button', { name: /Renvoyer/ })).toHaveAttribute('aria-disabled', 'true');
  expect(calls.at(-1)?.body).toEqual({ email: 'amina@example.org' });
});

test('a fault can be tried again', async () => {
  let working = false;
  answerApi({ [confirm]: () => (working ? Response.json({ email: 'a@b.fr' }) : refusal(500, 'FAULT', 'Panne')) });
  visit({ page: <ConfirmEmailPage />, at: `/confirm-email-success#token=${token}` });
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Panne')).toBeVisible();
  working = true;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toBeVisible();
});

test('a member is asked for the missing document only', async () => {
  const me = aMe({ documents: { idDocument: 'received', facePhoto: 'none' } });
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session: { status: 'member', me } });
  expect(await screen.findByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible();
  expect(await screen.findByText(/Pièce d'identité : reçu/)).toBeVisible();
  expect(screen.queryByLabelText(/^Pièce d'identité/)).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  expect(await screen.findByLabelText(/^Photo de visage/)).toHaveFocus();
  expect(await screen.findByRole('alert')).toHaveTextContent('Documents manquants');
});

test('once both documents are there the button is disabled', async () => {
  const me = aMe({ documents: { idDocument: 'received', facePhoto: 'received' } });
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session: { status: 'member', me } });
  expect(await screen.findByRole('button', { name: 'Documents envoyés' })).toBeDisabled();
  expect(await screen.findByText('Documents reçus, vérification sous 24 à 48 heures.')).toBeVisible();
});

test.each([
  ['Votre identité est vérifiée.', { verifiedAt: '2026-02-01T10:00:00.000Z' }],
  ['Votre nouveau nom est en cours de vérification (24 à 48 heures).', {}],
])('an approved member reads: %s', async (sentence, facts) => {
  const me = aMe({ status: 'approved', ...facts });
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session: { status: 'member', me } });
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('refused documents come with the reason', async () => {
  const documents = { idDocument: 'refused', facePhoto: 'refused' } as const;
  const me = aMe({ status: 'rejected', statusReason: 'La photo est floue.', documents });
  visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session: { status: 'member', me } });
  expect(await screen.findByText('La photo est floue.')).toBeVisible();
});

const aPdf = () => new File(['%PDF-1.4'], 'carte.pdf', { type: 'application/pdf' });
const ids = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const missingId = aMe({ documents: { idDocument: 'none', facePhoto: 'received' } });

test('a document that is being checked is waited for, then the member goes where he wanted', async () => {
  sendFile.mockReset().mockResolvedValueOnce(ids[0] ?? '');
  const states = [{ state: 'scanning' }, { idDocument: 'received', facePhoto: 'received' }];
  const calls = answerApi({ 'POST /me/documents': () => Response.json(states.shift()) });
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  keepRedirect('/send-parcel');
  const session = { status: 'member', me: missingId, refresh } as const;
  const place = visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session });
  await userEvent.upload(await screen.findByLabelText(/^Pièce d'identité/), aPdf());
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  await waitFor(() => expect(place.url).toBe('/send-parcel'), { timeout: 4_000 });
  expect(calls.map(({ body }) => body)).toEqual([{ idDocument: ids[0] }, { idDocument: ids[0] }]);
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
  expect(refresh).toHaveBeenCalled();
});

test('a refused file says why and is sent anew by the next try', async () => {
  sendFile
    .mockReset()
    .mockResolvedValueOnce(ids[0] ?? '')
    .mockResolvedValueOnce(ids[1] ?? '');
  answerApi({
    'POST /me/documents': (body) =>
      JSON.stringify(body).includes(ids[0] ?? '')
        ? refusal(422, 'FILE_REFUSED', 'Ce PDF contient un programme.')
        : Response.json({ idDocument: 'received', facePhoto: 'received' }),
  });
  const session = { status: 'member', me: missingId } as const;
  const place = visit({ page: <ConfirmEmailPage />, at: '/confirm-email-success', session });
  await userEvent.upload(await screen.findByLabelText(/^Pièce d'identité/), aPdf());
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Ce PDF contient un programme.');
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  await waitFor(() => expect(place.url).toBe('/'));
  expect(sendFile).toHaveBeenCalledTimes(2);
});
