import wilayas from '@dzcode-io/leblad/data/WilayaList.json' with { type: 'json' };
import { nameCore, soundOf } from '#shared/values/place-names.ts';
import { communeId, type SourcePlace } from './place.ts';

const countryNumber = 12;
/** The data names no populations. A commune counts 22,000 inhabitants on average (census of 2008). */
const usualPopulation = 8000;

/** Wilayas whose name the data spells wrongly. */
const wilayaNames: Readonly<Record<number, string>> = {
  12: 'Tébessa',
  20: 'Saïda',
  35: 'Boumerdès',
  8: 'Béchar',
  26: 'Médéa',
};

/** « BAB EL-OUED » → « Bab El Oued », « M'KIRA » → « M'Kira » */
const inSmallLetters = (name: string): string =>
  name
    .trim()
    .replaceAll(/[\s-]+/g, ' ')
    .toLowerCase()
    .replaceAll(/(^|[ '])\p{L}/gu, (letter) => letter.toUpperCase());

interface Commune {
  readonly code: number;
  readonly name: string;
  readonly arabic: string;
  readonly wilaya: string;
}

/** Some communes occur twice in the data. */
const communes: readonly Commune[] = wilayas.flatMap(({ mattricule, name: written, dairats }) => {
  const listed = dairats.flatMap(({ baladyiats }) => baladyiats ?? []);
  return [...new Map(listed.map((commune) => [commune.code, commune])).values()].map(({ code, name, name_ar }) => ({
    code,
    name: inSmallLetters(name),
    arabic: name_ar,
    wilaya: wilayaNames[mattricule] ?? written,
  }));
});

/**
 * Adds to the places of Algeria its communes with their Arabic names: those that GeoNames has get the name, the others
 * become places. The capital of a wilaya gets all postcodes of the wilaya, because the data does not divide them.
 */
export function addAlgeria(places: SourcePlace[]): void {
  const here = places.filter(({ country }) => country === 'DZ');
  const taken = new Set<SourcePlace>();
  const found = new Map<Commune, SourcePlace>();
  for (const keysOf of [coresOf, soundsOf]) {
    const byKey = grouped(here, (place) => keysOf([place.name, ...place.others]));
    const homonyms = grouped(communes, ({ name, arabic }) => keysOf([name, arabic]));
    for (const mustBeNear of [true, false])
      for (const commune of communes) {
        if (found.has(commune)) continue;
        const place = keysOf([commune.name, commune.arabic])
          // GeoNames has some places in a wilaya next to theirs: only a name that is unique tells them.
          .filter((key) => mustBeNear || homonyms.get(key)?.length === 1)
          .flatMap((key) => byKey.get(key) ?? [])
          .find((one) => !taken.has(one) && (!mustBeNear || isIn(commune.wilaya, one)));
        if (!place) continue;
        taken.add(place);
        found.set(commune, place);
      }
  }
  for (const commune of communes) {
    const place = found.get(commune) ?? newPlace(commune);
    if (!found.has(commune)) places.push(place);
    if (nameCore(place.name) !== nameCore(commune.wilaya)) place.region = commune.wilaya;
    place.population ||= usualPopulation;
    for (const other of [commune.name, commune.arabic]) place.others.add(other);
  }
  for (const { mattricule, name, name_ar, postalCodes } of wilayas) {
    const capital = here.find((place) => nameCore(place.name) === nameCore(wilayaNames[mattricule] ?? name));
    if (!capital) throw new Error(`No place is the capital of ${name}`);
    capital.others.add(name_ar);
    for (const code of postalCodes) capital.codes.add(String(code).padStart(5, '0'));
  }
}

const isIn = (wilaya: string, { name, region }: SourcePlace): boolean => nameCore(region || name) === nameCore(wilaya);

const coresOf = (names: readonly string[]): string[] => [...new Set(names.map(nameCore))];
const soundsOf = (names: readonly string[]): string[] => [...new Set(names.flatMap((name) => soundOf(name) ?? []))];

function grouped<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) for (const key of keysOf(item)) groups.set(key, [...(groups.get(key) ?? []), item]);
  return groups;
}

const newPlace = ({ code, name, wilaya }: Commune): SourcePlace => ({
  id: communeId(countryNumber, String(code)),
  name,
  country: 'DZ',
  region: wilaya,
  population: usualPopulation,
  isDistrict: false,
  others: new Set(),
  parts: new Set(),
  codes: new Set(),
});
