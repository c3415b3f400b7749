import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { maxFileBytes } from '#shared/values/files.ts';
import { aPng } from '../support/images.ts';
import { choose, enter, press, valueOf } from './actions.ts';
import { foreignAddresses } from './foreign-addresses.ts';
import { anAddress, type RenderedApp, read, renderApp } from './render-app.tsx';
import { type Server, startServer } from './server.ts';

const held = vi.hoisted((): { server?: Server } => ({}));
vi.mock('#web/lib/session/cognito.ts', () => ({ accessToken: async () => held.server?.token() }));

let app: RenderedApp;
beforeAll(async () => {
  held.server = await startServer();
});
beforeEach(() => {
  if (held.server) app = renderApp(held.server);
});

/** A member on a page; `stored` reads what the table holds of them. */
async function member(address: string, facts: Partial<ProfileRecord> = {}) {
  const profile = await app.server.member(facts);
  app.signIn(profile);
  await app.open(address);
  return { profile, stored: () => profileRepository(app.server.table).read(profile.id) };
}

const page = '<!doctype html><script>alert(1)</script>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const wrongContent = 'Le contenu du fichier ne correspond pas à son format.';

test.each<[what: string, type: string, content: BlobPart, sentence: string]>([
  ['a drawing', 'image/svg+xml', drawing, 'Type de fichier non supporté'],
  ['a page', 'text/html', page, 'Type de fichier non supporté'],
  ['nothing', 'image/png', '', 'Ce fichier est vide.'],
  ['5 MB and a byte', 'image/gif', new Uint8Array(maxFileBytes + 1), 'Fichier trop volumineux'],
  ['a drawing that calls itself a photo', 'image/jpeg', drawing, wrongContent],
  ['a page that calls itself a PNG', 'image/png', page, wrongContent],
  [
    '42 megapixels',
    'image/png',
    Buffer.from(aPng({ width: 7000, height: 6000, pixels: false })),
    "L'image est trop grande : 40 mégapixels au maximum.",
  ],
  ['half a picture', 'image/png', Buffer.from(aPng()).subarray(0, 60), '« photo » ne peut pas être lu'],
])('%s as avatar is refused with a sentence, and the old picture stays', async (_, type, content, sentence) => {
  const { profile, stored } = await member('/profile', { avatarKey: 'media/avant' });
  await press('Modifier ma photo de profil');
  await choose('Changer ma photo de profil', new File([content], 'photo', { type }));
  expect((await read(sentence))[0]).toBeVisible();
  await waitFor(() => expect(document.querySelector('.own-avatar img')).toHaveAttribute('src', '/media/avant'));
  expect(await stored()).toEqual(profile);
});

const tooLong = 'Ce texte est trop long (60 caractères au maximum)';

test.each(['x'.repeat(200), 'ي'.repeat(200), '👩‍🚀'.repeat(200)])(
  'a name of 200 characters is refused beside its field, stays there and changes nothing: %.3s',
  async (name) => {
    const { profile, stored } = await member('/profile');
    await press('Modifier le profil');
    await enter('Prénom', name);
    await press('Enregistrer');
    expect((await read(tooLong))[0]).toBeVisible();
    expect(await valueOf('Prénom')).toBe(name);
    expect(await stored()).toEqual(profile);
  },
);

test('names of 200 characters create no account and no mail', async () => {
  await app.open('/register');
  await enter('Nom \\*', 'x'.repeat(200));
  await press('Continuer');
  expect((await read(tooLong))[0]).toBeVisible();
  expect(await valueOf('Nom \\*')).toBe('x'.repeat(200));
});

test.each(['Léa-Ñandú', 'ليلى بن علي', 'J. Émile', "O'Brien"])(
  'the name %s is kept and shown exactly',
  async (name) => {
    const { stored } = await member('/profile', { status: 'pending' });
    await press('Modifier le profil');
    await enter('Prénom', name);
    await enter('Nom \\*', name);
    await press('Enregistrer');
    expect(await screen.findByRole('heading', { level: 1, name: `${name} ${name}` })).toBeVisible();
    expect(await stored()).toMatchObject({ firstName: name, lastName: name });
  },
);

test.each([
  ['🚚 Léa', 'Utilisez des lettres'],
  ['Léa 2', 'Utilisez des lettres'],
  ['<b>Léa</b>', 'Utilisez des lettres'],
  ['www.evil.com', 'Laissez un espace après le point'],
  ['E n v o y a g e', 'Ce nom est réservé'],
])('the name %j is refused at its field, stays in it and changes nothing', async (name, sentence) => {
  const { profile, stored } = await member('/profile');
  await press('Modifier le profil');
  await enter('Prénom', name);
  await press('Enregistrer');
  expect((await read(sentence))[0]).toBeVisible();
  expect(await valueOf('Prénom')).toBe(name);
  expect(await stored()).toEqual(profile);
});

const words = 'Très bien 👍🏽 شكرا جزيلا\nà bientôt « <b>1</b> »';

test('emoji and Arabic in a review are kept and shown exactly', async () => {
  const other = await app.server.member({ firstName: 'Amel' });
  const { profile } = await member(`/user/${other.id}?tab=reviews`);
  await press('Laisser un avis');
  await enter('Votre commentaire', words);
  await press("Publier l'avis");
  const shown = await waitFor(() => {
    const text = document.querySelector('.review .member-text');
    if (!text) throw new Error('No review yet');
    return text;
  });
  expect(shown.textContent).toBe(words);
  expect(shown).toHaveAttribute('dir', 'auto');
  const review = await app.server.table.get(keys.review(other.id, profile.id));
  expect(review?.['record']).toMatchObject({ comment: words });
});

test('emoji and Arabic in a message to us arrive exactly', async () => {
  const email = anAddress();
  await app.open('/contact');
  await enter('Nom \\*', 'ليلى 🌙');
  await enter('Email', email);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /Sujet/ }), 'other');
  await enter('Message', words);
  await press('Envoyer le message');
  expect((await read('CT-'))[0]).toBeVisible();
  const letters = (await app.server.letters()).filter(({ data }) => data['email'] === email);
  expect(letters).toMatchObject([{ data: { name: 'ليلى 🌙', message: words } }]);
});

test.each(['06 12 34 56 7O', 'zéro six douze', '+33 6 12 34 56 78 poste 9', '٠٦١٢٣٤٥٦٧'])(
  'the telephone %s is refused, stays in its field and changes nothing',
  async (phone) => {
    const { profile, stored } = await member('/profile');
    await press('Modifier le profil');
    await enter('Téléphone', phone);
    await press('Enregistrer');
    expect((await read('Numéro de téléphone invalide'))[0]).toBeVisible();
    expect(await valueOf('Téléphone')).toBe(phone);
    expect(await stored()).toEqual(profile);
  },
);

test('the list of foreign addresses is long enough', () => {
  expect(new Set(foreignAddresses).size).toBeGreaterThanOrEqual(40);
});

test.each(foreignAddresses)('a sign-in with redirect=%j stays on this site', async (address) => {
  const at = `/login?redirect=${encodeURIComponent(address)}`;
  const left = vi.spyOn(history, 'pushState');
  await member(at);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(location.origin).toBe('http://localhost:3000');
  for (const [, , target] of left.mock.calls) expect(String(target)).not.toContain('evil');
});
