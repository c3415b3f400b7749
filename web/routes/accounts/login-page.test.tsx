import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import type { Session } from '#web/lib/session/session.ts';
import type { SignInCode } from '#web/lib/session/sign-in-outcome.ts';
import { LoginPage } from '#web/routes/accounts/login-page.tsx';

const refusing = (code: SignInCode, message: string): Session['signIn'] =>
  vi.fn<Session['signIn']>(async () => ({ ok: false, code, message }));

async function signIn(email: string, password: string) {
  const user = userEvent.setup();
  if (email) await user.type(screen.getByRole('textbox', { name: /^Email/ }), email);
  if (password) await user.type(screen.getByLabelText(/^Mot de passe/), password);
  await user.click(screen.getByRole('button', { name: 'Se connecter' }));
}

test('an empty sign-in lists what is wrong, and the list has the focus', async () => {
  renderPage(<LoginPage />, { at: '/login' });
  await signIn('', '');
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Email : Email invalide', 'Mot de passe : Le mot de passe doit contenir au moins 6 caractères']);
  expect(screen.getByLabelText(/^Mot de passe/)).toHaveAccessibleDescription(
    'Le mot de passe doit contenir au moins 6 caractères',
  );
});

test('what a password manager has filled in without an event is what is sent', async () => {
  const session = { signIn: refusing('wrong', 'Email ou mot de passe incorrect') };
  renderPage(<LoginPage />, { at: '/login', session });
  const fill = (field: HTMLElement, value: string) => Object.assign(field, { value });
  fill(screen.getByRole('textbox', { name: /^Email/ }), 'amina@example.org');
  fill(screen.getByLabelText(/^Mot de passe/), 'secret7');
  await userEvent.click(screen.getByRole('button', { name: 'Se connecter' }));
  await waitFor(() => expect(session.signIn).toHaveBeenCalledWith('amina@example.org', 'secret7', false));
});

test('a wrong password keeps the address, empties the password and says so in place', async () => {
  const session = { signIn: refusing('wrong', 'Email ou mot de passe incorrect') };
  renderPage(<LoginPage />, { at: '/login', session });
  await signIn('amina@example.org', 'secret7');
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(
    'Email ou mot de passe incorrect',
  );
  expect(session.signIn).toHaveBeenCalledWith('amina@example.org', 'secret7', false);
  expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue('amina@example.org');
  expect(screen.getByLabelText(/^Mot de passe/)).toHaveValue('');
  expect(screen.queryByRole('button', { name: /Renvoyer/ })).toBeNull();
});

test('an unconfirmed member asks for a new link once, then waits', async () => {
  const calls = fakeApi({ resendConfirmation: () => ({}) });
  const session = { signIn: refusing('emailNotConfirmed', "Votre adresse email n'est pas encore confirmée.") };
  renderPage(<LoginPage />, { at: '/login', session });
  await signIn('Amina@Example.org', 'secret7');
  const resend = await screen.findByRole('button', { name: "Renvoyer l'email de confirmation" });
  await userEvent.click(resend);
  expect(await screen.findByText(/Email renvoyé/)).toBeVisible();
  expect(resend).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(resend);
  expect(calls).toEqual([expect.objectContaining({ row: 'resendConfirmation', body: { email: 'amina@example.org' } })]);
});

test('a blocked member reads why they are not let in, and writes to us from there', async () => {
  const session = { signIn: refusing('blocked', 'Votre compte est bloqué. Contactez-nous pour en savoir plus.') };
  renderPage(<LoginPage />, { at: '/login', session });
  await signIn('amina@example.org', 'secret7');
  const summary = await screen.findByRole('region', { name: 'Erreurs du formulaire' });
  expect(summary).toHaveTextContent('Votre compte est bloqué. Contactez-nous pour en savoir plus.');
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact');
});

test('documents that failed at sign-up stay announced, and the address is there already', () => {
  renderPage(<LoginPage />, { at: '/login?error=documents_failed', state: { email: 'amina@example.org' } });
  expect(screen.getByText('Inscription partiellement réussie')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue('amina@example.org');
});

test.each([
  [true, /ouvrez le lien que nous avons envoyé à amina@example.org/],
  [false, /pas pu envoyer l'email de confirmation à amina@example.org/],
])('after a sign-up with the documents left for later the address comes first (mailed: %s)', (mailed, sentence) => {
  const state = { email: 'amina@example.org', mailed };
  renderPage(<LoginPage />, { at: '/login?redirect=%2Fconfirm-email-success', state });
  expect(screen.getByText('Connectez-vous pour envoyer vos documents.')).toBeVisible();
  expect(screen.getByText('amina@example.org').parentElement).toHaveTextContent(sentence);
  expect(screen.queryByText(/partiellement/)).toBeNull();
});

test.each([
  ['/login?redirect=%2Fsend-parcel', 'Connectez-vous pour publier votre colis.'],
  ['/login?redirect=%2Fmessages%2F123', 'Connectez-vous pour contacter ce membre.'],
  ['/login?redirect=%2Fcookies', 'Connectez-vous pour continuer.'],
  ['/login?redirect=%2Ffind-parcels%3Fparcel%3Dp1', 'Connectez-vous pour voir ce colis.'],
  ['/login?redirect=%2Ffind-parcels%3FfromCity%3DParis%26parcel%3Dp1', 'Connectez-vous pour voir ce colis.'],
  ['/login?redirect=%2Ffind-parcels%3Ftab%3Dtrips%26trip%3Dt1', 'Connectez-vous pour voir ce trajet.'],
  ['/login?redirect=%2Ffind-parcels%3Ftrip%3Dt1%26wish%3Dcontact', 'Connectez-vous pour contacter ce membre.'],
  ['/login?redirect=%2Ffind-parcels%3FfromCity%3DParis%26alert%3Dnew', 'Connectez-vous pour créer une alerte.'],
  ['/login?redirect=%2Ffind-parcels%3FfromCity%3DParis', 'Connectez-vous pour retrouver votre recherche.'],
  ['/login?redirect=%2Ffind-parcels', 'Connectez-vous pour continuer.'],
  ['/login?redirect=%2Fpayment-methods', 'Connectez-vous pour envoyer un justificatif.'],
  ['/login?redirect=%2Fparcel-messaging%2Fu1%3Fparcel%3Dp1', 'Connectez-vous pour contacter ce membre.'],
  ['/login?redirect=%2Ftrip-requests', 'Connectez-vous pour voir vos demandes.'],
  ['/login?redirect=%2Fnotifications%3Fopen%3Dn1', 'Connectez-vous pour voir vos notifications.'],
  ['/login?redirect=%2Falerts', 'Connectez-vous pour voir vos alertes.'],
  ['/login?redirect=%2Fdelivery-selection', 'Connectez-vous pour voir vos livraisons.'],
  ['/login?redirect=%2Fdelivery-management%3Ftab%3Dparcels', 'Connectez-vous pour voir vos livraisons.'],
  ['/login?redirect=%2Fdelivery%2Fp1', 'Connectez-vous pour suivre la livraison.'],
  ['/login?redirect=%2Fuser%2Fu1', 'Connectez-vous pour voir ce profil.'],
  ['/login?redirect=%2Fmessages', 'Connectez-vous pour lire vos messages.'],
])('%s says why', (at, reason) => {
  renderPage(<LoginPage />, { at });
  expect(screen.getByText(reason)).toBeVisible();
});

test('who has no account finds a button beside that of the sign-in, which leads on to the wanted page', () => {
  renderPage(<LoginPage />, { at: '/login?redirect=%2Ffind-parcels%3Fparcel%3Dp1' });
  expect(screen.getByRole('link', { name: 'Créer un compte gratuit' })).toHaveAttribute(
    'href',
    '/register?redirect=%2Ffind-parcels%3Fparcel%3Dp1',
  );
});

test('neither another site nor an unknown error gets a word', () => {
  renderPage(<LoginPage />, { at: '/login?redirect=https%3A%2F%2Fevil.example&error=whatever' });
  expect(screen.queryByText(/Connectez-vous pour/)).toBeNull();
  expect(screen.queryByText(/partiellement/)).toBeNull();
});
