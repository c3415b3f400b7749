import type { AdminStatus } from '../values/fields.ts';
import type { ParcelStatus } from './record.ts';

/** Product 2.4; the two halves of the handshake and the end before transit are ours (rule 39). */
export const parcelStatusLabels: Readonly<Record<ParcelStatus, string>> = {
  active: 'Actif',
  // Paused by its owner, not waiting for validation.
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

export const validationLabels: Readonly<Record<AdminStatus, string>> = {
  pending: 'En attente de validation',
  approved: 'Validé',
  rejected: 'Refusé',
};

/** Why a parcel that the member wrote about is not shown (decision 017), without its texts or state. */
export const unseenWords = {
  taken: 'Ce colis a déjà un transporteur.',
  promised: "L'expéditeur et un autre voyageur se mettent d'accord sur ce colis.",
  unlisted: "Cette annonce n'est pas disponible pour le moment.",
  unavailable: "Cette annonce n'est plus disponible.",
  deleted: 'Ce colis a été supprimé.',
} as const;
