import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Me } from '#shared/accounts/me.ts';
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

const visit = (myExport: () => Archive, at = settings, me: Me = karim) => {
  const asked = fakeApi({ myExport, exportMyData: () => preparing });
  renderPage(<ProfilePage />, { at, me });
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

const refusedSince = { why: 'bounce', since: '2026-11-03T10:00:00.000Z' } as const;

test.each([
  ['before it is asked', { state: 'none' }],
  ['while it is prepared', preparing],
] as const)('who gets no mails of ours is told so %s, and no mail is promised', async (_when, archive) => {
  visit(() => archive, settings, { ...karim, mailRefused: refusedSince });
  expect(await screen.findByText('Le lien de votre archive ne vous parviendrait pas')).toBeVisible();
  expect(
    screen.getByText(
      `Nos emails n'arrivent plus à ${karim.email} : sa messagerie les renvoie. Corrigez d'abord votre adresse, plus haut dans cette page.`,
    ),
  ).toBeVisible();
  expect(screen.queryByText(/Vous recevrez un email/)).toBeNull();
});

test('who has the files is not told about mails', async () => {
  visit(() => ({ ...ready, until: '2026-11-20T11:00:00.000Z', parts: [part(1)] }), byMail, {
    ...karim,
    mailRefused: refusedSince,
  });
  await screen.findByRole('link', { name: /^Télécharger mes données/ });
  expect(screen.queryByText('Le lien de votre archive ne vous parviendrait pas')).toBeNull();
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
  expect(screen.getByText(/Elle est en 2 fichiers ZIP/).closest('p')).toHaveTextContent(
    "valable jusqu'au 20 nov. 2026",
  );
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
