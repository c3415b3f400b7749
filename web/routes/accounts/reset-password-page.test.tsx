import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ResetPasswordPage } from '#web/routes/accounts/reset-password-page.tsx';

const token = 'T'.repeat(43);
const at = `/reset-password#type=recovery&token=${token}`;
type LinkState = 'valid' | 'invalid' | 'expired';
const link = (state: LinkState) => () => ({ state });

async function choose(password: string, again: string) {
  const first = await screen.findByLabelText(/^Nouveau mot de passe/);
  if (password) await userEvent.type(first, password);
  if (again) await userEvent.type(screen.getByLabelText(/^Confirmer le mot de passe/), again);
  await userEvent.click(screen.getByRole('button', { name: 'Enregistrer le mot de passe' }));
}

test.each(['/reset-password', `/reset-password#type=signup&token=${token}`])('%s is no recovery link', (other) => {
  const calls = fakeApi({});
  renderPage(<ResetPasswordPage />, { at: other });
  expect(screen.getByText(/^Session invalide ou expirée/)).toBeVisible();
  expect(calls).toEqual([]);
});

test.each<[LinkState, string, RegExp]>([
  ['invalid', 'Lien invalide', /^Lien de réinitialisation invalide ou expiré/],
  ['expired', 'Lien expiré', /^Le lien de réinitialisation a expiré/],
])('an %s link offers a new one', async (state, title, text) => {
  fakeApi({ checkResetToken: link(state) });
  const place = renderPage(<ResetPasswordPage />, { at });
  expect(screen.getByText('Vérification du lien…')).toBeVisible();
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Recevoir un nouveau lien' })).toHaveAttribute('href', '/forgot-password');
  expect(place.url).toBe('/reset-password');
});

test('the secret leaves the address bar and is not kept in the history', async () => {
  const calls = fakeApi({ checkResetToken: link('valid') });
  const place = renderPage(<ResetPasswordPage />, { at });
  await screen.findByLabelText(/^Nouveau mot de passe/);
  expect(place).toMatchObject({ url: '/reset-password', state: null });
  expect(calls).toEqual([expect.objectContaining({ row: 'checkResetToken', body: { token } })]);
});

test('a reload keeps the form while the link works, and nothing of it once it was used', async () => {
  fakeApi({ checkResetToken: link('valid'), resetPassword: () => undefined });
  renderPage(<ResetPasswordPage />, { at });
  await screen.findByLabelText(/^Nouveau mot de passe/);
  cleanup();
  renderPage(<ResetPasswordPage />, { at: '/reset-password' });
  await choose('Abcdefg7', 'Abcdefg7');
  await waitFor(() => expect(screen.queryByLabelText(/^Nouveau mot de passe/)).toBeNull());
  expect(sessionStorage).toHaveLength(0);
});

test('the list of rules is ticked while typing', async () => {
  fakeApi({ checkResetToken: link('valid') });
  renderPage(<ResetPasswordPage />, { at });
  await userEvent.type(await screen.findByLabelText(/^Nouveau mot de passe/), 'Abc4');
  const rules = within(screen.getByRole('list', { name: 'Votre mot de passe doit contenir' })).getAllByRole('listitem');
  expect(rules.map((rule) => rule.textContent)).toEqual([
    '8 caractères : à compléter',
    'une majuscule : rempli',
    'une minuscule : rempli',
    'un chiffre : rempli',
  ]);
});

test('two different passwords are not sent', async () => {
  const calls = fakeApi({ checkResetToken: link('valid') });
  renderPage(<ResetPasswordPage />, { at });
  await choose('Abcdefg7', 'Abcdefg8');
  expect(await screen.findByRole('link', { name: /: Les mots de passe ne correspondent pas$/ })).toBeVisible();
  expect(calls.map(({ row }) => row)).toEqual(['checkResetToken']);
});

test('a new password is confirmed, then the sign-in page follows after 2 seconds', async () => {
  const calls = fakeApi({ checkResetToken: link('valid'), resetPassword: () => undefined });
  const place = renderPage(<ResetPasswordPage />, { at });
  await choose('Abcdefg7', 'Abcdefg7');
  expect(await screen.findByRole('heading', { name: 'Mot de passe modifié' })).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Aller à la connexion' })).toHaveAttribute('href', '/login');
  expect(calls.at(-1)?.body).toEqual({ token, password: 'Abcdefg7' });
  await waitFor(() => expect(place.url).toBe('/login'), { timeout: 4_000 });
});

test('a link that expires meanwhile ends on the expired screen', async () => {
  fakeApi({ checkResetToken: link('valid'), resetPassword: () => refusal('EXPIRED_LINK', 'Ce lien a expiré.') });
  renderPage(<ResetPasswordPage />, { at });
  await choose('Abcdefg7', 'Abcdefg7');
  expect(await screen.findByRole('heading', { name: 'Lien expiré' })).toBeVisible();
});

test('a password that is easy to guess is refused beside its field', async () => {
  const common = 'Ce mot de passe est trop courant. Choisissez-en un autre.';
  fakeApi({
    checkResetToken: link('valid'),
    resetPassword: () => refusal('INVALID', 'Saisie', { fields: { password: common } }),
  });
  renderPage(<ResetPasswordPage />, { at });
  await choose('Password1', 'Password1');
  await waitFor(() => expect(screen.getByLabelText(/^Nouveau mot de passe/)).toHaveAccessibleDescription(common));
});

test('a fault keeps the form and says so', async () => {
  fakeApi({ checkResetToken: link('valid'), resetPassword: () => refusal('FAULT', 'Autre phrase') });
  renderPage(<ResetPasswordPage />, { at });
  await choose('Abcdefg7', 'Abcdefg7');
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(
    'Une erreur est survenue lors de la mise à jour du mot de passe',
  );
});
