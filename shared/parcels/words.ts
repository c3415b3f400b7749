import type { AdminStatus, Size } from '../values/fields.ts';
import { numberText } from '../values/formats.ts';
import type { ParcelStatus } from './contract.ts';

/** Product 2.4; the two halves of the handshake and the end before transit are ours (rule 39). */
export const parcelStatusLabels: Readonly<Record<ParcelStatus, string>> = {
  active: 'Actif',
  // Paused by its owner: not the same as waiting for its validation.
  pending: 'En attente (en pause)',
  accepted_for_delivery: 'Transporteur proposé',
  carrier_chosen: 'Transporteur choisi',
  pickup: 'À récupérer',
  in_transit: 'En transit',
  delivery: 'En cours de livraison',
  delivered: 'Livré',
  returned: 'À retourner',
  cancelled: 'Annulé',
};

/** For a return that the owner has confirmed. */
export const returnOverLabel = 'Rendu';

/** In forms, with what it compares to (product 2.5). */
export const sizeDescriptions: Readonly<Record<Size, string>> = {
  small: 'Petit (tient dans une boîte à chaussures)',
  medium: 'Moyen (tient dans un sac à dos)',
  large: 'Grand (tient dans une valise)',
};

/** On cards, where there is no room. */
export const sizeLabels: Readonly<Record<Size, string>> = { small: 'Petit', medium: 'Moyen', large: 'Grand' };

/** Whether the administrator let a listing appear. */
export const validationLabels: Readonly<Record<AdminStatus, string>> = {
  pending: 'En attente de validation',
  approved: 'Validé',
  rejected: 'Refusé',
};

/** « 2,5 kg » */
export const weightText = (grams: number) => `${numberText(grams / 1000, { maximumFractionDigits: 3 })} kg`;

/** What nobody may put in a parcel; said in both forms. */
export const forbiddenGoods: readonly string[] = [
  'armes, munitions et explosifs',
  'stupéfiants et médicaments sans ordonnance',
  'argent liquide, bijoux de valeur et documents d’identité',
  'contrefaçons et marchandises destinées à la revente',
  'produits inflammables, corrosifs ou sous pression',
  'denrées périssables, plantes et animaux',
];

/** In the place of a parcel's photo or document that was too old. */
export const fileErasedWords = 'Photo ou document effacé : il est gardé 90 jours après la fin du colis.';

/** Why a parcel that one wrote about does not show (decision 017); neither its texts nor its state are told. */
export const unseenWords = {
  taken: 'Ce colis a déjà un transporteur.',
  unavailable: "Cette annonce n'est plus disponible.",
  deleted: 'Ce colis a été supprimé.',
} as const;
