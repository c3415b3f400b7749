import { expect, test } from 'vitest';
import { aWorld } from '#test/support/world/world.ts';

test('a slug in any spelling is answered with its canonical form and its two places', async () => {
  const world = await aWorld();
  const read = async (corridor: string, query = {}) =>
    (await world.as('visitor').readCorridor({ params: { corridor }, query })).body;
  expect(await read('paris-alger')).toMatchObject({
    slug: 'paris-alger',
    from: { city: 'Paris', placeId: '2988507', countryCode: 'FR' },
    to: { city: 'Alger', placeId: '2507480', country: 'Algérie' },
    neighbours: [],
  });
  for (const typed of ['PARIS--Alger', 'paris/alger', '../paris alger', 'Pàris-algér-'])
    expect((await read(typed)).slug, typed).toBe('paris-alger');
  expect((await read('Aix-en-Provence-Aïn Témouchent')).slug).toBe('aix-en-provence-ain-temouchent');
});
