import { paths } from '../site/paths.ts';
import type { RouteProblem } from '../values/itinerary.ts';
import { countryName } from '../values/places.ts';
import type { Category, Content } from './contents.ts';

/** The table of customs by border and category (rule 187). A release changes it, after a second person has read it. */

interface Source {
  readonly name: string;
  readonly url: string;
  /** The day of the last check. */
  readonly checked: string;
}

const checked = '2026-11-27';

export const customsSources = {
  terms: { name: 'Nos conditions', url: `${paths.terms}#interdits`, checked },
  personalImports: {
    name: 'Commission européenne, importations personnelles (texte 2019/2122)',
    url: 'https://food.ec.europa.eu/animals/animal-products-movements/personal-imports_en',
    checked,
  },
  frenchAllowance: {
    name: 'Douane française, franchises des voyageurs',
    url: 'https://www.douane.gouv.fr',
    checked,
  },
  frenchMedicines: {
    name: 'Douane française, médicaments transportés par des particuliers',
    url: 'https://www.douane.gouv.fr/fiche/le-transport-de-medicaments-en-france-par-des-particuliers',
    checked,
  },
  algerianTravellers: {
    name: 'Douane algérienne, informations aux voyageurs',
    url: 'http://douane.gov.dz/Informations%20aux%20voyageurs2.html',
    checked,
  },
  algerianMedicines: {
    name: 'Douane algérienne, produits pharmaceutiques, citée par visa-algerie.com',
    url: 'https://www.visa-algerie.com/?p=90305',
    checked,
  },
  algerianExports: {
    name: 'Ministère algérien du Commerce, mars 2022 (APS)',
    url: 'https://fr.allafrica.com/stories/202204010278.html',
    checked,
  },
  algerianDevices: {
    name: 'Arrêté algérien de novembre 2024 (presse)',
    url: 'https://www.algerie360.com/ces-5-objets-sont-interdits-dentrer-en-algerie-drones-gps/',
    checked,
  },
  tunisian: {
    name: 'Douane tunisienne, prohibitions et restrictions',
    url: 'https://www.douane.gov.tn/prohibitions-et-restrictions/',
    checked,
  },
  moroccanGuide: {
    name: 'Guide de la douane marocaine, cité par telquel.ma',
    url: 'https://telquel.ma/instant-t/2022/11/07/cadeaux-parfums-cigarettes-ladii-dement-un-changement-des-formalites-douanieres-aux-aeroports_1790755/',
    checked,
  },
  moroccanLeaflet: {
    name: 'Brochure de la douane marocaine, décembre 2025 (presse)',
    url: 'https://www.afrik.com/can-2025-drone-devises-animaux-de-compagnie-comment-eviter-les-mauvaises-surprises-aux-frontieres-du-maroc',
    checked,
  },
} as const satisfies Record<string, Source>;
type SourceName = keyof typeof customsSources;

export type Verdict = 'notice' | 'refused';
type Zone = 'EU' | 'DZ' | 'TN' | 'MA';

/** A line that concerns a parcel; without sources its text only names whom to ask. */
export interface CustomsFinding {
  readonly category: Category | 'all';
  readonly verdict: Verdict;
  readonly text: string;
  readonly sources: readonly SourceName[];
  /** The line is not confirmed at its source. */
  readonly isUnsure?: true;
  /** It wants a paper in the parcel: an invoice, a prescription, an authorisation. */
  readonly asksPapers?: true;
}

export interface CustomsLine extends CustomsFinding {
  /** `terms`: at every border, and without one. */
  readonly border: 'into' | 'outOf' | 'terms';
  readonly zone?: Zone;
}

const ofTerms = { border: 'terms', verdict: 'refused' } as const;
const intoEU = { border: 'into', zone: 'EU', verdict: 'notice' } as const;
const intoDZ = { border: 'into', zone: 'DZ', verdict: 'notice' } as const;
const outOfDZ = { border: 'outOf', zone: 'DZ', verdict: 'notice' } as const;
const intoTN = { border: 'into', zone: 'TN', verdict: 'notice' } as const;
const intoMA = { border: 'into', zone: 'MA', verdict: 'notice' } as const;

const fromPalms = 'La Tunisie interdit ce qui vient du palmier : dattes et vannerie peuvent être retenues.';

export const customsLines: readonly CustomsLine[] = [
  {
    ...ofTerms,
    category: 'fresh',
    text: "Nos conditions refusent les produits frais, la viande, le lait et les plantes : ils sont saisis, ou s'abîment.",
    sources: ['terms', 'personalImports'],
  },
  {
    ...ofTerms,
    category: 'sensitive',
    text: 'Nos conditions refusent drones, jumelles, GPS et radios : des douanes les saisissent.',
    sources: ['terms', 'algerianDevices', 'moroccanLeaflet'],
  },
  {
    ...intoEU,
    category: 'all',
    text: 'Au-delà de 430 € en avion ou en bateau (300 € par la route, 150 € avant 15 ans), le voyageur déclare et paie. La franchise vaut pour ses affaires et cadeaux : pour un colis porté contre un prix, en cas de doute, déclarez.',
    sources: ['frenchAllowance'],
  },
  {
    ...intoEU,
    category: 'pastries',
    text: 'Gâteaux secs seulement, sans crème ni viande.',
    sources: ['personalImports'],
    isUnsure: true,
  },
  { ...intoEU, category: 'honey', text: '2 kg au plus par voyageur.', sources: ['personalImports'] },
  {
    ...intoEU,
    category: 'baby',
    text: '2 kg au plus, boîte de marque jamais ouverte.',
    sources: ['personalImports'],
  },
  {
    ...intoEU,
    category: 'medicine',
    text: "Avec l'ordonnance dans le colis, pour trois mois de traitement au plus.",
    asksPapers: true,
    sources: ['frenchMedicines'],
    isUnsure: true,
  },
  {
    ...intoDZ,
    category: 'all',
    text: 'La douane algérienne admet ce dont une famille a besoin. Une quantité qui ressemble à un commerce est taxée ou saisie.',
    sources: ['algerianTravellers'],
  },
  {
    ...intoDZ,
    verdict: 'refused',
    category: 'medicine',
    text: "L'Algérie n'admet les médicaments qu'avec une autorisation de son ministère de la Santé, et le voyageur qui en porte pour un autre risque la prison. Nous les refusons.",
    sources: ['terms', 'algerianMedicines'],
  },
  {
    ...intoDZ,
    category: 'phone',
    text: 'La douane limite les téléphones aux besoins du voyageur : joignez la facture.',
    asksPapers: true,
    sources: ['algerianTravellers'],
  },
  {
    ...intoDZ,
    category: 'appliance',
    text: "Neuf seulement, avec la facture : l'Algérie refuse l'électroménager usagé.",
    asksPapers: true,
    sources: ['algerianTravellers'],
  },
  {
    ...intoDZ,
    category: 'parts',
    text: "Neuves seulement : l'Algérie admet une seule pièce usagée.",
    sources: ['algerianTravellers'],
  },
  {
    ...outOfDZ,
    category: 'staples',
    text: "L'Algérie interdit la sortie de semoule, pâtes, farine, sucre et huile de table : la douane les saisit.",
    sources: ['algerianExports'],
  },
  {
    ...outOfDZ,
    category: 'medicine',
    text: "La sortie de médicaments d'Algérie demande une autorisation du ministère de la Santé.",
    asksPapers: true,
    sources: ['algerianMedicines'],
  },
  {
    ...intoTN,
    category: 'clothes',
    text: 'Du neuf, ou quelques pièces : la Tunisie interdit la friperie.',
    sources: ['tunisian'],
  },
  {
    ...intoTN,
    category: 'phone',
    text: "La Tunisie soumet les téléphones à autorisation : joignez la facture et l'autorisation.",
    asksPapers: true,
    sources: ['tunisian'],
  },
  { ...intoTN, category: 'cosmetics', text: 'La Tunisie interdit le henné.', sources: ['tunisian'] },
  { ...intoTN, category: 'dates', text: fromPalms, sources: ['tunisian'], isUnsure: true },
  { ...intoTN, category: 'gifts', text: fromPalms, sources: ['tunisian'], isUnsure: true },
  {
    ...intoTN,
    category: 'parts',
    text: 'Les pièces usagées demandent une autorisation.',
    asksPapers: true,
    sources: ['tunisian'],
  },
  {
    border: 'outOf',
    zone: 'TN',
    verdict: 'notice',
    category: 'gifts',
    text: "Les objets d'art et d'antiquité ne sortent pas de Tunisie.",
    sources: ['tunisian'],
  },
  {
    ...intoMA,
    category: 'all',
    text: 'Cadeaux sans caractère commercial : 2\u00a0000 dirhams au plus.',
    sources: ['moroccanGuide'],
  },
  {
    ...intoMA,
    category: 'cosmetics',
    text: 'Un parfum (150 ml) et une eau de toilette (250 ml) par voyageur.',
    sources: ['moroccanGuide'],
  },
  {
    ...intoMA,
    category: 'medicine',
    text: "Avec l'ordonnance dans le colis.",
    asksPapers: true,
    sources: ['moroccanLeaflet'],
    // Other newspapers read the customs' rule as one for the traveller's own medicines alone.
    isUnsure: true,
  },
];

const union = ' AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MC MT NL PL PT RO SE SI SK ';

/** The customs territory of a country; `undefined` for one without lines. */
const zoneOf = (countryCode: string): Zone | undefined =>
  countryCode === 'DZ' || countryCode === 'TN' || countryCode === 'MA'
    ? countryCode
    : union.includes(` ${countryCode} `)
      ? 'EU'
      : undefined;

const ask = (category: Category | 'all', countryCode: string): CustomsFinding => ({
  category,
  verdict: 'notice',
  text: `Renseignez-vous auprès de la douane : ${countryName(countryCode) ?? countryCode}.`,
  sources: [],
});

/** Findings that name no line: countries that the table does not know, and medicines of which no source was found. */
function unknownsOf(from: string, to: string): CustomsFinding[] {
  const ends = [from, to].filter((country) => zoneOf(country) === undefined).map((country) => ask('all', country));
  return [...ends, ...(to === 'TN' ? [ask('medicine', to)] : [])];
}

/**
 * The lines about these contents between two countries, in the order of the table: refusals of our terms are first.
 * None while a country is missing.
 */
export function judge(contents: readonly Pick<Content, 'category'>[], from: string, to: string): CustomsFinding[] {
  if (!from || !to) return [];
  const [start, end] = [zoneOf(from), zoneOf(to)];
  const isInside = from === to || (start !== undefined && start === end);
  const applies = ({ border, zone }: CustomsLine) =>
    border === 'terms' || (!isInside && zone === (border === 'into' ? end : start));
  const isDeclared = ({ category }: CustomsFinding) =>
    contents.length > 0 && (category === 'all' || contents.some((one) => one.category === category));
  return [...customsLines.filter(applies), ...(isInside ? [] : unknownsOf(from, to))].filter(isDeclared);
}

/** Customs want a paper for one of these contents. */
export const arePapersAsked = (contents: readonly Pick<Content, 'category'>[], from: string, to: string): boolean =>
  judge(contents, from, to).some(({ asksPapers }) => asksPapers);

/** The refused rows of a declaration, each at its category (rule 189). */
export function refusedContents(
  contents: readonly Pick<Content, 'category'>[],
  from: string,
  to: string,
): RouteProblem[] {
  const refused = judge(contents, from, to).filter(({ verdict }) => verdict === 'refused');
  return contents.flatMap(({ category }, index) => {
    const finding = refused.find((one) => one.category === category);
    return finding ? [{ path: ['contents', index, 'category'], message: finding.text }] : [];
  });
}
