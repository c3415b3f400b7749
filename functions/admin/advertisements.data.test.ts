import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import type { Advertisement, AdvertisementPosition } from '#shared/site/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { aBackOffice } from '#test/support/scenes/back-office.ts';

const facts = { title: 'Cartons', position: 'home' };

async function house() {
  const office = await aBackOffice();
  const { asAdministrator, site } = office;
  const add = async (change: object = {}) =>
    (await asAdministrator('createAdvertisement', { body: { ...facts, ...change } })).body as AdminAdvertisement;
  const change = (row: 'updateAdvertisement' | 'setAdvertisementActive', of: AdminAdvertisement, body: object) =>
    asAdministrator(row, { params: { advertisementId: of.id }, version: of.version, body });
  const listed = async () => (await asAdministrator('adminAdvertisements')).body['items'] as AdminAdvertisement[];
  const shown = async (position: AdvertisementPosition) =>
    ((await site('advertisements', '', { query: { position } })).body['items'] as Advertisement[]).map(
      ({ title }) => title,
    );
  /** A picture that the scan has let through, or that it still looks at. */
  const aPicture = (state: 'clean' | 'scanning' = 'clean', ownerId: string = memberIds.A) => {
    const id = randomUUID();
    return office.aFile('advertisement_picture', ownerId, { id, state, key: `media/${id}` });
  };
  return { ...office, add, change, listed, shown, aPicture };
}

test('all of them are listed newest first, twenty a page, active or not', async () => {
  const { asAdministrator, add } = await house();
  for (let number = 0; number < 21; number++) await add({ title: `${number}`, isActive: number % 2 === 0 });
  const first = (await asAdministrator('adminAdvertisements')).body as { items: AdminAdvertisement[]; next: string };
  expect(first.items.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, index) => `${20 - index}`));
  const rest = await asAdministrator('adminAdvertisements', { query: { cursor: first.next } });
  expect(rest.body['items']).toMatchObject([{ title: '0', isActive: true, priority: 0, position: 'home' }]);
});

test('an advertisement moves with its position, priority and state, and stands in one place only', async () => {
  const { add, change, shown } = await house();
  await add({ title: 'Autre', priority: 5 });
  const one = await add({ priority: 1 });
  expect(await shown('home')).toEqual(['Autre', 'Cartons']);
  const higher = (await change('updateAdvertisement', one, { ...facts, priority: 9 })).body as AdminAdvertisement;
  expect(await shown('home')).toEqual(['Cartons', 'Autre']);
  const retitled = (await change('updateAdvertisement', higher, { ...facts, title: 'Sacs', priority: 9 }))
    .body as AdminAdvertisement;
  expect(await shown('home')).toEqual(['Sacs', 'Autre']);
  const moved = (await change('updateAdvertisement', retitled, { ...facts, position: 'footer' }))
    .body as AdminAdvertisement;
  expect([await shown('home'), await shown('footer')]).toEqual([['Autre'], ['Cartons']]);
  const off = (await change('setAdvertisementActive', moved, { isActive: false })).body as AdminAdvertisement;
  expect(await shown('footer')).toEqual([]);
  await change('setAdvertisementActive', off, { isActive: true });
  expect(await shown('footer')).toEqual(['Cartons']);
});

test('a deleted one is neither listed nor shown', async () => {
  const { asAdministrator, add, listed, shown } = await house();
  const { id } = await add();
  const params = { advertisementId: id };
  expect((await asAdministrator('deleteAdvertisement', { params, version: 1 })).status).toBe(204);
  expect([await listed(), await shown('home')]).toEqual([[], []]);
  expect((await asAdministrator('deleteAdvertisement', { params, version: 1 })).status).toBe(404);
});

test('a wanted state that stands already changes nothing, and a change of an older version is refused', async () => {
  const { add, change, log } = await house();
  const one = await add();
  expect(await change('setAdvertisementActive', one, { isActive: true })).toMatchObject({ status: 200, body: one });
  await change('setAdvertisementActive', one, { isActive: false });
  for (const [row, body] of [
    ['setAdvertisementActive', { isActive: true }],
    ['updateAdvertisement', facts],
  ] as const)
    expect(await change(row, one, body)).toMatchObject({
      status: 412,
      body: { code: 'STALE', current: { isActive: false, version: 2 } },
    });
  expect((await log()).map(({ action, targetType, targetId }) => [action, targetType, targetId])).toEqual(
    ['deactivateAdvertisement', 'createAdvertisement'].map((action) => [action, 'advertisement', one.id]),
  );
});

test('two administrators change one version at once: one change is stored, and it is shown once', async () => {
  const { add, change, shown } = await house();
  const one = await add();
  const answers = await Promise.all(
    [3, 7].map((priority) => change('updateAdvertisement', one, { ...facts, priority })),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
  expect(await shown('home')).toEqual(['Cartons']);
});

test('a picture is an upload of this administrator; it stays until it is replaced or removed', async () => {
  const { asAdministrator, add, change, aPicture, site } = await house();
  const [first, second] = [await aPicture(), await aPicture()];
  const one = await add({ uploadId: first });
  expect(one.imageUrl).toBe(`/media/${first}`);
  const kept = (await change('updateAdvertisement', one, facts)).body as AdminAdvertisement;
  expect(kept.imageUrl).toBe(`/media/${first}`);
  const replaced = (await change('updateAdvertisement', kept, { ...facts, uploadId: second }))
    .body as AdminAdvertisement;
  expect(replaced.imageUrl).toBe(`/media/${second}`);
  const { body } = await site('advertisements', '', { query: { position: 'home' } });
  expect(body['items']).toEqual([{ id: one.id, title: 'Cartons', imageUrl: `/media/${second}` }]);
  const bare = (await change('updateAdvertisement', replaced, { ...facts, keepsPicture: false })).body;
  expect(bare).not.toHaveProperty('imageUrl');
  for (const uploadId of [first, await aPicture('clean', memberIds.RA), randomUUID()])
    expect(await asAdministrator('createAdvertisement', { body: { ...facts, uploadId } })).toMatchObject({
      status: 422,
      body: { code: 'FILE_REFUSED' },
    });
  const waiting = await asAdministrator('createAdvertisement', {
    body: { ...facts, uploadId: await aPicture('scanning') },
  });
  expect(waiting).toMatchObject({ status: 202, body: { state: 'scanning' } });
});

test.each([
  ['haute', 0],
  ['12', 12],
  [1.5, 1],
  [null, 0],
  [-1, -1],
  [-0, 0],
  ['-5', -5],
  ['− 1 200', -1200],
  ['+7', 7],
  [1e9, 1e9],
  ['9'.repeat(40), Number.MAX_SAFE_INTEGER],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  [-1e300, Number.MIN_SAFE_INTEGER],
])('a priority of %j is %i', async (priority, stored) => {
  const { asAdministrator } = await house();
  expect(await asAdministrator('createAdvertisement', { body: { ...facts, priority } })).toMatchObject({
    status: 201,
    body: { priority: stored },
  });
});

test.each<[what: string, change: object, field: string]>([
  ['no title', { title: ' ' }, 'title'],
  ['a script as link', { linkUrl: 'javascript:alert(1)' }, 'linkUrl'],
  ['an open link', { linkUrl: 'http://example.org' }, 'linkUrl'],
  ['a link without protocol', { linkUrl: '//example.org' }, 'linkUrl'],
  ['a link with a password', { linkUrl: 'https://membre:secret@example.org' }, 'linkUrl'],
  ['a link of 10,000 characters', { linkUrl: `https://example.org/${'x'.repeat(10_000)}` }, 'linkUrl'],
  ['an unknown position', { position: 'moon' }, 'position'],
  ['an address as picture', { uploadId: 'https://example.org/a.png' }, 'uploadId'],
])('%s is refused at its field, and nothing is stored', async (_, change, field) => {
  const { asAdministrator, listed } = await (office ??= house());
  expect(await asAdministrator('createAdvertisement', { body: { ...facts, ...change } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { [field]: expect.any(String) } },
  });
  expect(await listed()).toEqual([]);
});
let office: ReturnType<typeof house> | undefined;
