import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Row } from '#infra/local/seed/site-client.ts';
import type { Reply } from '#shared/route.ts';
import { anUpload } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { readProof } from '#web/features/accounts/sign-up/sign-up-proof.ts';
import { takeRedirect } from '#web/lib/session/redirect.ts';
import { RegisterPage } from '#web/routes/accounts/register-page.tsx';

const siteConfig = vi.hoisted(() =>
  vi.fn<() => Promise<{ passwordPolicy: 'spec' | 'strict' }>>(async () => ({ passwordPolicy: 'spec' })),
);
vi.mock('#web/lib/site-config.ts', () => ({ siteConfig }));

const account =
  (sent: boolean, simulated = false) =>
  () => ({ userId: 'u', uploadTicket: 'T'.repeat(43), proof: 'P'.repeat(43), email: { sent, simulated } });
type Received = Reply<Row<'attachSignUpDocuments'>>;
const received = (): Received => ({ state: 'received' });
/** Places for the two documents. */
const requestSignUpUpload: Answers['requestSignUpUpload'] = ({ body: { kind } }) =>
  kind === 'id_document' ? anUpload(1) : anUpload(2);

const field = (name: string) => screen.getByLabelText(new RegExp(`^${name} \\*`));
const submit = () => userEvent.click(screen.getByRole('button', { name: "S'inscrire" }));

async function fill({ again = 'vq7mzd' } = {}) {
  // jsdom reads no image: photos go as they are.
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no images')));
  const user = userEvent.setup();
  await user.type(field('Nom'), 'Benali');
  await user.type(field('Prénom'), 'Amina');
  await user.type(field('Téléphone'), '06 12 34 56 78');
  await user.type(field('Email'), 'Amina@Example.org');
  await user.type(field('Mot de passe'), 'vq7mzd');
  await user.type(field('Confirmer le mot de passe'), again);
  await user.upload(field("Pièce d'identité"), new File(['%PDF-1.4'], 'carte.pdf', { type: 'application/pdf' }));
  await user.upload(field('Photo de visage'), new File(['jpeg'], 'moi.jpg', { type: 'image/jpeg' }));
  await screen.findByText('moi.jpg');
  await user.click(screen.getByRole('checkbox', { name: /J'accepte/ }));
}

const summary = () => screen.findByRole('region', { name: 'Erreurs du formulaire' });
const problems = async () =>
  within(await summary())
    .getAllByRole('link')
    .map((link) => link.textContent);
const lastToast = () => screen.getByLabelText('Notifications');

test('where the strict rule is in force the form says it, and asks for it before the server does', async () => {
  siteConfig.mockResolvedValueOnce({ passwordPolicy: 'strict' });
  renderPage(<RegisterPage />, { at: '/register' });
  const rules = await screen.findByRole('list', { name: 'Votre mot de passe doit contenir' });
  expect(rules).toHaveTextContent('8 caractères');
  expect(screen.queryByText('Au moins 6 caractères.')).toBeNull();
  const user = userEvent.setup();
  await user.type(field('Mot de passe'), 'vq7mzdkw');
  await user.type(field('Confirmer le mot de passe'), 'vq7mzdkw');
  await submit();
  expect(await problems()).toContain('Mot de passe : Le mot de passe doit contenir au moins une majuscule');
});

test('an empty form says everything that is missing, in its order', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await submit();
  expect(await problems()).toEqual([
    'Nom : Le nom est requis',
    'Prénom : Le prénom est requis',
    'Téléphone : Numéro de téléphone invalide',
    'Email : Email invalide',
    'Mot de passe : Le mot de passe doit contenir au moins 6 caractères',
    'Confirmer le mot de passe : Le mot de passe doit contenir au moins 6 caractères',
    "Pièce d'identité : Veuillez fournir une pièce d'identité",
    'Photo de visage : Veuillez fournir une photo de visage',
    'Acceptez les conditions générales pour créer votre compte',
  ]);
  expect(screen.getByText("Documents manquants (pièce d'identité ou photo de visage)")).toBeVisible();
});

test('two different passwords are said together with other problems', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await userEvent.type(field('Mot de passe'), 'vq7mzd');
  await userEvent.type(field('Confirmer le mot de passe'), 'vq7mzx');
  await submit();
  expect(await problems()).toContain('Confirmer le mot de passe : Les mots de passe ne correspondent pas');
});

test.each([
  ['photo.gif', 'image/gif', 10, 'Format non supporté : choisissez une photo JPG ou PNG.'],
  ['photo.png', 'image/png', 5 * 1024 * 1024 + 1, 'La taille du fichier doit être inférieure à 5MB'],
])('the face photo %s is refused before anything is sent', async (name, type, size, sentence) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no images')));
  renderPage(<RegisterPage />, { at: '/register' });
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(field('Photo de visage'), new File([new Uint8Array(size)], name, { type }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('account, documents, then the page of the mail, with the way back kept', async () => {
  const states: Received[] = [{ state: 'scanning' }];
  const calls = fakeApi({
    signUp: account(true),
    requestSignUpUpload,
    attachSignUpDocuments: () => states.shift() ?? received(),
  });
  const files = fakeStorage();
  const place = renderPage(<RegisterPage />, { at: '/register?redirect=%2Fsend-parcel' });
  await fill();
  await submit();
  await waitFor(() => expect(place.url).toBe('/confirm-email-success?email=amina%40example.org'), { timeout: 4_000 });
  const steps = calls.filter(({ row }) => row !== 'requestSignUpUpload');
  expect(steps.map(({ row }) => row)).toEqual(['signUp', 'attachSignUpDocuments', 'attachSignUpDocuments']);
  expect(files.map(({ name }) => name).sort()).toEqual(['carte.pdf', 'moi.jpg']);
  expect(calls[0]?.body).toEqual({
    lastName: 'Benali',
    firstName: 'Amina',
    phone: '+33612345678',
    email: 'amina@example.org',
    password: 'vq7mzd',
    acceptedTerms: true,
  });
  expect(steps[1]?.body).toMatchObject({
    ticket: 'T'.repeat(43),
    idDocument: anUpload(1).uploadId,
    facePhoto: anUpload(2).uploadId,
  });
  expect(takeRedirect()).toBe('/send-parcel');
  expect(readProof('amina@example.org')).toBe('P'.repeat(43));
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['not sent', account(false)],
  ['simulated', account(true, true)],
])('a confirmation mail that was %s is said, and nothing is blocked', async (_, answer) => {
  fakeStorage();
  fakeApi({ signUp: answer, requestSignUpUpload, attachSignUpDocuments: received });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  await waitFor(() => expect(place.url).toBe('/confirm-email-success?email=amina%40example.org&noEmail=1'));
  expect(lastToast()).toHaveTextContent("Problème d'envoi d'email");
});

test('documents that fail lead to the sign-in page with the reason', async () => {
  fakeStorage();
  const refused = () => refusal('FILE_REFUSED', 'La photo est illisible.');
  fakeApi({ signUp: account(true), requestSignUpUpload, attachSignUpDocuments: refused });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  await waitFor(() => expect(place.url).toBe('/login?error=documents_failed'));
  expect(place.state).toEqual({ email: 'amina@example.org' });
  expect(lastToast()).toHaveTextContent('Inscription partiellement réussie');
  expect(lastToast()).toHaveTextContent('La photo est illisible. Connectez-vous');
});

test('an address that has an account offers to sign in', async () => {
  fakeApi({ signUp: () => refusal('EMAIL_TAKEN', 'Autre phrase') });
  renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  const taken = 'Cet email est déjà associé à un compte. Veuillez vous connecter.';
  expect(await summary()).toHaveTextContent(taken);
  expect(field('Email')).toHaveAccessibleDescription(taken);
  expect(screen.getAllByRole('link', { name: 'Se connecter' })).toHaveLength(2);
});

test.each([
  [429, 'TOO_MANY', 'Veuillez attendre quelques minutes avant de réessayer.', "Limite d'envoi d'emails atteinte"],
  [500, 'FAULT', "Une erreur est survenue lors de l'inscription", "Erreur d'inscription"],
] as const)('a refusal %i is said in words of the sign-up', async (_status, code, detail, title) => {
  fakeApi({ signUp: () => refusal(code, 'Autre phrase') });
  renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  expect(await summary()).toHaveTextContent(`${title}${detail}`);
});

test.each([
  [900, 'Veuillez attendre quelques minutes avant de réessayer.'],
  [3600, 'Vous pourrez réessayer dans une heure.'],
  [40_000, 'Vous pourrez réessayer dans 12 heures.'],
])('a limit that lasts %i s is told as long as it lasts', async (seconds, sentence) => {
  fakeApi({ signUp: () => refusal('TOO_MANY', 'Autre phrase', { retryAfterSeconds: seconds }) });
  renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  expect(await summary()).toHaveTextContent(sentence);
});

test('the same submission keeps its key, a corrected one gets another', async () => {
  const common = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
  const calls = fakeApi({ signUp: () => refusal('INVALID', 'Saisie', { fields: { password: common } }) });
  renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  await submit();
  await waitFor(() => expect(field('Mot de passe')).toHaveAccessibleDescription(expect.stringContaining(common)));
  await submit();
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.type(field('Prénom'), 'e');
  await submit();
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[1]?.key).toBe(calls[0]?.key);
  expect(calls[2]?.key).not.toBe(calls[0]?.key);
});

test('names, address and phone outlive a reload; passwords and files do not', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await fill();
  expect(sessionStorage).toHaveLength(1);
  expect(JSON.parse(sessionStorage.getItem('envoyage.registration') ?? '')).toEqual({
    lastName: 'Benali',
    firstName: 'Amina',
    email: 'Amina@Example.org',
    phone: '+33612345678',
  });
});

test.each([
  ['NotAllowedError', /L'accès à la caméra est refusé/],
  ['NotFoundError', /Aucune caméra n'est disponible/],
  ['NotReadableError', /La caméra est utilisée par une autre application/],
])('without a camera (%s) the dialog says why and takes a photo of the device instead', async (name, why) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no images')));
  const getUserMedia = () => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }));
  renderPage(<RegisterPage />, { at: '/register' });
  const opener = screen.getByRole('button', { name: 'Prendre une photo' });
  await userEvent.click(opener);
  const dialog = within(await screen.findByRole('dialog', { name: 'Photo de visage' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Ouvrir la caméra' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Erreur caméra');
  expect(dialog.getByRole('alert')).toHaveTextContent(why);
  const chooser = dialog.getByLabelText('Choisir un fichier');
  expect(chooser).toHaveFocus();
  const user = userEvent.setup({ applyAccept: false });
  await user.upload(chooser, new File(['x'], 'photo.gif', { type: 'image/gif' }));
  expect(await dialog.findByText('Format non supporté : choisissez une photo JPG ou PNG.')).toBeVisible();
  await user.upload(chooser, new File(['x'], 'visage.png', { type: 'image/png' }));
  await user.click(await dialog.findByRole('button', { name: 'Utiliser cette photo' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('visage.png')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Prendre une photo' })).toHaveFocus();
});

test('on a phone the reason for the documents stands before they are asked for', () => {
  renderPage(<RegisterPage />, { at: '/register' });
  const why = screen.getByRole('complementary', { name: 'Pourquoi ces justificatifs ?' });
  const asked = screen.getByRole('group', { name: 'Vos justificatifs' });
  expect(why.compareDocumentPosition(asked) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});
