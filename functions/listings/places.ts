import { readFile } from 'node:fs/promises';
import { keysOfText } from '#shared/values/place-names.ts';
import { isCountry } from '#shared/values/places.ts';

/** `placeId` → name, or the id of the city that this part of it belongs to. */
type Names = Readonly<Record<string, string | number>>;
/** Key of a name or postcode → its place. */
type Keys = Readonly<Record<string, number>>;
export interface Places {
  readonly readPlace: (countryCode: string, placeId: string) => Promise<KnownPlace | undefined>;
  /** The place of a typed name or postcode; undefined if there is none or several. */
  readonly findPlace: (countryCode: string, city: string) => Promise<KnownPlace | undefined>;
}
export interface KnownPlace {
  readonly placeId: string;
  readonly name: string;
}

/**
 * Names of the places that members choose, from `<CC>.json` and `<CC>.keys.json` in a folder (made by `infra/places`).
 * Each is read once. Undefined if the country has no such place; a missing file is a packaging fault and throws.
 */
export function openPlaces(folder: URL): Places {
  const files = new Map<string, Promise<unknown>>();
  const open = async (name: string): Promise<unknown> => JSON.parse(await readFile(new URL(name, folder), 'utf8'));
  const read = async <Content>(name: string): Promise<Content> => {
    const file = files.get(name) ?? open(name);
    files.set(name, file);
    return (await file) as Content;
  };

  const readPlace = async (countryCode: string, placeId: string): Promise<KnownPlace | undefined> => {
    if (!isCountry(countryCode)) return undefined;
    const names = await read<Names>(`${countryCode}.json`);
    const name = Object.hasOwn(names, placeId) ? names[placeId] : undefined;
    if (typeof name === 'number') return readPlace(countryCode, String(name));
    return name === undefined ? undefined : { placeId, name };
  };

  return {
    readPlace,

    async findPlace(countryCode, city) {
      if (!isCountry(countryCode)) return undefined;
      const keys = await read<Keys>(`${countryCode}.keys.json`);
      const key = keysOfText(city).find((one) => Object.hasOwn(keys, one));
      return key === undefined ? undefined : readPlace(countryCode, String(keys[key]));
    },
  };
}

export const shippedPlaces = (): Places => openPlaces(new URL('./places/', import.meta.url));
