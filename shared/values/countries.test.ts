import { expect, test } from 'vitest';
import { countriesLike, countriesMeant, countryNamed } from './countries.ts';
import { countryCodes } from './places.ts';

const typed: readonly (readonly [text: string, country: string])[] = [
  ['Algeria', 'DZ'],
  ['algerie', 'DZ'],
  ['ALGÉRIE', 'DZ'],
  ['الجزائر', 'DZ'],
  ['جزائر', 'DZ'],
  ['El Djazair', 'DZ'],
  ["L'Algérie", 'DZ'],
  ['alg', 'DZ'],
  ['dz', 'DZ'],
  ['USA', 'US'],
  ['U.S.A.', 'US'],
  ['etats unis', 'US'],
  ['United States', 'US'],
  ['Amérique', 'US'],
  ['أمريكا', 'US'],
  ['الولايات المتحدة', 'US'],
  ['UK', 'GB'],
  ['Angleterre', 'GB'],
  ['England', 'GB'],
  ['Grande Bretagne', 'GB'],
  ['Ecosse', 'GB'],
  ['بريطانيا', 'GB'],
  ['إنجلترا', 'GB'],
  ['France', 'FR'],
  ['La France', 'FR'],
  ['فرنسا', 'FR'],
  ['fr', 'FR'],
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['ألمانيا', 'DE'],
  ['المانيا', 'DE'],
  ['al', 'DZ'],
  ['Spain', 'ES'],
  ['Espana', 'ES'],
  ['إسبانيا', 'ES'],
  ['Italia', 'IT'],
  ['Italy', 'IT'],
  ['إيطاليا', 'IT'],
  ['Morocco', 'MA'],
  ['Le Maroc', 'MA'],
  ['المغرب', 'MA'],
  ['Tunisia', 'TN'],
  ['تونس', 'TN'],
  ['Belgium', 'BE'],
  ['Belgique', 'BE'],
  ['بلجيكا', 'BE'],
  ['Switzerland', 'CH'],
  ['Suisse', 'CH'],
  ['سويسرا', 'CH'],
  ['Canada', 'CA'],
  ['كندا', 'CA'],
  ['Hollande', 'NL'],
  ['Netherlands', 'NL'],
  ['Emirats', 'AE'],
  ['UAE', 'AE'],
  ['السعودية', 'SA'],
  ['Turkey', 'TR'],
  ['Turquie', 'TR'],
  ['تركيا', 'TR'],
  ['Egypt', 'EG'],
  ['مصر', 'EG'],
  ['Senegal', 'SN'],
  ["Cote d'Ivoire", 'CI'],
  ['Ivory Coast', 'CI'],
  ['Réunion', 'RE'],
  ['Palestine', 'PS'],
  ['guinee', 'GN'],
  ['Congo', 'CG'],
];

test.each(typed)('« %s » offers %s first', (text, country) => {
  expect(countriesLike(text)[0]).toBe(country);
});

test('a whole name of any language is a country, a beginning is none', () => {
  for (const text of ['Algeria', 'الجزائر', 'UK', 'usa', 'Angleterre', 'ALGERIE', 'dz'])
    expect(countryNamed(text), text).toBe(countriesLike(text)[0]);
  for (const text of ['', 'alg', 'Narnia', 'Europe']) expect(countryNamed(text), text).toBeUndefined();
});

test('every country is found by its French, English and Arabic name', () => {
  for (const code of countryCodes.filter((one) => countriesLike(one).includes(one)))
    for (const language of ['fr', 'en', 'ar']) {
      const name = new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? '';
      expect(countriesLike(name).slice(0, 3), name).toContain(code);
    }
});

test('places where nobody lives are not offered', () => {
  for (const text of ['Antarctique', 'Antarctica', 'Île Bouvet', 'Heard', 'Terres australes', 'Géorgie du Sud', 'AQ'])
    expect(countriesLike(text), text).not.toEqual(expect.arrayContaining(['AQ']));
  const hidden = countryCodes.filter((code) => !countriesLike(code).includes(code));
  expect(hidden).toEqual(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF']);
});

test('the text of a country in a search means those whose names it is in', () => {
  expect([...countriesMeant('algér')]).toEqual(['DZ']);
  expect([...countriesMeant('France')]).toContain('FR');
  expect([...countriesMeant('Algeria')]).toEqual(['DZ']);
  expect([...countriesMeant('الجزائر')]).toEqual(['DZ']);
  expect([...countriesMeant('Narnia')]).toEqual([]);
});
