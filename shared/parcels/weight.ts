import * as z from 'zod/mini';
import { tidyLine } from '../values/typed/characters.ts';
import { readGrams } from '../values/typed/numbers.ts';

/** A typed weight (`readGrams`), stored in grams: above 0, at most 1,000 kg (product 2.5). */
export const WeightGrams = z.pipe(
  z.string('Le poids est requis').check(z.refine((typed) => tidyLine(typed) !== '', 'Le poids est requis')),
  z.pipe(
    z.transform((typed: string) => readGrams(typed) ?? 0),
    z
      .int()
      .check(
        z.gte(1, 'Veuillez entrer un nombre valide'),
        z.lte(1_000_000, 'Le poids est trop élevé : 1\u00a0000 kg au maximum'),
      ),
  ),
);
