import { readFile } from 'node:fs/promises';
import { foldPlace, isCountry } from '#shared/values/places.ts';

type Names = Readonly<Record<string, string>>;
export interface Places {
  /** The city of an id. */
  readonly readPlace: (countryCode: string, placeId: string) => Promise<KnownPlace | undefined>;
  /** The city of a name in any spelling; undefined when no city or several have this name. */
  readonly findPlace: (countryCode: string, city: string) => Promise<KnownPlace | undefined>;
}
export interface KnownPlace {
  readonly placeId: string;
  readonly name: string;
}
interface Country {
  readonly names: Names;
  /** Folded name → its only city; made on first use. A name of several cities leads to none. */
  byName?: ReadonlyMap<string, KnownPlace | undefined>;
}

/**
 * Names of the cities that members choose, from `<CC>.json` in a folder (made by `infra/places`). A country is read
 * once. Undefined when the country has no such place; a missing file is a fault of packaging and throws.
 */
export function openPlaces(folder: URL): Places {
  const countries = new Map<string, Promise<Country>>();
  const open = async (code: string): Promise<Country> => ({
    names: JSON.parse(await readFile(new URL(`${code}.json`, folder), 'utf8')) as Names,
  });
  const countryOf = async (code: string): Promise<Country | undefined> => {
    if (!isCountry(code)) return undefined;
    const country = countries.get(code) ?? open(code);
    countries.set(code, country);
    return country;
  };

  return {
    async readPlace(countryCode, placeId) {
      const names = (await countryOf(countryCode))?.names ?? {};
      const name = Object.hasOwn(names, placeId) ? names[placeId] : undefined;
      return name === undefined ? undefined : { placeId, name };
    },

    async findPlace(countryCode, city) {
      const country = await countryOf(countryCode);
      if (!country) return undefined;
      country.byName ??= indexOf(country.names);
      return country.byName.get(foldPlace(city));
    },
  };
}

function indexOf(names: Names): ReadonlyMap<string, KnownPlace | undefined> {
  const found = new Map<string, KnownPlace | undefined>();
  for (const [placeId, name] of Object.entries(names)) {
    const folded = foldPlace(name);
    found.set(folded, found.has(folded) ? undefined : { placeId, name });
  }
  return found;
}

/** The data shipped beside the bundle of a publishing function. */
export const shippedPlaces = (): Places => openPlaces(new URL('./places/', import.meta.url));
