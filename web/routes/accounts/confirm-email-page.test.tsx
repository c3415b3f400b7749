import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SiteRow } from '#infra/local/seed/site-client.ts';
import type { EmailConfirmation } from '#shared/accounts/contract.ts';
import type { Reply } from '#shared/route.ts';
import { aMe, anUpload } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { dropBrowserToken, keepBrowserToken, readBrowserToken } from '#web/features/accounts/sign-up/browser-token.ts';
import { keepRedirect } from '#web/lib/session/redirect.ts';
import { ConfirmEmailPage } from '#web/routes/accounts/confirm-email-page.tsx';

const token = 'T'.repeat(43);

beforeEach(dropBrowserToken);

const email = 'amina@example.org';
const proof = 'P'.repeat(43);

test('right after sign-up nothing is confirmed yet, and the address leaves the address bar', async () => {
  keepBrowserToken(email, proof);
  const calls = fakeApi({});
  const place = renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success?email=amina%40example.org' });
  expect(screen.getByRole('heading', { name: 'Email envoyé à amina@example.org' })).toBeVisible();
  expect(screen.queryByText('Email confirmé !')).toBeNull();
  expect(screen.getByRole('button', { name: /Renvoyer/ })).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(place.url).toBe('/confirm-email-success'));
  expect(calls).toEqual([]);
});

test('after a reload the address is still known', () => {
  keepBrowserToken(email, proof);
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', state: { query: '?email=amina%40example.org' } });
  expect(screen.getByRole('heading', { name: 'Email envoyé à amina@example.org' })).toBeVisible();
});

test('a mail that could not be sent is said, and can be asked for at once', async () => {
  keepBrowserToken(email, proof);
  const calls = fakeApi({ resendConfirmation: () => ({}) });
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success?email=amina%40example.org&noEmail=1' });
  expect(screen.getByText(/pas pu envoyer l'email de confirmation à amina@example.org/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: "Renvoyer l'email de confirmation" }));
  expect(await screen.findByText(/Email renvoyé/)).toBeVisible();
  expect(calls[0]?.body).toEqual({ email: 'amina@example.org' });
});

test.each(['', '&noEmail=1'])('an address in a link claims neither an account nor a mail%s', async (more) => {
  keepBrowserToken('nadia@example.org', proof);
  const calls = fakeApi({ resendConfirmation: () => ({}) });
  renderPage(<ConfirmEmailPage />, { at: `/confirm-email-success?email=amina%40example.org${more}` });
  expect(screen.getByRole('heading', { name: 'Confirmez votre email' })).toBeVisible();
  expect(screen.getByText(/^Si une inscription attend d'être confirmée pour/).closest('p')).toHaveTextContent(email);
  expect(screen.queryByText(/Votre compte est créé|Email envoyé|pas pu envoyer/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: "Renvoyer l'email de confirmation" }));
  expect(calls[0]?.body).toEqual({ email });
});

const link = `/confirm-email-success?email=amina%40example.org#token=${token}`;
const says = (state: EmailConfirmation['state']) => () => ({ email, state });

test('the link of the mail is used once, and only then the address is confirmed', async () => {
  const calls = fakeApi({ confirmEmail: says('confirmed') });
  const place = renderPage(<ConfirmEmailPage />, { at: link });
  expect(screen.queryByText('Email confirmé !')).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toHaveFocus();
  expect(place).toMatchObject({ url: '/confirm-email-success', state: null });
  expect(calls).toEqual([expect.objectContaining({ row: 'confirmEmail', body: { token } })]);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

test.each([
  ['EXPIRED_LINK', 'Lien expiré'],
  ['INVALID_LINK', 'Lien invalide'],
  ['INVALID', 'Lien invalide'],
] as const)('%s offers another link, for an address that is typed', async (code, title) => {
  const calls = fakeApi({
    confirmEmail: () => refusal(code, 'Autre phrase'),
    resendConfirmation: () => ({}),
  });
  renderPage(<ConfirmEmailPage />, { at: `/confirm-email-success#token=${token}` });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /^Email/ }), 'amina@example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Recevoir un nouveau lien' }));
  expect(await screen.findByRole('button', { name: /Renvoyer/ })).toHaveAttribute('aria-disabled', 'true');
  expect(calls.at(-1)?.body).toEqual({ email: 'amina@example.org' });
});

test('the browser that signed up proves it by what it has kept, once', async () => {
  keepBrowserToken(email, proof);
  const calls = fakeApi({ confirmEmail: says('confirmed') });
  renderPage(<ConfirmEmailPage />, { at: link });
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ token, proof }]);
  expect(readBrowserToken(email)).toBeUndefined();
});

test('a proof of another sign-up is not sent for this address, nor one that is older than a day', async () => {
  keepBrowserToken('nadia@example.org', proof);
  expect([readBrowserToken(email), readBrowserToken('nadia@example.org')]).toEqual([undefined, proof]);
  expect(readBrowserToken('nadia@example.org', Date.now() + 24 * 3_600_000)).toBeUndefined();
  localStorage.setItem('envoyage.signUpProof', '{');
  expect(readBrowserToken(email)).toBeUndefined();
  dropBrowserToken();
});

const typePassword = async (password: string) => {
  const field = await screen.findByLabelText(/^Mot de passe choisi à l'inscription/);
  await userEvent.clear(field);
  if (password) await userEvent.type(field, password);
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer mon adresse' }));
};

test('elsewhere the password of the sign-up is asked for, and confirms', async () => {
  const wrong = "Ce n'est pas le mot de passe choisi à l'inscription";
  const calls = fakeApi({
    confirmEmail: ({ body: { password } }) => {
      if (password === undefined) return says('unproven')();
      return password === 'vq7mzd'
        ? says('confirmed')()
        : refusal('INVALID', 'Saisie', { fields: { password: wrong } });
    },
  });
  renderPage(<ConfirmEmailPage />, { at: link });
  expect(await screen.findByRole('heading', { name: 'Confirmez votre email' })).toHaveFocus();
  await typePassword('');
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(
    "Indiquez le mot de passe choisi à l'inscription",
  );
  await typePassword('autre-mot');
  await waitFor(() => expect(screen.getByLabelText(/^Mot de passe choisi/)).toHaveAccessibleDescription(wrong));
  await typePassword('vq7mzd');
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toHaveFocus();
  expect(calls.at(-1)?.body).toEqual({ token, password: 'vq7mzd' });
});

test.each([
  ['TOO_MANY', /^Trop de tentatives. Veuillez attendre quelques minutes, ou choisissez « Je ne connais pas/],
  ['FAULT', /n'a pas pu être confirmée/],
] as const)('%s keeps the question for the password and says what to do', async (code, sentence) => {
  fakeApi({
    confirmEmail: ({ body }) => ('password' in body ? refusal(code, 'Autre') : says('unproven')()),
  });
  renderPage(<ConfirmEmailPage />, { at: link });
  await typePassword('vq7mzd');
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getByLabelText(/^Mot de passe choisi/)).toHaveValue('vq7mzd');
});

async function signUp() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(/^Nom /), 'Benali');
  await user.type(screen.getByLabelText(/^Prénom/), 'Amina');
  await user.type(screen.getByLabelText(/^Téléphone/), '06 12 34 56 78');
  await user.type(screen.getByLabelText(/^Nouveau mot de passe/), 'Traversee42');
  await user.type(screen.getByLabelText(/^Confirmer le mot de passe/), 'Traversee42');
  await user.click(screen.getByRole('checkbox', { name: /j'accepte/ }));
  await user.click(screen.getByRole('button', { name: "S'inscrire" }));
}

test('who does not know the password signs up by the link, and may go back', async () => {
  const calls = fakeApi({ confirmEmail: says('unproven'), signUpByLink: () => ({ email }) });
  renderPage(<ConfirmEmailPage />, { at: link });
  await userEvent.click(await screen.findByRole('button', { name: 'Je ne connais pas ce mot de passe' }));
  expect(await screen.findByRole('heading', { name: 'Faites votre propre inscription' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Revenir au mot de passe' }));
  await userEvent.click(screen.getByRole('button', { name: 'Je ne connais pas ce mot de passe' }));
  await signUp();
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toHaveFocus();
  expect(screen.getByText(/Connectez-vous pour envoyer votre pièce d'identité et votre photo/)).toBeVisible();
  expect(calls.at(-1)?.body).toEqual({
    token,
    lastName: 'Benali',
    firstName: 'Amina',
    phone: '+33612345678',
    password: 'Traversee42',
    acceptedTerms: true,
  });
});

test('the link of a replaced sign-up leads to a sign-up by it, and is never called invalid', async () => {
  keepBrowserToken(email, proof);
  fakeApi({ confirmEmail: says('replaced'), signUpByLink: () => ({ email }) });
  renderPage(<ConfirmEmailPage />, { at: link });
  expect(await screen.findByRole('heading', { name: 'Reprenez votre inscription' })).toHaveFocus();
  // The proof is of the newer sign-up, whose link may be opened next.
  expect(readBrowserToken(email)).toBe(proof);
  expect(screen.queryByText(/Lien invalide/)).toBeNull();
  await signUp();
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toBeVisible();
  dropBrowserToken();
});

test.each([
  ['EMAIL_TAKEN', 409, 'Email confirmé !'],
  ['EXPIRED_LINK', 410, 'Lien expiré'],
  ['INVALID_LINK', 410, 'Lien invalide'],
] as const)('a sign-up by a link that ends in %s (%i) says « %s »', async (code, _status, title) => {
  fakeApi({ confirmEmail: says('replaced'), signUpByLink: () => refusal(code, 'Autre') });
  renderPage(<ConfirmEmailPage />, { at: link });
  await signUp();
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('a password that is easy to guess is refused beside its field, and nothing typed is lost', async () => {
  const common = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
  fakeApi({
    confirmEmail: says('replaced'),
    signUpByLink: () => refusal('INVALID', 'Saisie', { fields: { password: common } }),
  });
  renderPage(<ConfirmEmailPage />, { at: link });
  await signUp();
  await waitFor(() => expect(screen.getByLabelText(/^Nouveau mot de passe/)).toHaveAccessibleDescription(common));
  expect(screen.getByLabelText(/^Prénom/)).toHaveValue('Amina');
});

test('a fault can be tried again', async () => {
  let working = false;
  fakeApi({ confirmEmail: () => (working ? says('confirmed')() : refusal('FAULT', 'Panne')) });
  renderPage(<ConfirmEmailPage />, { at: `/confirm-email-success#token=${token}` });
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Panne')).toBeVisible();
  working = true;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('heading', { name: 'Email confirmé !' })).toBeVisible();
});

test('a member is asked for the missing document only', async () => {
  const me = aMe({ documents: { idDocument: 'received', facePhoto: 'none' } });
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', me });
  expect(await screen.findByRole('heading', { name: 'Compte créé avec succès !' })).toBeVisible();
  expect(await screen.findByText(/Pièce d'identité : reçu/)).toBeVisible();
  expect(screen.queryByLabelText(/^Pièce d'identité/)).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveFocus();
  expect(summary).toHaveTextContent('Documents manquantsPhoto de visage : Veuillez fournir une photo de visage');
});

test('once both documents are there the button is disabled', async () => {
  const me = aMe({ documents: { idDocument: 'received', facePhoto: 'received' } });
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', me });
  expect(await screen.findByRole('button', { name: 'Documents envoyés' })).toBeDisabled();
  expect(await screen.findByText('Documents reçus, vérification sous 24 à 48 heures.')).toBeVisible();
});

test('an approved member reads that nothing is asked for', async () => {
  const me = aMe({ status: 'approved', verifiedAt: '2026-02-01T10:00:00.000Z' });
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', me });
  expect(await screen.findByText('Votre identité est vérifiée.')).toBeVisible();
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    "Votre pièce d'identité et votre photo",
  ]);
});

test('refused documents come with the reason', async () => {
  const documents = { idDocument: 'refused', facePhoto: 'refused' } as const;
  const me = aMe({ status: 'rejected', statusReason: 'La photo est floue.', documents });
  renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', me });
  expect(await screen.findByText('La photo est floue.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("Votre pièce d'identité et votre photo");
  expect(screen.queryByText(/avec succès/)).toBeNull();
});

const aPdf = () => new File(['%PDF-1.4\n%%EOF'], 'carte.pdf', { type: 'application/pdf' });
const missingId = aMe({ documents: { idDocument: 'none', facePhoto: 'received' } });

test('a document that is being checked is waited for, then the member goes where they wanted', async () => {
  fakeStorage();
  const states: Reply<SiteRow<'attachDocuments'>>[] = [{ state: 'scanning' }];
  const calls = fakeApi({
    requestDocumentUpload: () => anUpload(),
    attachDocuments: () => states.shift() ?? { idDocument: 'received', facePhoto: 'received' },
  });
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  keepRedirect('/send-parcel');
  const place = renderPage(<ConfirmEmailPage />, {
    at: '/confirm-email-success',
    me: missingId,
    session: { refresh },
  });
  await userEvent.upload(await screen.findByLabelText(/^Pièce d'identité/), aPdf());
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  await waitFor(() => expect(place.url).toBe('/send-parcel'), { timeout: 4_000 });
  const attached = calls.filter(({ row }) => row === 'attachDocuments');
  const { uploadId } = anUpload();
  expect(attached.map(({ body }) => body)).toEqual([{ idDocument: uploadId }, { idDocument: uploadId }]);
  expect(new Set(attached.map(({ key }) => key)).size).toBe(1);
  expect(refresh).toHaveBeenCalled();
});

test('a refused file says why and is sent again by the next try', async () => {
  const files = fakeStorage();
  let uploads = 0;
  fakeApi({
    requestDocumentUpload: () => anUpload(++uploads),
    attachDocuments: ({ body }) =>
      body.idDocument === anUpload(1).uploadId
        ? refusal('FILE_REFUSED', 'Ce PDF contient un programme.')
        : { idDocument: 'received', facePhoto: 'received' },
  });
  const place = renderPage(<ConfirmEmailPage />, { at: '/confirm-email-success', me: missingId });
  await userEvent.upload(await screen.findByLabelText(/^Pièce d'identité/), aPdf());
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveTextContent('Ce PDF contient un programme.');
  await userEvent.click(await screen.findByRole('button', { name: 'Envoyer mes documents' }));
  await waitFor(() => expect(place.url).toBe('/'));
  expect(files).toHaveLength(2);
});
