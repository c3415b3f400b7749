import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { karim } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ProfilePage } from '#web/routes/accounts/profile-page.tsx';

const refused = { ...karim, mailRefused: { since: '2026-11-20T10:00:00.000Z', why: 'complaint' } } as const;
const settings = '/profile?tab=settings';
const secret = 's'.repeat(43);

const visit = async (
  answers: Answers,
  { at = settings, me = refused as typeof karim, refresh = async () => {} } = {},
) => {
  const asked = fakeApi({ myExport: () => ({ state: 'none' }), ...answers });
  renderPage(<ProfilePage />, { at, me, session: { refresh } });
  // The settings load when their tab is opened.
  await screen.findAllByRole('switch');
  return asked;
};
const card = () => within(screen.getByRole('region', { name: 'Corriger mon adresse email' }));
const newAddress = () => card().getByLabelText(/^Nouvelle adresse email/);
const send = async (email: string) => {
  await userEvent.type(newAddress(), email);
  await userEvent.type(card().getByLabelText(/^Votre mot de passe/), 'Traversee-2026');
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer le lien de confirmation' }));
};

test('another address gets a link, and the page says where it went', async () => {
  const asked = await visit({ correctEmail: () => undefined });
  expect(card().getByText(/l'un d'eux y a été signalé comme indésirable/)).toBeVisible();
  await send('karim.h@example.org');
  expect(await screen.findByText('Vérifiez votre nouvelle messagerie')).toBeVisible();
  expect(screen.getByText('karim.h@example.org')).toBeVisible();
  expect(asked.find(({ row }) => row === 'correctEmail')).toMatchObject({
    body: { email: 'karim.h@example.org', password: 'Traversee-2026' },
    key: expect.any(String),
  });
});

test('a wrong password is said at its field, and the address stays typed', async () => {
  const fields = { password: 'Le mot de passe est incorrect' };
  await visit({ correctEmail: () => new Refusal('INVALID', undefined, { fields }) });
  await send('karim.h@example.org');
  expect(await screen.findAllByText('Le mot de passe est incorrect')).not.toHaveLength(0);
  expect(newAddress()).toHaveValue('karim.h@example.org');
});

test('an address of another account is refused in the form', async () => {
  const detail = "Cette adresse est déjà celle d'un autre compte.";
  await visit({ correctEmail: () => new Refusal('EMAIL_TAKEN', { title: 'Adresse non modifiée', detail }) });
  await send('amel@example.org');
  expect(await screen.findByText(detail)).toBeVisible();
});

test('while mails arrive nothing of it is shown', async () => {
  await visit({}, { me: karim });
  expect(screen.queryByText('Corriger mon adresse email')).toBeNull();
});

test('the link of the mail takes the address with one press', async () => {
  let isRead = false;
  const refresh = async () => {
    isRead = true;
  };
  const asked = await visit(
    { confirmCorrectedEmail: () => undefined },
    { at: `${settings}&address=${secret}`, refresh },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Utiliser cette adresse' }));
  expect(await screen.findByText('Adresse modifiée')).toBeVisible();
  expect(asked.find(({ row }) => row === 'confirmCorrectedEmail')).toMatchObject({ body: { token: secret } });
  expect(isRead).toBe(true);
});

test('a link that has expired says so', async () => {
  await visit({ confirmCorrectedEmail: () => new Refusal('EXPIRED_LINK') }, { at: `${settings}&address=${secret}` });
  await userEvent.click(screen.getByRole('button', { name: 'Utiliser cette adresse' }));
  expect(await screen.findByText('Ce lien a expiré. Demandez-en un nouveau.')).toBeVisible();
});
