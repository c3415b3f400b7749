import type { DeliveryActName, ParcelStatus } from '../parcels/contract.ts';
import type { ProofStage } from './contract.ts';

interface ActWords {
  /** Title of the toast when it is done, and when it could not be done (product 2.8). */
  readonly done: string;
  readonly failed: string;
}

export const actWords: Readonly<Record<DeliveryActName, ActWords>> = {
  acceptDelivery: { done: 'Livraison acceptée', failed: "Impossible d'accepter la livraison" },
  chooseCarrier: { done: 'Transporteur choisi', failed: 'Impossible de choisir le transporteur' },
  releaseCarrier: { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
  validatePickup: { done: 'Action validée', failed: "Impossible de valider l'action" },
  startDelivery: { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
  validateDelivery: { done: 'Action validée', failed: "Impossible de valider l'action" },
};

/** What the carrier's one button says in each state (product 2.2). */
export const carrierActLabels = {
  validatePickup: 'Valider le ramassage',
  startDelivery: 'En route pour la remise',
  validateDelivery: 'Valider la livraison',
} as const;

/** « Photo 2 du ramassage » */
export const proofStageLabels: Readonly<Record<ProofStage, string>> = {
  pickup: 'du ramassage',
  delivery: 'de la livraison',
};

export const deliveryWords = {
  notFound: 'Colis non trouvé',
  loadFailed: 'Impossible de charger les données du colis',
  photoRequired: { title: 'Photo requise', detail: 'Veuillez prendre une photo avant de valider' },
  photosSent: 'Photos envoyées',
  photosFailed: "Impossible d'envoyer les photos",
  photoUnreadable: "Impossible de charger l'image",
  cameraDenied: "Impossible d'accéder à la caméra",
} as const;

/** What each state means to the two of them, above the steps. */
export const statusSentences: Partial<Record<ParcelStatus, string>> = {
  active: "Aucun transporteur n'a encore été choisi.",
  pending: "L'annonce est en pause.",
  accepted_for_delivery: "Un transporteur propose de livrer ce colis. L'expéditeur doit encore le choisir.",
  carrier_chosen: "L'expéditeur a choisi un transporteur, qui doit encore accepter.",
  pickup: 'Transporteur choisi, remise prévue.',
  returned: "Le colis retourne à l'expéditeur.",
  cancelled: 'Cet envoi est annulé.',
};
