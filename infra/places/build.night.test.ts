import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { corridorSlug, endsOf } from '#functions/corridors/handlers.ts';
import { slugsIn } from '#functions/corridors/slugs.ts';
import { openPlaces } from '#functions/listings/places.ts';
import { spellingsOf, typedPlaces } from '#test/support/search/typed-places.ts';
import { frequentCorridors } from '#web/features/corridors/frequent.ts';
import { openCities } from '#web/lib/places.ts';
import { buildPlaces, type PlaceFolders } from './build.ts';
import { readPlaces } from './cities.ts';

let folders: PlaceFolders;

// The work of many seconds, that no test changes.
beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'places-'));
  folders = { server: join(root, 'server'), slugs: join(root, 'slugs'), web: join(root, 'web') };
  await buildPlaces(folders);
}, 240_000);

/** The browser's search over the built files, and the files that it loaded. */
function aSearch() {
  const asked: string[] = [];
  const { searchCities } = openCities(async (path) => {
    asked.push(path);
    return JSON.parse(await readFile(join(folders.web, path), 'utf8'));
  });
  return { searchCities, asked };
}

test.each(typedPlaces)('« %s » offers the place of %s that is meant first: %s', async (typed, country, name) => {
  const { searchCities } = aSearch();
  const [first] = await searchCities(typed);
  const [here] = country === '*' ? [first] : await searchCities(typed, country);
  for (const city of [first, here])
    expect(city).toMatchObject(country === '*' ? { name } : { name, countryCode: country });
});

test('a name or a postcode that several places may mean is offered, and means none of them', async () => {
  const { searchCities } = aSearch();
  const meant = async (typed: string, country?: string) =>
    (await searchCities(typed, country)).find(({ isMeant }) => isMeant)?.name;
  for (const typed of ['Boulogne', 'Neuilly', 'Épinay', 'Choisy', 'Nogent', 'Aulnay', '13000'])
    expect(await meant(typed), typed).toBeUndefined();
  expect(await meant('13000', 'FR')).toBe('Marseille');
  expect(await meant('13000', 'DZ')).toBe('Tlemcen');
  // A country that was chosen stays: the postcode is none of it, and the name is only offered.
  expect(await searchCities('16000', 'TN')).toEqual([]);
  expect(await meant('Oran', 'FR')).toBeUndefined();
  for (const [typed, name] of [
    ['Alger', 'Alger'],
    ['St Denis', 'Saint-Denis'],
    ['Oran', 'Oran'],
    ['Havre', 'Le Havre'],
  ])
    expect(await meant(typed ?? ''), typed).toBe(name);
});

test('Marseille comes first, and its districts are offered as the city', async () => {
  const cities = await aSearch().searchCities('marseille', 'FR');
  expect(cities.map(({ name }) => name).indexOf('Marseille')).toBe(0);
  expect(cities.filter(({ name }) => /\d/.test(name))).toEqual([]);
});

test('places of France and Algeria are among the first three in each usual spelling', async () => {
  const { searchCities } = aSearch();
  const places = (await readPlaces()).filter(
    ({ country, population, isDistrict }) => ['FR', 'DZ'].includes(country) && population >= 5000 && !isDistrict,
  );
  expect(places.length).toBeGreaterThan(3000);
  const missed: string[] = [];
  // The benchmark of suggestions types them all.
  for (const place of places.filter((_, at) => at % 10 === 0))
    for (const typed of spellingsOf(place)) {
      const found = (await searchCities(typed, place.country)).slice(0, 3);
      if (!found.some(({ placeId }) => placeId === String(place.id))) missed.push(`${typed} (${place.region})`);
    }
  expect(missed.length, missed.join(', ')).toBeLessThanOrEqual(5);
}, 60_000);

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
  for (const typed of ['p', ' ', 'qqqq', '北京', '../index']) expect(await searchCities(typed)).toEqual([]);
});

test('every file of the site is a small download', async () => {
  const names = (await readdir(folders.web, { recursive: true })).filter((name) => name.endsWith('.json'));
  expect(names.length).toBeGreaterThan(1000);
  const sizes = await Promise.all(names.map(async (name) => gzipSync(await readFile(join(folders.web, name))).length));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10_000);
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

test('a typed city is the place that people mean by it, also by another name and by its postcode', async () => {
  const { findPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  const named = async (country: string, typed: string) => (await findPlace(country, typed))?.name;
  for (const typed of ['St-Denis', 'st denis', '93200']) expect(await named('FR', typed), typed).toBe('Saint-Denis');
  for (const typed of ['الجزائر', 'Algiers', '16000', 'Alger centre'])
    expect(await named('DZ', typed), typed).toBe('Alger');
  for (const typed of ['Havre', '75011', 'Paris 11e'])
    expect(await named('FR', typed), typed).toMatch(/Le Havre|Paris/);
});

test('a district is read as its city', async () => {
  const { readPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  expect(await readPlace('FR', '7284889')).toEqual({ placeId: '2995469', name: 'Marseille' });
});

test('a typed city that has the name of one city of the country is that city, in any spelling', async () => {
  const { findPlace } = openPlaces(pathToFileURL(`${folders.server}/`));
  expect(await findPlace('DZ', ' béjaïa ')).toMatchObject({ name: 'Béjaïa' });
  expect(await findPlace('DZ', 'ALGER')).toEqual({ placeId: '2507480', name: 'Alger' });
  expect(await findPlace('DZ', 'Nulle Part')).toBeUndefined();
  // Several cities have this name, so none is chosen.
  expect(await findPlace('US', 'Springfield')).toBeUndefined();
  expect(await findPlace('AQ', 'Alger')).toBeUndefined();
  // A village, and a part of another commune: most people mean a larger place whose name goes on.
  for (const typed of ['Choisy', 'Boulogne', 'Neuilly']) expect(await findPlace('FR', typed), typed).toBeUndefined();
  expect(await findPlace('FR', '13000')).toMatchObject({ name: 'Marseille' });
});

const slugFile = (name: string) => readFile(join(folders.slugs, name));
const builtSlugs = async () => slugsIn(await slugFile('lines.tsv'), await slugFile('ids.bin'));

test('every place has a slug of its own, and is found by it and by its id', async () => {
  const { bySlug, byId } = await builtSlugs();
  const rows = String(await slugFile('lines.tsv'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(rows.length).toBeGreaterThan(140_000);
  expect(new Set(rows.map(([slug]) => slug)).size).toBe(rows.length);
  for (const [slug = '', id = ''] of [...rows.filter((_, at) => at % 50 === 0), ...rows.slice(-1)]) {
    expect(bySlug(slug)?.place.placeId, slug).toBe(id);
    expect(byId(id)?.slug, id).toBe(slug);
  }
  for (const [id, slug] of [
    ['2988507', 'paris'],
    ['2507480', 'alger'],
    ['3038354', 'aix-en-provence'],
    ['935264', 'saint-denis-la-reunion'],
    ['4717560', 'paris-texas'],
  ] as const)
    expect(byId(id)?.slug).toBe(slug);
  expect(bySlug('saint-denis')?.place.countryCode).toBe('FR');
  for (const unknown of ['', '-', 'zzz', 'paris-atlantis', '\uffff']) expect(bySlug(unknown)).toBeUndefined();
  for (const unknown of ['0', '1', '4294967295', '9999999999']) expect(byId(unknown)).toBeUndefined();
});

test('the slugs of the frequent corridors mean the places that they name', async () => {
  const slugs = await builtSlugs();
  for (const { slug, name } of frequentCorridors) {
    const ends = endsOf(slugs, slug);
    expect(ends && `${ends.from.place.city} → ${ends.to.place.city}`).toBe(name);
    expect(ends && [ends.from.place.countryCode, ends.to.place.countryCode]).toEqual(['FR', 'DZ']);
    expect(ends && corridorSlug(slugs, ends)).toBe(slug);
  }
});

test('a second build from the same sources writes nothing', async () => {
  const file = join(folders.web, 'index.json');
  const before = await stat(file);
  await buildPlaces(folders);
  expect((await stat(file)).mtimeMs).toBe(before.mtimeMs);
});
