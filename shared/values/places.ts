import { inForm, plainDigits } from './typed/characters.ts';

/** A city as suggestions show it. `placeId` is an id of the place data; `region` is absent where it adds nothing. */
export interface City {
  readonly placeId: string;
  readonly name: string;
  readonly countryCode: string;
  readonly region?: string | undefined;
  /** The typed text is one of its names and cannot mean another place. */
  readonly isMeant?: true;
}

/** Countries offered before anything is typed (product 2.9). */
export const commonCountries = ['FR', 'DE', 'IT', 'ES', 'US', 'GB', 'CA', 'MA', 'TN', 'DZ'] as const;

/** ISO 3166-1, and Kosovo. */
export const countryCodes: readonly string[] = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'
).split(' ');

const known = new Set(countryCodes);
/** Created on first use: loading the names takes longer than any other step of the start. */
let names: Intl.DisplayNames | undefined;

/** Uninhabited territories: not offered, but shown if a listing has one. */
const uninhabited = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF']);

export const isInhabited = (code: string): boolean => isCountry(code) && !uninhabited.has(code);

export const isCountry = (code: string): boolean => known.has(code);

/** French name of a country, undefined for an unknown code. */
export function countryName(code: string): string | undefined {
  if (!isCountry(code)) return undefined;
  names ??= new Intl.DisplayNames(['fr'], { type: 'region' });
  return names.of(code);
}

const plainLetters: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  þ: 'th',
  ə: 'e',
  '‘': '',
  '`': '',
};

/**
 * The normalised form for comparing names of places: lower-case letters without accents, one space for anything else. «
 * L'Haÿ-les-Roses » is `l hay les roses`. Letters of other scripts are kept.
 */
export function foldPlace(text: string): string {
  return inForm('NFD', plainDigits(text).toLowerCase())
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[œæßøđðłıħþə‘`]/g, (letter) => plainLetters[letter] ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The bare slug of a name in addresses, or of words in any spelling: « Aïn Témouchent » is `ain-temouchent`. */
export const slugOf = (name: string): string => foldPlace(name).replaceAll(' ', '-');

export function placeLabel({ name, region, countryCode }: Omit<City, 'placeId' | 'isMeant'>): string {
  return [name, region, countryName(countryCode)].filter(Boolean).join(', ');
}
