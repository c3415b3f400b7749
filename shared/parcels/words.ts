import type { Size } from '../values/fields.ts';
import { numberText } from '../values/formats.ts';

export const sizeDescriptions: Readonly<Record<Size, string>> = {
  small: 'Petit (tient dans une boîte à chaussures)',
  medium: 'Moyen (tient dans un sac à dos)',
  large: 'Grand (tient dans une valise)',
};

export const sizeLabels: Readonly<Record<Size, string>> = { small: 'Petit', medium: 'Moyen', large: 'Grand' };

/** « 2,5 kg », with a no-break space. */
export const weightText = (grams: number) => `${numberText(grams / 1000, { maximumFractionDigits: 3 })}\u00a0kg`;

export const forbiddenGoods: readonly string[] = [
  'armes, munitions et explosifs',
  'stupéfiants et médicaments sans ordonnance',
  'argent liquide, bijoux de valeur et documents d’identité',
  'contrefaçons et marchandises destinées à la revente',
  'produits inflammables, corrosifs ou sous pression',
  'denrées périssables, plantes et animaux',
];

/** Replaces a parcel's photo or document that was erased because of its age. */
export const fileErasedWords = 'Photo ou document effacé : il est gardé 90 jours après la fin du colis.';
