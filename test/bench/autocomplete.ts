import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readPlaces } from '#infra/places/cities.ts';
import { spellingsOf } from '#test/support/search/typed-places.ts';
import { openCities } from '#web/lib/places.ts';
import { type Figure, type Measurement, percentile } from './figure.ts';

const folder = 'dist/places/web/places';
/** Typed texts: prefixes of names on both shores, with and without accents, and nothing at all. */
const texts = 'pa par pari paris saint saint-e st al alg alger ora béj tizi ouz mars ly lyo lon new san el zz'.split(
  ' ',
);
const rounds = 200;

/** The suggestions of cities, from the same files that the site serves. */
export async function benchAutocomplete(): Promise<Measurement> {
  const shards = globSync('**/*.json', { cwd: folder }).map(
    (file) => gzipSync(readFileSync(join(folder, file))).length,
  );
  const requests: string[] = [];
  const cities = openCities(async (path) => {
    requests.push(path);
    return JSON.parse(await readFile(join(folder, path), 'utf8')) as unknown;
  });
  for (const text of texts) await cities.searchCities(text);
  const largest = largestShard();
  const [times, parses]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) {
      times.push(timeOf(() => cities.knownCities(text)));
      parses.push(timeOf(() => JSON.parse(largest)));
    }
  }
  const figures: Figure[] = [
    {
      what: 'suggestions once their shard is there ÷ reading the largest shard as JSON, in turn, p99',
      measured: percentile(times, 0.99) / percentile(parses, 0.99),
      atMost: 1,
      unit: '×',
    },
    {
      what: `largest of ${shards.length} shards, compressed`,
      measured: Math.max(...shards) / 1000,
      atMost: 10,
      unit: 'kB',
    },
    {
      what: `requests for ${texts.length} texts typed one after the other, the index among them`,
      measured: requests.length,
      atMost: texts.length + 1,
      unit: '',
    },
  ];
  const { typed, missed } = await missedSpellings(cities.searchCities);
  figures.push({
    what: `of ${typed} usual spellings of places of France and Algeria above 5,000 inhabitants, those without the place among the first three`,
    measured: missed,
    atMost: 5,
    unit: '',
  });
  return { figures };
}

/** Every spelling, also the shortest ones that several places share. */
async function missedSpellings(search: ReturnType<typeof openCities>['searchCities']) {
  const places = (await readPlaces()).filter(
    ({ country, population, isDistrict }) => ['FR', 'DZ'].includes(country) && population >= 5000 && !isDistrict,
  );
  let [typed, missed] = [0, 0];
  for (const place of places)
    for (const text of spellingsOf(place)) {
      typed += 1;
      const first = (await search(text)).slice(0, 3);
      if (!first.some(({ placeId }) => placeId === String(place.id))) missed += 1;
    }
  return { typed, missed };
}

function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function largestShard(): string {
  const shards = globSync('**/*.json', { cwd: folder }).map((file) => readFileSync(join(folder, file), 'utf8'));
  return shards.reduce((a, b) => (b.length > a.length ? b : a));
}
