import type { Place } from '#shared/values/fields.ts';
import { place } from '../search-model.ts';
import type { Chance } from './chance.ts';

/** Names that contain each other, differ in accents only, start alike, occur twice, or are unlisted. */
const awkward = (
  'FR Paris|FR Parisot|FR Le Touquet-Paris-Plage|CA Paris|FR Saint-Étienne|FR Saint-Etienne-du-Rouvray|FR L’Haÿ-les-Roses|' +
  'FR Œuilly|FR Alençon|FR Albi|FR Ales|FR Alès|DZ Alger|DZ Algermoule|DZ Oran|FR Orange|ES Oranès|DZ Aïn Témouchent|' +
  'DZ Bordj Bou Arréridj|DZ Bou Saâda|MA Aïn Harrouda|ES Almería|ES Alicante|IT Alghero|PT Algés|FR Y|FR Eu|FR Ars|' +
  'BE Liège|CH Genève|TN Tunis|TN La Marsa|SN Dakar|DE Köln|DE Ahlen|GB Hull|GB St Albans|CA Montréal|DZ ~Aïn El Hammam|' +
  'FR ~Villeneuve|FR ~villeneuve|DZ ~وهران'
).split('|');
const syllables = 'al ar ba be bo ca da el fa ga ha is ka la ma na or pa ra sa ta ul va za'.split(' ');
const countries = ['FR', 'DZ', 'MA', 'TN', 'ES', 'BE', 'CH', 'IT', 'DE', 'SN', 'GB', 'CA'];

/** The awkward places, then many with random names. */
export const somePlaces = ({ below, pick }: Chance): Place[] => [
  ...awkward.map((line, index) => {
    const [country, name] = [line.slice(0, 2), line.slice(3)];
    return name.startsWith('~') ? place(name.slice(1), country) : place(name, country, String(1000 + index));
  }),
  ...Array.from({ length: 600 }, (_, index) => {
    const name = Array.from({ length: 2 + below(2) }, () => pick(syllables)).join('');
    return place(`${name[0]?.toUpperCase()}${name.slice(1)}`, pick(countries), String(2000 + index));
  }),
];
