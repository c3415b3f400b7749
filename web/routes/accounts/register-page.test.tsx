import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SiteRow } from '#infra/local/seed/site-client.ts';
import type { Reply } from '#shared/route.ts';
import { anUpload } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { fillRegistration, passAccess, passPerson, walkToDocuments } from '#test/support/registration.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { readBrowserToken } from '#web/features/accounts/sign-up/browser-token.ts';
import { takeRedirect } from '#web/lib/session/redirect.ts';
import { RegisterPage } from '#web/routes/accounts/register-page.tsx';

const siteConfig = vi.hoisted(() =>
  vi.fn<() => Promise<{ passwordPolicy: 'spec' | 'strict' }>>(async () => ({ passwordPolicy: 'spec' })),
);
vi.mock('#web/lib/site-config.ts', () => ({ siteConfig }));

const account =
  (sent: boolean, simulated = false) =>
  () => ({ userId: 'u', uploadTicket: 'T'.repeat(43), proof: 'P'.repeat(43), email: { sent, simulated } });
type Received = Reply<SiteRow<'attachSignUpDocuments'>>;
const received = (): Received => ({ state: 'received' });
/** Places for the two documents. */
const requestSignUpUpload: Answers['requestSignUpUpload'] = ({ body: { kind } }) =>
  kind === 'id_document' ? anUpload(1) : anUpload(2);

const field = (name: string) => screen.getByLabelText(new RegExp(`^${name} \\*`));
const goOn = () => userEvent.click(screen.getByRole('button', { name: 'Continuer' }));
const step = (title: RegExp) => screen.findByRole('heading', { name: title });
const submit = () => userEvent.click(screen.getByRole('button', { name: "S'inscrire" }));

beforeEach(() => readPictures());

const summary = () => screen.findByRole('region', { name: 'Erreurs du formulaire' });
const problems = async () =>
  within(await summary())
    .getAllByRole('link')
    .map((link) => link.textContent);
const lastToast = () => screen.getByLabelText('Notifications');

test('where the strict rule is in force the form says it, and asks for it before the server does', async () => {
  siteConfig.mockResolvedValueOnce({ passwordPolicy: 'strict' });
  renderPage(<RegisterPage />, { at: '/register' });
  await passPerson();
  const rules = await screen.findByRole('list', { name: 'Votre mot de passe doit contenir' });
  expect(rules).toHaveTextContent('8 caractères');
  expect(screen.queryByText('Au moins 6 caractères.')).toBeNull();
  await passAccess({ password: 'vq7mzdkw' });
  expect(await problems()).toContain('Mot de passe : Le mot de passe doit contenir au moins une majuscule');
});

test('each step says what is missing in it, in its order, and is left only when it is right', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await goOn();
  expect(await problems()).toEqual([
    'Nom : Le nom est requis',
    'Prénom : Le prénom est requis',
    'Téléphone : Numéro de téléphone invalide',
  ]);
  expect(await summary()).toHaveFocus();
  await passPerson();
  await step(/Email et mot de passe/);
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
  await goOn();
  expect(await problems()).toEqual([
    'Email : Email invalide',
    'Mot de passe : Le mot de passe doit contenir au moins 6 caractères',
    'Confirmer le mot de passe : Le mot de passe doit contenir au moins 6 caractères',
    'Acceptez les conditions générales pour créer votre compte',
  ]);
  await passAccess();
  await step(/Votre pièce d'identité et votre photo/);
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
  await submit();
  expect(await problems()).toEqual([
    "Pièce d'identité : Veuillez fournir une pièce d'identité",
    'Photo de visage : Veuillez fournir une photo de visage',
  ]);
  expect(screen.getByText("Documents manquants (pièce d'identité ou photo de visage)")).toBeVisible();
});

test('an error goes as soon as its field is right, and no new one appears before the field is left', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await goOn();
  await summary();
  await userEvent.type(field('Nom'), 'Benali');
  await waitFor(() => expect(field('Nom')).toBeValid());
  expect(field('Prénom')).toBeInvalid();
  await userEvent.type(field('Prénom'), 'Amina');
  await userEvent.type(field('Téléphone'), '06 12 34 56 78');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull());
  await userEvent.clear(field('Nom'));
  await userEvent.click(field('Prénom'));
  expect(await summary()).toHaveTextContent('Le nom est requis');
  expect(field('Prénom')).toHaveFocus();
});

test('the steps are told: which of how many, done and current, with the focus on the heading', async () => {
  const place = renderPage(<RegisterPage />, { at: '/register?redirect=%2Fsend-parcel' });
  expect(screen.getByRole('list', { name: 'Étape 1 sur 3' })).toHaveTextContent("1Vous2Mot de passe3Pièce d'identité");
  await passPerson();
  expect(await step(/^Étape 2 sur 3 : ?Email et mot de passe$/)).toHaveFocus();
  const list = within(screen.getByRole('list', { name: 'Étape 2 sur 3' }));
  const [first, second] = list.getAllByRole('listitem');
  expect(first).toHaveTextContent('Vous (terminée)');
  expect(second).toHaveAttribute('aria-current', 'step');
  expect(place.url).toBe('/register?redirect=%2Fsend-parcel&step=2');
});

test('« Retour » and the back button of the browser lead to the step before, with what was typed', async () => {
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await userEvent.click(screen.getByRole('button', { name: 'Retour' }));
  expect(await step(/Email et mot de passe/)).toHaveFocus();
  expect(field('Email')).toHaveValue('Amina@Example.org');
  expect(field('Mot de passe')).toHaveValue('vq7mzd');
  expect(screen.getByRole('checkbox')).toBeChecked();
  await goOn();
  await step(/Votre pièce d'identité et votre photo/);
  expect(screen.getByText('carte.pdf')).toBeVisible();
  expect(screen.getByText('moi.jpg')).toBeVisible();
  place.back();
  await step(/Email et mot de passe/);
  await userEvent.click(screen.getByRole('button', { name: 'Retour' }));
  await step(/Votre identité/);
  expect(field('Nom')).toHaveValue('Benali');
});

test('a step that was made wrong again is shown before anything is sent', async () => {
  const calls = fakeApi({});
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  place.back();
  await step(/Email et mot de passe/);
  await userEvent.clear(field('Email'));
  place.forward();
  await step(/Votre pièce d'identité et votre photo/);
  await submit();
  expect(await problems()).toEqual(['Email : Email invalide']);
  expect(await summary()).toHaveFocus();
  expect(calls).toEqual([]);
});

test('after a reload the form goes on at its password, and says that it is not kept', async () => {
  const kept = { lastName: 'Benali', firstName: 'Amina', email: 'amina@example.org', phone: '+33612345678' };
  sessionStorage.setItem('envoyage.registration', JSON.stringify(kept));
  const place = renderPage(<RegisterPage />, { at: '/register?step=3' });
  expect(await step(/Email et mot de passe/)).toBeVisible();
  expect(place.url).toBe('/register?step=2');
  expect(field('Email')).toHaveValue('amina@example.org');
  expect(screen.getByText(/sauf le mot de passe/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
});

test('a later step of an empty form is its first one', async () => {
  const place = renderPage(<RegisterPage />, { at: '/register?step=2' });
  await step(/Votre identité/);
  await waitFor(() => expect(place.url).toBe('/register'));
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
});

test('two different passwords are said together with other problems', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await passPerson();
  await passAccess({ email: 'amina', again: 'vq7mzx' });
  expect(await problems()).toEqual([
    'Email : Email invalide',
    'Confirmer le mot de passe : Les mots de passe ne correspondent pas',
  ]);
});

test.each([
  ['photo.gif', 'image/gif', 10, 'Format non supporté : choisissez une photo JPG ou PNG.'],
  ['photo.png', 'image/png', 5 * 1024 * 1024 + 1, 'La taille du fichier doit être inférieure à 5MB'],
])('the face photo %s is refused before anything is sent', async (name, type, size, sentence) => {
  renderPage(<RegisterPage />, { at: '/register' });
  await walkToDocuments();
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
  await fillRegistration();
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
  expect(readBrowserToken('amina@example.org')).toBe('P'.repeat(43));
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['not sent', account(false)],
  ['simulated', account(true, true)],
])('a confirmation mail that was %s is said, and nothing is blocked', async (_, answer) => {
  fakeStorage();
  fakeApi({ signUp: answer, requestSignUpUpload, attachSignUpDocuments: received });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await waitFor(() => expect(place.url).toBe('/confirm-email-success?email=amina%40example.org&noEmail=1'));
  expect(lastToast()).toHaveTextContent("Problème d'envoi d'email");
});

test('documents that fail lead to the sign-in page with the reason', async () => {
  fakeStorage();
  const refused = () => refusal('FILE_REFUSED', 'La photo est illisible.');
  fakeApi({ signUp: account(true), requestSignUpUpload, attachSignUpDocuments: refused });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await waitFor(() => expect(place.url).toBe('/login?error=documents_failed'));
  expect(place.state).toEqual({ email: 'amina@example.org', mailed: true });
  expect(lastToast()).toHaveTextContent('Inscription partiellement réussie');
  expect(lastToast()).toHaveTextContent('La photo est illisible. Connectez-vous');
});

test('documents that a bad line holds back stay in the form, and arrive at another press', async () => {
  let isBad = true;
  const files = fakeStorage(async () => (isBad ? { status: 403 } : undefined));
  const calls = fakeApi({ signUp: account(true), requestSignUpUpload, attachSignUpDocuments: received });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await waitFor(async () => expect(await summary()).toHaveTextContent('Inscription partiellement réussie'), {
    timeout: 15_000,
  });
  expect(await summary()).toHaveTextContent('Votre compte est créé, mais vos documents ne sont pas encore arrivés.');
  expect(screen.getByText('carte.pdf')).toBeVisible();
  isBad = false;
  await submit();
  await waitFor(() => expect(place.url).toMatch(/confirm-email-success/));
  expect(files).toHaveLength(2);
  expect(new Set(calls.filter(({ row }) => row === 'signUp').map(({ key }) => key)).size).toBe(1);
});

test('each refused document is named with its reason', async () => {
  fakeStorage();
  const fields = { idDocument: 'Ce PDF est protégé par un mot de passe.', facePhoto: "L'image est trop petite." };
  fakeApi({
    signUp: account(true),
    requestSignUpUpload,
    attachSignUpDocuments: () => refusal('DOCUMENTS_FAILED', 'Vérifiez la taille.', { fields }),
  });
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await waitFor(() =>
    expect(lastToast()).toHaveTextContent(
      "Pièce d'identité : Ce PDF est protégé par un mot de passe. Photo de visage : L'image est trop petite. Connectez-vous",
    ),
  );
});

test('documents that are left for later are no failure: the account alone is made, and the sign-in leads to them', async () => {
  const calls = fakeApi({ signUp: account(true) });
  const place = renderPage(<RegisterPage />, { at: '/register?redirect=%2Fsend-parcel' });
  await walkToDocuments();
  await submit();
  await summary();
  const later = screen.getByRole('button', { name: 'Plus tard' });
  expect(later).toHaveAccessibleDescription(/après votre première connexion/);
  await userEvent.click(later);
  await waitFor(() => expect(place.url).toBe('/login?redirect=%2Fconfirm-email-success'));
  expect(place.state).toEqual({ email: 'amina@example.org', mailed: true });
  expect(calls.map(({ row }) => row)).toEqual(['signUp']);
  expect(lastToast()).toHaveTextContent('Compte créé');
  expect(lastToast()).toHaveTextContent(
    'Ajoutez vos documents dès votre première connexion : ils sont nécessaires pour publier et transporter.',
  );
  expect(screen.queryByText(/partiellement/)).toBeNull();
  expect(takeRedirect()).toBe('/send-parcel');
  expect(sessionStorage).toHaveLength(0);
});

test('a refused field leads back to its step, and the documents stay', async () => {
  const states = [
    () => refusal('INVALID', 'Saisie', { fields: { phone: 'Numéro de téléphone invalide' } }),
    account(true),
  ];
  fakeStorage();
  fakeApi({ signUp: () => states.shift()?.(), requestSignUpUpload, attachSignUpDocuments: received } as Answers);
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await step(/Votre identité/);
  expect(await problems()).toEqual(['Téléphone : Numéro de téléphone invalide']);
  expect(await summary()).toHaveFocus();
  await userEvent.type(field('Téléphone'), '{Backspace}9');
  await waitFor(() => expect(field('Téléphone')).toBeValid());
  await goOn();
  await step(/Email et mot de passe/);
  await goOn();
  await step(/Votre pièce d'identité et votre photo/);
  await submit();
  await waitFor(() => expect(place.url).toMatch(/confirm-email-success/));
});

test('an address that has an account offers to sign in', async () => {
  fakeApi({ signUp: () => refusal('EMAIL_TAKEN', 'Autre phrase') });
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  const taken = 'Cet email est déjà associé à un compte. Veuillez vous connecter.';
  await step(/Email et mot de passe/);
  expect(await summary()).toHaveTextContent(taken);
  expect(field('Email')).toHaveAccessibleDescription(taken);
  expect(screen.getByRole('link', { name: 'Se connecter' })).toHaveAttribute('href', '/login');
});

test.each([
  [429, 'TOO_MANY', 'Veuillez attendre quelques minutes avant de réessayer.', "Limite d'envoi d'emails atteinte"],
  [500, 'FAULT', "Une erreur est survenue lors de l'inscription", "Erreur d'inscription"],
] as const)('a refusal %i is said in words of the sign-up', async (_status, code, detail, title) => {
  fakeApi({ signUp: () => refusal(code, 'Autre phrase') });
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  expect(await summary()).toHaveTextContent(`${title}${detail}`);
});

test('a sign-up without an answer sends to the mailbox, and the next press is the same one', async () => {
  let left = 3;
  const calls = fakeApi({
    signUp: () => {
      if (left-- > 0) throw new TypeError('Failed to fetch');
      return account(true)();
    },
    requestSignUpUpload,
    attachSignUpDocuments: received,
  });
  const place = renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  const said = await summary();
  expect(said).toHaveTextContent('votre compte est peut-être créé. Vérifiez votre boîte mail.');
  expect(said).not.toHaveTextContent(/échec|pas été créé/i);
  await submit();
  await waitFor(() => expect(place.url).not.toMatch(/register/));
  expect(new Set(calls.filter(({ row }) => row === 'signUp').map(({ key }) => key)).size).toBe(1);
});

test.each([
  [30, 'Veuillez attendre une minute avant de réessayer.'],
  [2_880, 'Veuillez attendre 48 minutes avant de réessayer.'],
  [40_000, 'Veuillez attendre 12 heures avant de réessayer.'],
])('a limit that lasts %i s is told as long as it lasts', async (seconds, sentence) => {
  fakeApi({ signUp: () => refusal('TOO_MANY', 'Autre phrase', { retryAfterSeconds: seconds }) });
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  expect(await summary()).toHaveTextContent(sentence);
});

test('the same submission keeps its key, a corrected one gets another', async () => {
  const calls = fakeApi({ signUp: () => refusal('FAULT', 'Panne') });
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  await submit();
  await summary();
  await submit();
  await waitFor(() => expect(calls).toHaveLength(2));
  await userEvent.click(screen.getByRole('button', { name: 'Retour' }));
  await step(/Email et mot de passe/);
  expect(screen.queryByRole('region', { name: 'Erreurs du formulaire' })).toBeNull();
  await userEvent.type(field('Email'), 'a');
  await goOn();
  await step(/Votre pièce d'identité et votre photo/);
  await submit();
  await waitFor(() => expect(calls).toHaveLength(3));
  expect(calls[1]?.key).toBe(calls[0]?.key);
  expect(calls[2]?.key).not.toBe(calls[0]?.key);
});

test('names, address and phone outlive a reload; passwords and files do not', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await fillRegistration();
  expect(sessionStorage).toHaveLength(1);
  expect(JSON.parse(sessionStorage.getItem('envoyage.registration') ?? '')).toEqual({
    lastName: 'Benali',
    firstName: 'Amina',
    email: 'Amina@Example.org',
    phone: '+33 06 12 34 56 78',
  });
});

test.each([
  ['NotAllowedError', /L'accès à la caméra est refusé/],
  ['NotFoundError', /Aucune caméra n'est disponible/],
  ['NotReadableError', /La caméra est utilisée par une autre application/],
])('without a camera (%s) the dialog says why and takes a photo of the device instead', async (name, why) => {
  const getUserMedia = () => Promise.reject(new DOMException('', name));
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }));
  renderPage(<RegisterPage />, { at: '/register' });
  await walkToDocuments();
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

test('on a phone the reason for the documents stands before they are asked for', async () => {
  renderPage(<RegisterPage />, { at: '/register' });
  await walkToDocuments();
  const why = screen.getByText("Pourquoi une pièce d'identité et une photo ?");
  const asked = field("Pièce d'identité");
  expect(why.compareDocumentPosition(asked) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});
