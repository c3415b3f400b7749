import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { Refusal } from '#shared/refusal.ts';
import { aMe, anUpload } from '#test/support/factories.ts';
import { type Answers, fakeApi, refusal } from '#test/support/fake-api.ts';
import { fakeStorage } from '#test/support/fake-storage.ts';
import { aGif } from '#test/support/images.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { AdvertisementsTab } from '#web/features/admin/advertisements/advertisements-tab.tsx';

// Vitest's name for the document's own jsdom.
declare const jsdom: { reconfigure(settings: { url: string }): void };

const idOf = (number: number) => `11111111-1111-4111-8111-11111111111${number}`;
const anAdvertisement = (number: number, facts: Partial<AdminAdvertisement> = {}): AdminAdvertisement => ({
  id: idOf(number),
  title: `Annonce ${number}`,
  position: 'home',
  priority: 0,
  isActive: true,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 3,
  ...facts,
});

/** The tab over a list; what members see follows from it. */
function open(items: readonly AdminAdvertisement[], answers: Answers = {}) {
  const calls = fakeApi({
    adminAdvertisements: () => ({ items: [...items] }),
    advertisements: ({ query }) => ({
      items: items
        .filter(({ isActive, position }) => isActive && position === query['position'])
        .toSorted((a, b) => b.priority - a.priority),
    }),
    ...answers,
  });
  renderPart(<AdvertisementsTab />, { me: aMe({ isAdmin: true }) });
  return calls;
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: RegExp) => screen.getByRole('textbox', { name });
const rowOf = async (title: string) =>
  within((await screen.findByRole('rowheader', { name: title })).closest('tr') ?? document.body);

beforeEach(() => readPictures());

test('a row says position, priority, state and day, and whether members see it', async () => {
  open([
    ...[1, 2, 3].map((number) => anAdvertisement(number, { priority: number })),
    anAdvertisement(4),
    anAdvertisement(5, { isActive: false, position: 'footer' }),
  ]);
  const best = await rowOf('Annonce 3');
  expect(await best.findByText('Affichée')).toBeVisible();
  expect(best.getByText('Active')).toBeVisible();
  expect(best.getByText('20 nov. 2026')).toBeVisible();
  expect((await rowOf('Annonce 4')).getByText(/Pas affichée : d'autres passent avant/)).toBeVisible();
  const off = await rowOf('Annonce 5');
  expect(off.getByText('Inactive')).toBeVisible();
  expect(off.getByText('Bas des pages')).toBeVisible();
  expect(off.queryByText(/ffichée/)).toBeNull();
  expect(
    screen.getByText(/Accueil : 3 · À côté de la recherche : 2 · Haut des pages : 1 · Bas des pages : 3/),
  ).toBeVisible();
});

test('the state that was asked for is sent, and the row shows the answer', async () => {
  const one = anAdvertisement(1);
  const calls = open([one], { setAdvertisementActive: ({ body }) => ({ ...one, ...body, version: 4 }) });
  await press('Désactiver : Annonce 1');
  expect(await screen.findByText('Statut mis à jour avec succès')).toBeVisible();
  expect(screen.getByText('Inactive')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Activer : Annonce 1' })).toBeVisible();
  expect(calls.find(({ row }) => row === 'setAdvertisementActive')).toMatchObject({
    body: { isActive: false },
    version: 3,
  });
});

test('a state that could not be changed says why', async () => {
  open([anAdvertisement(1)], { setAdvertisementActive: () => refusal('STALE', 'Elle a changé.') });
  await press('Désactiver : Annonce 1');
  expect(await screen.findByText('Erreur lors de la mise à jour du statut')).toBeVisible();
  expect(screen.getByText('Elle a changé.')).toBeVisible();
  expect(screen.getByText('Active')).toBeVisible();
});

test('a new one is stored with its picture once that is checked, and is first in the list', async () => {
  const files = fakeStorage();
  let isScanned = false;
  const calls = open([anAdvertisement(1)], {
    requestAdvertisementUpload: () => anUpload(),
    createAdvertisement: ({ body }) => {
      if (!isScanned) {
        isScanned = true;
        return { state: 'scanning' };
      }
      return anAdvertisement(2, { title: body.title });
    },
  });
  await press('Nouvelle publicité');
  await userEvent.type(field(/^Titre/), 'Cartons');
  await userEvent.type(field(/^Lien/), 'https://example.org/cartons');
  await userEvent.clear(field(/^Priorité/));
  await userEvent.upload(
    screen.getByLabelText(/^Image/),
    new File([new Uint8Array(aGif())], 'annonce.gif', { type: 'image/gif' }),
  );
  await screen.findByText('annonce.gif');
  const preview = within(screen.getByRole('region', { name: 'Aperçu' }));
  expect(preview.getByRole('link', { name: /^Cartons/ })).toHaveAttribute('href', 'https://example.org/cartons');
  await press('Créer la publicité');
  expect(await screen.findByText('Publicité créée avec succès', undefined, { timeout: 5000 })).toBeVisible();
  expect(files).toHaveLength(1);
  const [first, second] = calls.filter(({ row }) => row === 'createAdvertisement');
  expect(first).toMatchObject({
    body: {
      title: 'Cartons',
      linkUrl: 'https://example.org/cartons',
      position: 'home',
      priority: 0,
      isActive: true,
      uploadId: anUpload().uploadId,
    },
  });
  expect(second?.key).toBe(first?.key);
  expect(screen.getAllByRole('rowheader').map((one) => one.textContent)).toEqual(['Cartons', 'Annonce 1']);
});

test.each([
  ['javascript:alert(1)', 'Adresse incorrecte'],
  ['http://example.org', 'Adresse incorrecte'],
  ['//example.org', 'Adresse incorrecte'],
  ['https://a:b@example.org', 'Adresse incorrecte'],
])('the link %s is refused at its field, leads nowhere in the preview and is not sent', async (link, sentence) => {
  const calls = open([]);
  await press('Nouvelle publicité');
  await userEvent.type(field(/^Lien/), link);
  expect(screen.queryByRole('link')).toBeNull();
  await press('Créer la publicité');
  expect((await screen.findAllByText(new RegExp(sentence)))[0]).toBeVisible();
  expect(screen.getAllByText(/Le titre est requis/)[0]).toBeVisible();
  expect(field(/^Lien/)).toHaveValue(link);
  expect(calls.some(({ row }) => row === 'createAdvertisement')).toBe(false);
});

test.each([
  ['haute', '0'],
  ['', '0'],
  ['2,5', '2'],
  ['١٢', '12'],
  ['-1', '-1'],
  ['1000', '1000'],
  ['- 12 000', '-12000'],
])('the priority %j is %s', async (priority, number) => {
  open([]);
  await press('Nouvelle publicité');
  await userEvent.clear(field(/^Priorité/));
  if (priority) await userEvent.type(field(/^Priorité/), priority);
  await userEvent.tab();
  expect(field(/^Priorité/)).toHaveValue(number);
});

test('an edit that comes too late keeps what was typed, and the next try is about the current version', async () => {
  const one = anAdvertisement(1, { imageUrl: '/media/a' });
  const versions: (number | undefined)[] = [];
  const bodies: unknown[] = [];
  open([one], {
    updateAdvertisement: ({ version, body }) => {
      versions.push(version);
      bodies.push(body);
      if (version === 3) return new Refusal('STALE', undefined, { current: { ...one, version: 7 } });
      return { ...one, title: body.title, version: 8 };
    },
  });
  await press('Modifier : Annonce 1');
  expect(screen.getByRole('dialog', { name: 'Modifier la publicité' })).toBeVisible();
  await userEvent.type(field(/^Titre/), ' bis');
  await press("Retirer l'image");
  await press('Enregistrer');
  expect(await screen.findByText('Erreur lors de la sauvegarde')).toBeVisible();
  expect(field(/^Titre/)).toHaveValue('Annonce 1 bis');
  await press('Enregistrer');
  expect(await screen.findByText('Publicité mise à jour avec succès')).toBeVisible();
  expect(versions).toEqual([3, 7]);
  expect(bodies[1]).toMatchObject({ title: 'Annonce 1 bis', keepsPicture: false });
});

test('a text without picture that leads to this site is announced as not shown, with a picture it is', async () => {
  open([]);
  const { href } = location;
  jsdom.reconfigure({ url: 'https://envoyage.example/admin' });
  onTestFinished(() => jsdom.reconfigure({ url: href }));
  await press('Nouvelle publicité');
  await userEvent.type(field(/^Lien/), 'https://envoyage.example/faq');
  expect(screen.getByText(/elle ne sera pas affichée/)).toBeVisible();
  await userEvent.upload(
    screen.getByLabelText(/^Image/),
    new File([new Uint8Array(aGif())], 'annonce.gif', { type: 'image/gif' }),
  );
  await screen.findByText('annonce.gif');
  await waitFor(() => expect(screen.queryByText(/elle ne sera pas affichée/)).toBeNull());
});

test('one is deleted after a question', async () => {
  const calls = open([anAdvertisement(1)], { deleteAdvertisement: () => undefined });
  await press('Supprimer : Annonce 1');
  const question = within(
    screen.getByRole('alertdialog', { name: 'Êtes-vous sûr de vouloir supprimer cette publicité ?' }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Supprimer la publicité' }));
  expect(await screen.findByText('Publicité supprimée avec succès')).toBeVisible();
  await waitFor(() => expect(screen.getByText('Aucune publicité enregistrée')).toBeVisible());
  expect(calls.find(({ row }) => row === 'deleteAdvertisement')).toMatchObject({ version: 3 });
});

test('a deletion that fails says why in its question', async () => {
  open([anAdvertisement(1)], { deleteAdvertisement: () => refusal('STALE', 'Elle a changé.') });
  await press('Supprimer : Annonce 1');
  await press('Supprimer la publicité');
  expect(await screen.findByText('Erreur lors de la suppression')).toBeVisible();
  expect(screen.getByText('Elle a changé.')).toBeVisible();
});
