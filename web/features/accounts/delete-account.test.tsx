import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** The section of the settings, with its question open. */
async function openQuestion(answers: Answers = {}) {
  const asked = fakeApi(answers);
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  const me = aMe();
  renderPart(<DeleteAccount me={me} />, { me, session: { refresh } });
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer mon compte' }));
  const question = within(screen.getByRole('alertdialog', { name: 'Supprimer votre compte ?' }));
  const send = () => userEvent.click(question.getByRole('button', { name: 'Supprimer mon compte' }));
  return { asked, refresh, question, send };
}

test('the question says what goes and what stays, and wants the word and the password', async () => {
  const { asked, question, send } = await openQuestion();
  expect(
    question.getByText(/Passé le délai de rétractation de 14 jours, un abonnement en cours n'est pas remboursé/),
  ).toBeVisible();
  await send();
  expect(question.getByText('Tapez SUPPRIMER pour confirmer', { selector: '.field__error' })).toBeVisible();
  expect(question.getByText('Indiquez votre mot de passe')).toBeVisible();
  expect(question.getByLabelText(/^Tapez SUPPRIMER/)).toHaveFocus();
  expect(asked).toEqual([]);
});

test('a refusal stays in the question, and nothing typed is lost', async () => {
  const { question, send, refresh } = await openQuestion({ deleteMe: () => new Refusal('PARCEL_IN_HAND') });
  await userEvent.type(question.getByLabelText(/^Tapez SUPPRIMER/), 'SUPPRIMER');
  await userEvent.type(question.getByLabelText(/^Votre mot de passe/), 'Traversee-2026');
  await send();
  expect(await question.findByRole('alert')).toHaveTextContent('Livraison en cours');
  // On a phone the fields fill the screen, and the focus brings the reason into sight.
  expect(question.getByRole('alert').parentElement).toHaveFocus();
  expect(question.getByLabelText(/^Votre mot de passe/)).toHaveValue('Traversee-2026');
  expect(refresh).not.toHaveBeenCalled();
});

test('a wrong password is told at its field', async () => {
  const fields = { password: 'Le mot de passe est incorrect' };
  const { question, send } = await openQuestion({ deleteMe: () => new Refusal('INVALID', undefined, { fields }) });
  await userEvent.type(question.getByLabelText(/^Tapez SUPPRIMER/), 'supprimer');
  const field = question.getByLabelText(/^Votre mot de passe/);
  await userEvent.type(field, 'faux');
  const heard: boolean[] = [];
  field.addEventListener('focus', () => heard.push(question.queryByText(fields.password) !== null));
  await send();
  await waitFor(() => expect(field).toHaveFocus());
  expect(field).toHaveAccessibleDescription(fields.password);
  // The focus comes when the sentence is there to be heard and seen.
  expect(heard.at(-1)).toBe(true);
});

test.each([
  ['an administrator', { isAdmin: true }, /Demandez d'abord à l'administrateur principal/],
  ['the root administrator', { isAdmin: true, isRootAdmin: true }, /Vous êtes l'administrateur principal/],
])('%s reads why there is no deletion', (_, rights, sentence) => {
  renderPart(<DeleteAccount me={aMe(rights)} />);
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
