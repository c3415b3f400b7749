import * as z from 'zod/mini';
import { line } from '../values/fields.ts';

/** Kinds of contents that a parcel declares (rule 186), in the order of the form's chips. */
export const Category = z.enum(
  [
    'clothes',
    'pastries',
    'dates',
    'grocery',
    'cosmetics',
    'medicine',
    'phone',
    'papers',
    'toys',
    'gifts',
    'electronics',
    'appliance',
    'household',
    'parts',
    'baby',
    'honey',
    'staples',
    'fresh',
    'sensitive',
    'other',
  ],
  'Contenu inconnu',
);
export type Category = z.infer<typeof Category>;

/** One declared category: how many pieces, and the sender's own words. */
export const Content = z.object({ category: Category, count: z.int(), what: z.optional(z.string()) });
export type Content = z.infer<typeof Content>;

export const contentsMissing = 'Déclarez ce que contient le colis.';
/** A pickup needs the carrier's word that they saw the contents (rule 190). */
export const contentsUnseen = "Ouvrez le colis avec l'expéditeur et confirmez son contenu.";
export const refusalUnexplained = 'Indiquez pourquoi vous ne prenez pas le colis.';
export const mostPieces = 99;
export const countWrong = `Indiquez un nombre de 1 à ${mostPieces}.`;
export const whatLength = 60;
export const whatMissing = 'Précisez ce contenu.';

const Count = z.int(countWrong).check(z.gte(1, countWrong), z.lte(mostPieces, countWrong));
export const What = line(whatLength, whatMissing);

const mostRows = Category.options.length;

/** The declaration as it is published; `contentsProblems` judges its rows together. */
export const NewContents = z
  .array(z.strictObject({ category: Category, count: Count, what: z.optional(What) }), contentsMissing)
  .check(z.minLength(1, contentsMissing), z.maxLength(mostRows, `Déclarez ${mostRows} contenus au plus.`));
