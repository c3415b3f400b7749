import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { openPlaces } from '#functions/listings/places.ts';
import { openCities } from '#web/lib/places.ts';
import { buildPlaces } from './build.ts';

let folders: { server: string; web: string };

// Four seconds of work that no test changes.
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'places-'));
  folders = { server: join(root, 'server'), web: join(root, 'web') };
  await buildPlaces(folders);
}, 60_000);

/** The browser's search over the built files, and the files that it loaded. */
function aSearch() {
  const asked: string[] = [];
  const { searchCities } = openCities(async (path) => {
    asked.push(path);
    return JSON.parse(await readFile(join(folders.web, path), 'utf8'));
  });
  return { searchCities, asked };
}

test.each([
  ['Alger', 'Alger', 'DZ'],
  ['alg', 'Alger', 'DZ'],
  ['Algiers', 'Alger', 'DZ'],
  ['Béjaïa', 'Béjaïa', 'DZ'],
  ['bejaia', 'Béjaïa', 'DZ'],
  ['Paris', 'Paris', 'FR'],
  ['pa', 'Paris', 'FR'],
  ['Londres', 'Londres', 'GB'],
  ['london', 'Londres', 'GB'],
  ['Marseille', 'Marseille', 'FR'],
  ['saint-etienne', 'Saint-Étienne', 'FR'],
  ["L'Haÿ", "L'Haÿ-les-Roses", 'FR'],
])('« %s » finds %s first, with and without its country', async (typed, name, countryCode) => {
  const { searchCities } = aSearch();
  expect((await searchCities(typed))[0]).toMatchObject({ name, countryCode });
  expect((await searchCities(typed, countryCode))[0]).toMatchObject({ name, countryCode });
});

test('Marseille comes before its districts', async () => {
  const cities = await aSearch().searchCities('marseille', 'FR');
  expect(cities.length).toBeGreaterThan(5);
  expect(cities.map(({ name }) => name).indexOf('Marseille')).toBe(0);
});

test('cities of one name are distinguished by their regions', async () => {
  const texas = (await aSearch().searchCities('paris', 'US'))[0];
  expect(texas).toMatchObject({ name: 'Paris', region: 'Texas', placeId: '4717560' });
});

test('typing a name letter by letter loads few files and returns at most ten cities', async () => {
  const { searchCities, asked } = aSearch();
  for (let length = 2; length <= 9; length += 1) {
    expect((await searchCities('marseille'.slice(0, length))).length).toBeLessThanOrEqual(10);
  }
  expect(asked.length).toBeLessThanOrEqual(5);
});

test('one letter, unused letters and other scripts find nothing without an error', async () => {
  const { searchCities } = aSearch();
  for (const typed of ['p', ' ', 'qqqq', 'الجزائر', '../current']) expect(await searchCities(typed)).toEqual([]);
});

test('every file of the site is a small download', async () => {
  const names = (await readdir(folders.web, { recursive: true })).filter((name) => name.endsWith('.json'));
  expect(names.length).toBeGreaterThan(1000);
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(folders.web, name))).length));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * 1024);
});

test('the functions know each city of the site by the same name', async () => {
  const { readPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  for (const city of await aSearch().searchCities('alg')) {
    expect(await readPlace(city.countryCode, city.placeId)).toEqual({ placeId: city.placeId, name: city.name });
  }
});

test('a place of another country, an unknown one and an unknown country are not known', async () => {
  const { readPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  expect(await readPlace('FR', '2507480')).toBeUndefined();
  expect(await readPlace('DZ', '1')).toBeUndefined();
  expect(await readPlace('DZ', 'constructor')).toBeUndefined();
  expect(await readPlace('../FR', '2988507')).toBeUndefined();
  expect(await readPlace('AQ', '2988507')).toBeUndefined();
});

test('a typed city that has the name of one city of the country is that city, in any spelling', async () => {
  const { findPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  expect(await findPlace('DZ', ' béjaïa ')).toMatchObject({ name: 'Béjaïa' });
  expect(await findPlace('DZ', 'ALGER')).toEqual({ placeId: '2507480', name: 'Alger' });
  expect(await findPlace('DZ', 'Nulle Part')).toBeUndefined();
  // Several cities have this name, so none is chosen.
  expect(await findPlace('US', 'Springfield')).toBeUndefined();
  expect(await findPlace('AQ', 'Alger')).toBeUndefined();
});

test('a second build from the same sources writes nothing', async () => {
  const file = join(folders.web, 'current.json');
  const before = await stat(file);
  await buildPlaces(folders);
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
});
