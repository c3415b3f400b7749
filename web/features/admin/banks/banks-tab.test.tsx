import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { AdminBank } from '#shared/admin/banks.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { BanksTab } from '#web/features/admin/banks/banks-tab.tsx';

const id = '11111111-1111-4111-8111-111111111111';
const bank: AdminBank = {
  id,
  bankName: 'Banque de la rive',
  iban: 'FR7630006000011234567890189',
  accountHolder: 'La Rive',
  notes: 'Clôture en mars',
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
};
const rootAdmin = aMe({ isAdmin: true, isRootAdmin: true });

function open(answers: Answers = {}, me = rootAdmin) {
  let items = [bank];
  const calls = fakeApi({
    adminBanks: () => ({ items }),
    createBank: ({ body }) => {
      const added: AdminBank = { ...bank, ...body, notes: body.notes || undefined, id: `${id.slice(0, -1)}2` };
      items = [added, ...items];
      return added;
    },
    deleteBank: () => {
      items = [];
      return undefined;
    },
    ...answers,
  });
  renderPart(<BanksTab />, { me });
  return calls;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const fill = (label: RegExp, text: string) => userEvent.type(screen.getByRole('textbox', { name: label }), text);

test('the root administrator adds an account, and the list shows it first', async () => {
  const calls = open();
  await press('Ajouter une banque');
  await fill(/^Nom de la banque/, 'Poste');
  await fill(/^Titulaire/, 'Le Quai');
  await fill(/^IBAN/, '007 99999 0001234567 89');
  await press('Ajouter la banque');
  expect(await screen.findByText('Banque ajoutée')).toBeVisible();
  const cards = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(cards).toEqual(['Poste', 'Banque de la rive']);
  expect(calls.find(({ row }) => row === 'createBank')).toMatchObject({
    body: { bankName: 'Poste', accountHolder: 'Le Quai', iban: '00799999000123456789' },
    key: expect.any(String),
  });
});

test('a form that is being sent does not close, so that a failure finds what was typed', async () => {
  const { promise, resolve } = Promise.withResolvers<Refusal>();
  open({ createBank: () => promise });
  await press('Ajouter une banque');
  await fill(/^Nom de la banque/, 'Poste');
  await fill(/^Titulaire/, 'Le Quai');
  await fill(/^IBAN/, '007 99999 0001234567 89');
  await press('Ajouter la banque');
  await press('Annuler');
  await press('Fermer');
  resolve(refusal('LIMIT', 'Réessayez plus tard.'));
  expect(await screen.findByText('Réessayez plus tard.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Nom de la banque/ })).toHaveValue('Poste');
});

test('a wrong IBAN is told at its field, nothing is sent and what was typed stays', async () => {
  const calls = open();
  await press('Ajouter une banque');
  await fill(/^IBAN/, 'FR7630006000011234567890188');
  await press('Ajouter la banque');
  expect(screen.getAllByText(/Numéro de compte incorrect/)[0]).toBeVisible();
  expect(screen.getAllByText(/Le titulaire est requis/)[0]).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^IBAN/ })).toHaveValue('FR7630006000011234567890188');
  expect(calls.map(({ row }) => row)).toEqual(['adminBanks']);
});

test('an account that changed meanwhile is told in the form, and the next try is about its new version', async () => {
  const versions: (number | undefined)[] = [];
  open({
    updateBank: ({ version, body }) => {
      versions.push(version);
      if (version === 3) return new Refusal('STALE', undefined, { current: { ...bank, version: 4 } });
      return { ...bank, ...body, version: 5 };
    },
  });
  await press('Modifier : Banque de la rive');
  await fill(/^Titulaire/, ' et Fils');
  await press('Enregistrer');
  expect(await screen.findByText(/Le contenu a changé entre-temps/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Titulaire/ })).toHaveValue('La Rive et Fils');
  await press('Enregistrer');
  expect(await screen.findByText('Banque modifiée')).toBeVisible();
  expect(versions).toEqual([3, 4]);
});

test('the root administrator deletes an account after a question, and reads when there is none left', async () => {
  const calls = open();
  await press('Supprimer : Banque de la rive');
  const question = within(screen.getByRole('alertdialog', { name: 'Supprimer cette banque ?' }));
  await userEvent.click(question.getByRole('button', { name: 'Supprimer la banque' }));
  expect(await screen.findByText('Aucune banque enregistrée')).toBeVisible();
  expect(screen.getByText('Banque supprimée')).toBeVisible();
  expect(calls.find(({ row }) => row === 'deleteBank')).toMatchObject({ params: { bankId: id }, version: 3 });
});

test('a deletion that fails says why in its question', async () => {
  open({ deleteBank: () => refusal('STALE', 'Elle vient de changer.') });
  await press('Supprimer : Banque de la rive');
  await press('Supprimer la banque');
  expect(await screen.findByText('Erreur lors de la suppression: Elle vient de changer.')).toBeVisible();
});

test('another administrator reads the accounts and their notes, and is offered no change', async () => {
  open({}, aMe({ isAdmin: true }));
  expect(await screen.findByText('Clôture en mars')).toBeVisible();
  expect(screen.getByText(/Seul l'administrateur principal/)).toBeVisible();
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons.every((label) => label?.startsWith('Copier'))).toBe(true);
});

test('accounts that do not load say so', async () => {
  open({ adminBanks: () => new Refusal('ADMIN_REQUIRED') });
  expect(await screen.findByText('Impossible de charger les données')).toBeVisible();
  expect(screen.queryByText('Aucune banque enregistrée')).toBeNull();
});
