import communes from '@etalab/decoupage-administratif/data/communes.json' with { type: 'json' };
import departments from '@etalab/decoupage-administratif/data/departements.json' with { type: 'json' };
import regions from '@etalab/decoupage-administratif/data/regions.json' with { type: 'json' };
import { nameCore } from '#shared/values/place-names.ts';
import { communeId, type SourcePlace } from './place.ts';

interface Commune {
  readonly code: string;
  readonly nom: string;
  readonly type: string;
  readonly departement?: string;
  readonly region?: string;
  readonly codesPostaux?: readonly string[];
  readonly population?: number;
  /** The commune that contains an earlier one, or a district. */
  readonly chefLieu?: string;
  readonly commune?: string;
}

const countryNumber = 250;
/** Departments overseas are countries of their own in ISO 3166-1. */
const overseas: Readonly<Record<string, string>> = { 971: 'GP', 972: 'MQ', 973: 'GF', 974: 'RE', 976: 'YT' };
/** Postcodes that people write for cities whose postcodes belong to their districts. */
const cityCodes: Readonly<Record<string, string>> = { 75056: '75000', 69123: '69000', 13055: '13000' };
/** « mar » must not offer Dunkerque because Mardyck is a part of it. */
const largeCity = 10_000;
const regionNames = new Map(regions.map(({ code, nom }) => [code, nom]));
const departmentNames = new Map(departments.map(({ code, nom }) => [code, nom]));

const digitsOf = (code: string): string => code.replace(/[AB]/, '0');

/**
 * Adds facts of the official list of communes to the places of France: postcodes, populations, and earlier communes
 * that are part of another one. It also adds communes below a thousand inhabitants, which GeoNames lacks.
 * @param departmentOf the department of a place, if known
 */
export function addFrance(places: SourcePlace[], departmentOf: (place: SourcePlace) => string | undefined): void {
  const here = places.filter(
    ({ country, isDistrict }) => !isDistrict && (country === 'FR' || Object.values(overseas).includes(country)),
  );
  const cores = new Map(here.map((place) => [place, nameCore(place.name)]));
  const byName = Map.groupBy(here, (place) => `${place.country} ${cores.get(place)}`);
  const byDepartment = Map.groupBy(here, departmentOf);
  const all = communes as readonly Commune[];
  const found = new Map<string, SourcePlace>();
  const taken = new Set<SourcePlace>();
  const largestFirst = all
    .filter(({ type }) => type === 'commune-actuelle')
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
  for (const { code, nom, departement = '', region = '', population = 0, codesPostaux = [] } of largestFirst) {
    const country = overseas[departement] ?? 'FR';
    // Territories such as New Caledonia are countries of their own, which GeoNames describes.
    if (country === 'FR' && /^9[78]/.test(code)) continue;
    const isHere = (place: SourcePlace) => {
      const department = departmentOf(place);
      return department === undefined ? place.region === regionNames.get(region) : department === departement;
    };
    const near = (place: SourcePlace) => Math.abs(Math.log((place.population + 100) / (population + 100)));
    const core = nameCore(nom);
    const named = (byName.get(`${country} ${core}`) ?? []).filter(
      (place) => !taken.has(place) && (country !== 'FR' || (isHere(place) && near(place) < 4)),
    );
    const renamed = () =>
      [departement, undefined]
        .flatMap((department) => byDepartment.get(department) ?? [])
        .filter(
          (place) =>
            isHere(place) &&
            !taken.has(place) &&
            population > 1000 &&
            near(place) < 1.3 &&
            isRenamed(cores.get(place) ?? '', core),
        );
    let [place] = (named.length > 0 ? named : renamed()).toSorted((a, b) => near(a) - near(b));
    if (place) {
      place.others.add(place.name);
      place.name = nom;
      place.population = Math.max(population, 1);
    } else {
      const id = communeId(countryNumber, digitsOf(code));
      place = { id, name: nom, country, region: departmentNames.get(departement) ?? '', population, ...nothingElse() };
      places.push(place);
    }
    taken.add(place);
    found.set(code, place);
    for (const postcode of codesPostaux) place.codes.add(postcode);
    if (cityCodes[code]) place.codes.add(cityCodes[code]);
  }
  for (const { nom, type, departement = '', chefLieu, commune, codesPostaux = [] } of all) {
    const whole = type === 'commune-actuelle' ? undefined : found.get(chefLieu ?? commune ?? '');
    if (!whole) continue;
    for (const postcode of codesPostaux) whole.codes.add(postcode);
    // Places of GeoNames are offered under their own name.
    const isKnown = (byName.get(`FR ${nameCore(nom)}`) ?? []).some((place) => departmentOf(place) === departement);
    if (!isKnown && whole.population < largeCity) whole.parts.add(nom);
  }
  nameDepartments(places, departmentOf);
}

/** « Évry » became « Évry-Courcouronnes »; « Castres-sur-l'Agout » is « Castres ». */
function isRenamed(a: string, b: string): boolean {
  const [short = '', long = ''] = [a, b].toSorted((one, other) => one.length - other.length);
  return short.length > 2 && long.startsWith(short);
}

const nothingElse = () => ({
  isDistrict: false,
  others: new Set<string>(),
  parts: new Set<string>(),
  codes: new Set<string>(),
});

/** Sets the departments. Where several places of a region have one name, suggestions tell them apart by these. */
function nameDepartments(
  places: readonly SourcePlace[],
  departmentOf: (place: SourcePlace) => string | undefined,
): void {
  const french = places.filter(({ country }) => country === 'FR');
  for (const place of french) place.department = departmentNames.get(departmentOf(place) ?? '');
  for (const same of Map.groupBy(french, ({ name, region }) => `${name}|${region}`).values()) {
    if (same.length === 1) continue;
    for (const place of same) place.region = departmentNames.get(departmentOf(place) ?? '') ?? place.region;
  }
}
