import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { ContactPage } from '#web/routes/site/contact-page.tsx';

const send = () => userEvent.click(screen.getByRole('button', { name: 'Envoyer le message' }));
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const open = (at = '/contact') => renderPage(<ContactPage />, { at });

async function write() {
  await userEvent.type(field(/^Nom/), 'Amina Benali');
  await userEvent.type(field(/^Email/), 'amina@example.org');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Sujet/ }), 'delivery');
  await userEvent.type(field(/^Message/), 'Mon colis tarde.');
}

test('an empty message is refused in French, field by field, and nothing is sent', async () => {
  const calls = fakeApi({});
  open();
  await send();
  for (const name of [
    'Nom : Le nom est requis',
    'Email : Email invalide',
    'Sujet : Choisissez un sujet',
    'Message : Écrivez votre message',
  ])
    expect(await screen.findByRole('link', { name })).toBeVisible();
  expect(calls).toEqual([]);
});

test('a message that arrived gets its reference, and another may follow', async () => {
  const calls = fakeApi({ contactUs: () => ({ reference: 'C-7F3A' }) });
  open('/contact?parcel=3f0c9a12');
  await write();
  await send();
  expect(await screen.findByRole('heading', { name: 'Votre message est envoyé' })).toHaveFocus();
  expect(screen.getByText('C-7F3A')).toBeVisible();
  expect(screen.getByText('amina@example.org')).toBeVisible();
  expect(calls).toMatchObject([
    {
      row: 'contactUs',
      key: expect.any(String),
      body: {
        name: 'Amina Benali',
        email: 'amina@example.org',
        topic: 'delivery',
        message: 'Mon colis tarde.',
        parcelNumber: '3f0c9a12',
      },
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Écrire un autre message' }));
  expect(field(/^Message/)).toHaveValue('');
});

test('what is typed stays when the page is left and opened again, until it has arrived', async () => {
  fakeApi({ contactUs: () => ({ reference: 'C-2' }) });
  open();
  await write();
  cleanup();
  open();
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  expect(field(/^Nom/)).toHaveValue('Amina Benali');
  expect(screen.getByRole('combobox', { name: /^Sujet/ })).toHaveValue('delivery');
  await send();
  await screen.findByText('C-2');
  cleanup();
  open();
  expect(field(/^Message/)).toHaveValue('');
});

test('what a visitor has typed stays when they sign in, and their account fills what they left empty', async () => {
  fakeApi({});
  open();
  await userEvent.type(field(/^Message/), 'Mon colis tarde.');
  cleanup();
  renderPage(<ContactPage />, { at: '/contact', me: aMe() });
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  expect(field(/^Email/)).toHaveValue(aMe().email);
});

test('a draft that cannot be read opens an empty form', () => {
  fakeApi({});
  sessionStorage.setItem('envoyage.message.contact', '{broken');
  open();
  expect(field(/^Message/)).toHaveValue('');
});

test('a number of a parcel is not needed', async () => {
  const calls = fakeApi({ contactUs: () => ({ reference: 'C-1' }) });
  open();
  await write();
  await send();
  await screen.findByText('C-1');
  expect(calls[0]?.body).not.toHaveProperty('parcelNumber');
});

test('a refusal keeps the text, and the same text sent again is the same act', async () => {
  const calls = fakeApi({ contactUs: () => refusal('TOO_MANY', 'Trop de messages. Réessayez plus tard.') });
  open();
  await write();
  await send();
  expect(await screen.findByRole('region', { name: 'Erreurs du formulaire' })).toHaveTextContent('Trop de messages');
  expect(field(/^Message/)).toHaveValue('Mon colis tarde.');
  await send();
  expect(calls).toHaveLength(2);
  expect(calls[1]?.key).toBe(calls[0]?.key);
});

test('a member finds their name and address already there', () => {
  renderPage(<ContactPage />, { at: '/contact', me: aMe() });
  expect(field(/^Nom/)).toHaveValue('Amina Benali');
  expect(field(/^Email/)).toHaveValue('amina@example.org');
});

test('whoever is blocked can still write', () => {
  renderPage(<ContactPage />, { at: '/contact', session: { status: 'member', blocked: { status: 'blocked' } } });
  expect(field(/^Message/)).toBeVisible();
});
