import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Archive } from '#shared/exports/contract.ts';
import { karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ProfilePage } from '#web/routes/accounts/profile-page.tsx';

const preparing: Archive = { state: 'preparing', requestedAt: '2026-11-20T10:00:00.000Z' };
const ready: Archive = { state: 'ready', requestedAt: '2026-11-20T10:00:00.000Z' };
const part = (number: number) => ({
  name: `donnees-${number}.zip`,
  bytes: 12_345_678,
  url: `https://files.invalid/${number}`,
});
const settings = '/profile?tab=settings';
const byMail = `${settings}&archive=secret`;

const visit = (myExport: () => Archive, at = settings) => {
  const asked = fakeApi({ myExport, exportMyData: () => preparing });
  renderPage(<ProfilePage />, { at, me: karim });
  return asked;
};

test('asking for an archive says that it is prepared and where the mail goes', async () => {
  let state: Archive = { state: 'none' };
  const asked = visit(() => state);
  const ask = await screen.findByRole('button', { name: 'Demander mes données' });
  state = preparing;
  await userEvent.click(ask);
  expect(await screen.findByText('Votre archive est en préparation')).toBeVisible();
  expect(screen.getByText(karim.email)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Demander/ })).toBeNull();
  expect(asked.filter(({ row }) => row === 'exportMyData')).toMatchObject([{ key: expect.any(String) }]);
});

test('who comes without the link of the mail is told where it is, and gets no file', async () => {
  visit(() => ready);
  expect(await screen.findByText('Votre archive est prête')).toBeVisible();
  expect(screen.getByText(/Le lien pour la télécharger est dans l'email/)).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Télécharger/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Demander une nouvelle archive' })).toBeVisible();
});

test('the link of the mail sends its secret and gives each part with its size', async () => {
  const asked = visit(() => ({ ...ready, until: '2026-11-20T11:00:00.000Z', parts: [part(1), part(2)] }), byMail);
  const second = await screen.findByRole('link', { name: 'Télécharger la partie 2 (12,3 Mo)' });
  expect(second).toHaveAttribute('href', 'https://files.invalid/2');
  expect(screen.getByText(/Elle est en 2 fichiers ZIP/)).toHaveTextContent("valable jusqu'au 20 nov. 2026");
  expect(asked.filter(({ row }) => row === 'myExport')).toMatchObject([{ query: { archive: 'secret' } }]);
});

test.each([
  ['has run out', { ...ready, until: '2026-11-20T11:00:00.000Z' }],
  ['is of an archive that was erased', { state: 'none' }],
] as const)('a link that %s says so, and another archive can be asked for', async (_how, archive) => {
  visit(() => archive, byMail);
  expect(await screen.findByText('Ce lien a expiré')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Demander/ })).toBeVisible();
});

test('an archive that failed and one too many are said in words', async () => {
  fakeApi({
    myExport: () => ({ state: 'failed' }),
    exportMyData: () => refusal('LIMIT', 'Vous pouvez demander deux archives par jour.'),
  });
  renderPage(<ProfilePage />, { at: settings, me: karim });
  expect(await screen.findByText("Votre archive n'a pas pu être préparée")).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Demander une nouvelle archive' }));
  expect(await screen.findByText('Vous pouvez demander deux archives par jour.')).toBeVisible();
});

test('a state that does not load can be asked for again', async () => {
  let fails = true;
  visit(() => {
    if (fails) throw new Error('offline');
    return { state: 'none' };
  });
  const retry = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 10_000 });
  expect(screen.getByText("Impossible de charger l'état de votre archive.")).toBeVisible();
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('button', { name: 'Demander mes données' })).toBeVisible();
});
