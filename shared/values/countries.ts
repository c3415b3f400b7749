import { keysOfName, keysOfText, nameKey } from './place-names.ts';
import { commonCountries, countryCodes, countryName, isInhabited } from './places.ts';

/** Common names that are missing in Unicode's French, English and Arabic names. */
const usual: Readonly<Record<string, string>> = {
  AE: 'Émirats, Emirates, EAU, UAE, Dubaï, الامارات',
  AT: 'Österreich, Oesterreich',
  BE: 'België',
  CD: 'RDC, DRC, Congo-Kinshasa, Zaïre',
  CH: 'Schweiz, Svizzera',
  CI: 'Ivory Coast',
  CV: 'Cap-Vert, Cape Verde',
  CZ: 'République tchèque, Czech Republic',
  DE: 'Deutschland, Almania',
  DK: 'Danmark',
  DZ: 'Dzair, Djazair, Al Jazair, El Djazair',
  EG: 'Masr, Misr',
  ES: 'España',
  FI: 'Suomi',
  GB: 'UK, Angleterre, England, Grande-Bretagne, Great Britain, Britain, Écosse, Scotland, Pays de Galles, Wales, بريطانيا, انجلترا, إنكلترا',
  IT: 'Italia',
  KR: 'South Korea',
  MA: 'Maghrib',
  MK: 'Macédoine, Macedonia',
  MM: 'Birmanie, Burma',
  NL: 'Hollande, Holland, Nederland, هولندا',
  NO: 'Norge',
  PL: 'Polska',
  PS: 'Palestine, فلسطين',
  RE: 'Île de la Réunion',
  SA: 'KSA, Saoudia, السعودية',
  SE: 'Sverige',
  SZ: 'Swaziland',
  TL: 'Timor-Leste, East Timor',
  TR: 'Turkey, Türkiye',
  US: "USA, Amérique, America, États-Unis d'Amérique, United States of America, امريكا, أمريكا",
  VA: 'Vatican',
};

/** Every country with the keys of its names, the French one first; made on first use. */
let known: readonly (readonly [code: string, keys: readonly string[]])[] | undefined;

function namesOf(): NonNullable<typeof known> {
  if (known) return known;
  const foreign = ['en', 'ar'].map((language) => new Intl.DisplayNames([language], { type: 'region' }));
  known = countryCodes.map((code) => {
    const others = [...foreign.map((names) => names.of(code) ?? ''), ...(usual[code] ?? '').split(', '), code];
    return [code, [countryName(code) ?? code, ...others].flatMap(keysOfName).filter(Boolean)] as const;
  });
  return known;
}

/** The country of a name in French, English, Arabic or usual words, in any spelling; undefined for any other text. */
export function countryNamed(text: string): string | undefined {
  const [key] = keysOfText(text);
  if (key === undefined) return undefined;
  const found = namesOf().filter(([, keys]) => keys.includes(key));
  return (found.find(([, [name]]) => name === key) ?? found[0])?.[0];
}

/** The rank of a country for a text, lowest first; undefined when none of its names fits. */
function rankOf(keys: readonly string[], wanted: string): number | undefined {
  const [french = ''] = keys;
  if (keys.includes(wanted) && wanted.length > 2) return 0;
  if (keys.some((key) => key.startsWith(wanted))) return 1;
  return french.includes(wanted) ? 2 : undefined;
}

const nearness = (code: string): number => {
  const at = (commonCountries as readonly string[]).indexOf(code);
  return at < 0 ? commonCountries.length : 0;
};

/**
 * Countries for a typed text, the likeliest first: whole names, names that begin with the text (common countries
 * first), then French names that contain it. Uninhabited ones are left out.
 */
export function countriesLike(text: string): readonly string[] {
  const wanted = keysOfText(text);
  if (wanted.length === 0) return commonCountries;
  for (const key of wanted) {
    const found = namesOf().flatMap(([code, keys]) => {
      const rank = isInhabited(code) ? rankOf(keys, key) : undefined;
      return rank === undefined ? [] : [{ code, rank }];
    });
    const byName = (a: string, b: string) => (countryName(a) ?? a).localeCompare(countryName(b) ?? b, 'fr');
    const sorted = found.toSorted(
      (a, b) => a.rank - b.rank || nearness(a.code) - nearness(b.code) || byName(a.code, b.code),
    );
    if (sorted.length > 0) return sorted.map(({ code }) => code);
  }
  return [];
}

let french: ReadonlyMap<string, string> | undefined;

/**
 * The countries that a search text means: those whose French name contains it, else those with another name that begins
 * with it. Almost every search has a French name, so the other names rarely load.
 */
export function countriesMeant(text: string): ReadonlySet<string> {
  const key = nameKey(text);
  french ??= new Map(countryCodes.map((code) => [code, nameKey(countryName(code) ?? code)]));
  const inFrench = [...french].filter(([, name]) => name.includes(key)).map(([code]) => code);
  if (inFrench.length > 0) return new Set(inFrench);
  const [typed = ''] = keysOfText(text);
  return new Set(
    namesOf()
      .filter(([, keys]) => keys.some((name) => name.startsWith(typed)))
      .map(([code]) => code),
  );
}
