import { readFile } from 'node:fs/promises';
import { isCountry } from '#shared/places.ts';

type Names = Readonly<Record<string, string>>;
export type ReadPlace = (countryCode: string, placeId: string) => Promise<{ name: string } | undefined>;

/**
 * Names of the cities that members choose, from `<CC>.json` in a folder (`infra/places` makes them). A country is read
 * once. Undefined when the country has no such place; a missing file is a fault of packaging and throws.
 */
export function openPlaces(folder: URL): ReadPlace {
  const countries = new Map<string, Promise<Names>>();
  const open = async (code: string) => JSON.parse(await readFile(new URL(`${code}.json`, folder), 'utf8')) as Names;

  return async (countryCode, placeId) => {
    if (!isCountry(countryCode)) return undefined;
    const names = countries.get(countryCode) ?? open(countryCode);
    countries.set(countryCode, names);
    const known = await names;
    const name = Object.hasOwn(known, placeId) ? known[placeId] : undefined;
    return name === undefined ? undefined : { name };
  };
}

/** The data that is shipped beside the bundle of a publishing function. */
export const readPlace: ReadPlace = openPlaces(new URL('./places/', import.meta.url));
