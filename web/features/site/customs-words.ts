import { categoryLabels } from '#shared/parcels/contents-words.ts';
import { type CustomsLine, customsLines, customsSources } from '#shared/parcels/customs.ts';

/** The day of the oldest check of a source. */
export const checkedOn: string =
  Object.values(customsSources)
    .map(({ checked }) => checked as string)
    .sort()[0] ?? '';

/** « Téléphone ou tablette : joignez la facture. » */
const sentenceOf = ({ category, text, isUnsure }: CustomsLine) =>
  (category === 'all' ? text : `${categoryLabels[category]} : ${text}`) + (isUnsure ? ' (À vérifier.)' : '');

const linesOf = (border: CustomsLine['border'], zone: CustomsLine['zone']) =>
  customsLines.filter((line) => line.border === border && line.zone === zone).map(sentenceOf);

const medicines = (border: CustomsLine['border']) =>
  customsLines.find((line) => line.border === border && line.zone === 'DZ' && line.category === 'medicine')?.text;

export const medicinesIntoAlgeria = medicines('into') ?? '';
export const medicinesOutOfAlgeria = medicines('outOf') ?? '';
export const intoAlgeria = linesOf('into', 'DZ');
export const outOfAlgeria = linesOf('outOf', 'DZ');
export const intoFrance = linesOf('into', 'EU');

/** The table's lines, then what no declared content can be. */
export const toAlgeria: readonly string[] = [
  ...intoAlgeria,
  'Les armes et les contrefaçons sont refusées.',
  "L'entrée et la sortie de dinars sont réglementées, comme la déclaration des devises : n'en mettez jamais dans un colis.",
];

export const toFrance: readonly string[] = [
  ...intoFrance,
  ...outOfAlgeria,
  'Le tabac et les alcools ont des plafonds propres, et les contrefaçons sont saisies.',
  "Les sommes de 10 000 € et plus se déclarent ; l'argent n'a de toute façon pas sa place dans un colis.",
];
