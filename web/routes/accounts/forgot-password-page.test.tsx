import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ForgotPasswordPage } from '#web/routes/accounts/forgot-password-page.tsx';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer le lien' }));

test('without an address nothing is asked, and the summary says so under the title of product 1.5', async () => {
  const calls = fakeApi({});
  renderPage(<ForgotPasswordPage />, { at: '/forgot-password' });
  await send();
  expect(await screen.findByRole('link', { name: 'Email : Veuillez fournir une adresse email' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(/^Erreur/);
  expect(screen.getByLabelText('Notifications')).toHaveTextContent(/^$/);
  expect(calls).toEqual([]);
});

test('the answer tells nothing about the account, masks the address and names the 24 hours', async () => {
  fakeApi({ forgotPassword: () => ({}) });
  renderPage(<ForgotPasswordPage />, { at: '/forgot-password', state: { email: 'amina@example.org' } });
  await send();
  expect(await screen.findByRole('heading', { name: 'Vérifiez vos emails' })).toHaveFocus();
  expect(screen.getByText('a•••@example.org')).toBeVisible();
  expect(screen.getByText(/expire dans 24 heures/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Renvoyer le lien' })).toHaveAttribute('aria-disabled', 'true');

  await userEvent.click(screen.getByRole('button', { name: 'Essayer une autre adresse' }));
  expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue('');
});

test.each([
  [429, 'TOO_MANY', 'Trop de tentatives. Veuillez attendre quelques minutes.'],
  [500, 'FAULT', "Impossible d'envoyer l'email de réinitialisation"],
] as const)('a refusal %i is said in French and keeps the address', async (_status, code, sentence) => {
  fakeApi({ forgotPassword: () => refusal(code, 'Autre phrase') });
  renderPage(<ForgotPasswordPage />, { at: '/forgot-password', state: { email: 'amina@example.org' } });
  await send();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent(sentence);
  expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue('amina@example.org');
});
