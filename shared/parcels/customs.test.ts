import { expect, test } from 'vitest';
import { isDay } from '../values/time.ts';
import { Category } from './contents.ts';
import { categoryLabels } from './contents-words.ts';
import { arePapersAsked, customsLines, customsSources, judge, refusedContents } from './customs.ts';

const textsOf = (from: string, to: string, ...categories: Category[]) =>
  judge(
    categories.map((category) => ({ category })),
    from,
    to,
  ).map(({ verdict, text }) => `${verdict} ${text}`);

const terms = {
  fresh:
    "refused Nos conditions refusent les produits frais, la viande, le lait et les plantes : ils sont saisis, ou s'abîment.",
  sensitive: 'refused Nos conditions refusent drones, jumelles, GPS et radios : des douanes les saisissent.',
};
const intoFrance =
  'notice Au-delà de 430 € en avion ou en bateau (300 € par la route, 150 € avant 15 ans), le voyageur déclare et paie. La franchise vaut pour ses affaires et cadeaux : pour un colis porté contre un prix, en cas de doute, déclarez.';
const intoAlgeria =
  'notice La douane algérienne admet ce dont une famille a besoin. Une quantité qui ressemble à un commerce est taxée ou saisie.';
const fromPalms = 'notice La Tunisie interdit ce qui vient du palmier : dattes et vannerie peuvent être retenues.';
const intoMorocco = 'notice Cadeaux sans caractère commercial : 2\u00a0000 dirhams au plus.';

/** Each line once, as it was read at its source. */
const read: readonly (readonly [from: string, to: string, category: Category, ...texts: string[]])[] = [
  ['FR', 'FR', 'fresh', terms.fresh],
  ['FR', 'FR', 'sensitive', terms.sensitive],
  ['DZ', 'FR', 'clothes', intoFrance],
  ['DZ', 'FR', 'pastries', intoFrance, 'notice Gâteaux secs seulement, sans crème ni viande.'],
  ['TN', 'IT', 'honey', intoFrance, 'notice 2 kg au plus par voyageur.'],
  ['MA', 'ES', 'baby', intoFrance, 'notice 2 kg au plus, boîte de marque jamais ouverte.'],
  [
    'TN',
    'FR',
    'medicine',
    intoFrance,
    "notice Avec l'ordonnance dans le colis, pour trois mois de traitement au plus.",
  ],
  ['FR', 'DZ', 'clothes', intoAlgeria],
  [
    'FR',
    'DZ',
    'medicine',
    intoAlgeria,
    "refused L'Algérie n'admet les médicaments qu'avec une autorisation de son ministère de la Santé, et le voyageur qui en porte pour un autre risque la prison. Nous les refusons.",
  ],
  [
    'FR',
    'DZ',
    'phone',
    intoAlgeria,
    'notice La douane limite les téléphones aux besoins du voyageur : joignez la facture.',
  ],
  [
    'FR',
    'DZ',
    'appliance',
    intoAlgeria,
    "notice Neuf seulement, avec la facture : l'Algérie refuse l'électroménager usagé.",
  ],
  ['BE', 'DZ', 'parts', intoAlgeria, "notice Neuves seulement : l'Algérie admet une seule pièce usagée."],
  [
    'DZ',
    'FR',
    'staples',
    intoFrance,
    "notice L'Algérie interdit la sortie de semoule, pâtes, farine, sucre et huile de table : la douane les saisit.",
  ],
  [
    'DZ',
    'MA',
    'medicine',
    "notice La sortie de médicaments d'Algérie demande une autorisation du ministère de la Santé.",
    intoMorocco,
    "notice Avec l'ordonnance dans le colis.",
  ],
  ['FR', 'TN', 'clothes', 'notice Du neuf, ou quelques pièces : la Tunisie interdit la friperie.'],
  [
    'FR',
    'TN',
    'phone',
    "notice La Tunisie soumet les téléphones à autorisation : joignez la facture et l'autorisation.",
  ],
  ['FR', 'TN', 'cosmetics', 'notice La Tunisie interdit le henné.'],
  ['DZ', 'TN', 'dates', fromPalms],
  ['DZ', 'TN', 'gifts', fromPalms],
  ['FR', 'TN', 'parts', 'notice Les pièces usagées demandent une autorisation.'],
  ['TN', 'DZ', 'gifts', intoAlgeria, "notice Les objets d'art et d'antiquité ne sortent pas de Tunisie."],
  ['FR', 'MA', 'papers', intoMorocco],
  ['FR', 'MA', 'cosmetics', intoMorocco, 'notice Un parfum (150 ml) et une eau de toilette (250 ml) par voyageur.'],
  // No line was found, so the sentence names whom to ask.
  ['FR', 'TN', 'medicine', 'notice Renseignez-vous auprès de la douane : Tunisie.'],
  ['CA', 'DZ', 'clothes', intoAlgeria, 'notice Renseignez-vous auprès de la douane : Canada.'],
  ['GB', 'FR', 'clothes', intoFrance, 'notice Renseignez-vous auprès de la douane : Royaume-Uni.'],
  ['FR', 'BE', 'honey'],
  ['CA', 'CA', 'staples'],
];

test.each(read.map(([from, to, category, ...texts]) => ({ from, to, category, texts })))(
  'from $from to $to, of $category',
  ({ from, to, category, texts }) => {
    expect(textsOf(from, to, category)).toEqual(texts);
  },
);

test('every line of the table was read by hand', () => {
  const heard = new Set(read.flatMap(([from, to, category]) => judge([{ category }], from, to)));
  expect(customsLines.filter((line) => !heard.has(line))).toEqual([]);
});

test('of several contents each is judged, and what concerns the whole parcel is said once', () => {
  expect(textsOf('FR', 'DZ', 'phone', 'clothes', 'fresh')).toEqual([
    terms.fresh,
    intoAlgeria,
    expect.stringContaining('téléphones'),
  ]);
});

test('nothing is said before both countries are known, or of an empty parcel', () => {
  expect(textsOf('', 'DZ', 'medicine')).toEqual([]);
  expect(textsOf('FR', '', 'fresh')).toEqual([]);
  expect(textsOf('FR', 'DZ')).toEqual([]);
});

test('a refused content is told at its row', () => {
  const contents = [{ category: 'clothes' }, { category: 'medicine' }, { category: 'sensitive' }] as const;
  expect(refusedContents(contents, 'FR', 'DZ').map(({ path }) => path)).toEqual([
    ['contents', 1, 'category'],
    ['contents', 2, 'category'],
  ]);
  expect(refusedContents(contents, 'FR', 'TN').map(({ path }) => path)).toEqual([['contents', 2, 'category']]);
});

test('every line names a source, and every source has its address and the day of its check', () => {
  expect(customsLines.filter(({ sources }) => sources.length === 0)).toEqual([]);
  for (const { name, url, checked } of Object.values(customsSources)) {
    expect(url, name).toMatch(/^(https?:\/)?\//);
    expect(isDay(checked), name).toBe(true);
  }
});

test('every category has its own label', () => {
  expect(new Set(Object.values(categoryLabels)).size).toBe(Category.options.length);
});

test('a line is marked as wanting papers exactly where its sentence names one', () => {
  const named = customsLines.filter(
    ({ verdict, text }) => verdict === 'notice' && /facture|ordonnance|autorisation/.test(text),
  );
  expect(customsLines.filter(({ asksPapers }) => asksPapers)).toEqual(named);
  expect(named.length).toBeGreaterThan(5);
  const phone = [{ category: 'phone' }] as const;
  expect([arePapersAsked(phone, 'FR', 'DZ'), arePapersAsked(phone, 'DZ', 'FR')]).toEqual([true, false]);
});
