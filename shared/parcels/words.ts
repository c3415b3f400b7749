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

/** The one list of what must not be sent: form, FAQ, terms and reports show it (rule 220). */
export const forbiddenGoods: readonly string[] = [
  'armes, munitions, explosifs',
  "stupéfiants ; médicaments, sauf un traitement prescrit, avec son ordonnance et l'accord du voyageur, et aucun vers l'Algérie",
  "argent, bijoux de valeur, pièces d'identité",
  'contrefaçons, marchandises à revendre',
  'produits inflammables ou sous pression, batteries seules',
  'viande, fromage, produits frais, plantes, animaux',
  'drones, jumelles, GPS, radios',
];
export const seenContents = 'Le voyageur doit voir le contenu avant de prendre le colis.';

/** Replaces a parcel's photo or document that was erased because of its age. */
export const fileErasedWords = 'Photo ou document effacé : il est gardé 90 jours après la fin du colis.';
