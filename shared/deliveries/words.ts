import { nameOf } from '../messaging/words.ts';
import type { DeliveryActName, Parcel, ParcelStatus } from '../parcels/contract.ts';
import type { Terms } from '../parcels/terms.ts';
import { weightText } from '../parcels/words.ts';
import type { Transport } from '../trips/fields.ts';
import { transportLabels } from '../trips/words.ts';
import type { Card } from '../values/fields.ts';
import { ofMember } from '../values/french.ts';
import { moneyText } from '../values/money.ts';
import { shortDay } from '../values/time.ts';
import type { DeliveryState, OverrideTarget, ProofStage, TrackingEvent } from './contract.ts';

interface ActWords {
  /** Titles of the toasts for success and failure (product 2.8). */
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
  recordPosition: { done: 'Position enregistrée', failed: "Impossible d'enregistrer la position" },
  returnParcel: { done: 'Statut mis à jour', failed: 'Impossible de mettre à jour le statut' },
  confirmReturn: { done: 'Action validée', failed: "Impossible de valider l'action" },
};

/** The label of the carrier's one button in each state (product 2.2). */
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
  handoverQueued: 'Remise enregistrée sur cet appareil : elle partira au retour de la connexion',
  photosLater: 'Les photos partiront à son retour.',
  handoverSent: 'Cette remise est déjà partie',
  handoverLater: "Les photos et la validation partiront à son retour ; l'heure retenue sera celle de l'envoi.",
  photosFailed: "Impossible d'envoyer les photos",
  photosErased: 'Photos effacées : elles sont gardées un an après la fin du colis.',
  photoUnreadable: "Impossible de charger l'image",
  cameraDenied: "Impossible d'accéder à la caméra",
} as const;

/** For photos and pickup inside a conversation (product 2.8). */
export const handoverWords = {
  noPhoto: { title: 'Aucune photo', detail: "Prenez ou choisissez une photo avant de l'envoyer." },
  pickedUp: 'Ramassage confirmé',
  pickupFailed: 'Impossible de confirmer le ramassage',
} as const;

/** The meaning of each state for both participants, above the steps. */
export const statusSentences: Partial<Record<ParcelStatus, string>> = {
  active: "Aucun transporteur n'a encore été choisi.",
  pending: "L'annonce est en pause.",
  accepted_for_delivery: "Un transporteur propose de livrer ce colis. L'expéditeur doit encore le choisir.",
  carrier_chosen: "L'expéditeur a choisi un transporteur, qui doit encore accepter.",
  pickup: 'Transporteur choisi, remise prévue.',
  returned: "Le colis retourne à l'expéditeur.",
  cancelled: 'Cet envoi est annulé.',
};

/** The same for a finished return, which has the status of an open one. */
export const returnOverSentence = "Le colis est de retour chez l'expéditeur.";

/** The outcome that an administrator chose, as both participants read it. */
export const overrideSentences: Readonly<Record<OverrideTarget, string>> = {
  active: "Le colis n'a plus de transporteur et l'annonce est de nouveau active.",
  returned: "Le colis est noté comme rendu à l'expéditeur.",
  delivered: 'Le colis est noté comme livré.',
  cancelled: "L'envoi est annulé.",
};

const ownersNext: Partial<Record<ParcelStatus, (name: string) => string>> = {
  accepted_for_delivery: (name) => `${name} propose de le transporter : choisissez ce transporteur, ou refusez.`,
  carrier_chosen: (name) => `${name} doit encore accepter de le livrer.`,
  pickup: (name) => `Remettez le colis à ${name}, qui le prend en photo.`,
  in_transit: (name) => `${name} transporte votre colis.`,
  delivery: (name) => `${name} va remettre votre colis.`,
  returned: (name) => `${name} vous rapporte le colis : confirmez dès que vous l'avez.`,
};
const carriersNext: typeof ownersNext = {
  accepted_for_delivery: (name) => `${name} doit encore vous choisir.`,
  carrier_chosen: (name) => `${name} vous a choisi comme transporteur : acceptez, ou refusez.`,
  pickup: (name) => `Récupérez le colis auprès ${ofMember(name)} et prenez-le en photo.`,
  in_transit: () => 'Au moment de partir le remettre à son destinataire, dites-le ici.',
  delivery: () => 'Remettez le colis à son destinataire et prenez-le en photo.',
  returned: (name) => `Rapportez le colis à ${name}, qui confirmera le retour.`,
};

/** A half agreement with a member who is blocked, leaving or deleted. */
const endsWithout: { readonly owner: typeof ownersNext; readonly carrier: typeof ownersNext } = {
  owner: {
    accepted_for_delivery: (name) => `${name} n'est plus disponible : refusez, pour proposer de nouveau votre colis.`,
    carrier_chosen: (name) =>
      `${name} n'est plus disponible : retirez ce transporteur, pour proposer de nouveau votre colis.`,
  },
  carrier: {
    accepted_for_delivery: (name) => `${name} n'est plus disponible : vous pouvez vous désister.`,
    carrier_chosen: (name) => `${name} n'est plus disponible : vous pouvez refuser.`,
  },
};

/** The other participant, as far as the next step names them. */
export type Partner = Pick<Card, 'firstName' | 'lastName' | 'unavailable'>;

/**
 * The next step for one participant: their own act, or the member it waits for. Empty for a finished parcel.
 * `other`: the member of the conversation as they are now; the parcel names them as they were at the agreement.
 */
export function nextStepText(
  parcel: Pick<Parcel, 'ownerId' | 'status' | 'returnConfirmedAt'> & Partial<Pick<Parcel, 'owner' | 'carrier'>>,
  memberId: string,
  other?: Card,
): string | undefined {
  const partner = memberId === parcel.ownerId ? parcel.carrier : parcel.owner;
  return parcel.carrier && partner && nextStepWith(other?.id === partner.id ? other : partner, parcel, memberId);
}

/** The same for lists, which store the other participant separately. */
export function nextStepWith(
  partner: Partner,
  { ownerId, status, returnConfirmedAt }: Pick<Parcel, 'ownerId' | 'status' | 'returnConfirmedAt'>,
  memberId: string,
): string | undefined {
  if (returnConfirmedAt) return undefined;
  const isOwner = memberId === ownerId;
  const ending = partner.unavailable && endsWithout[isOwner ? 'owner' : 'carrier'][status];
  return (ending || (isOwner ? ownersNext : carriersNext)[status])?.(nameOf(partner));
}

/** « 25 € », « 3,5 kg », « trajet en avion du 12 déc. 2026 »: terms, without a price if none is agreed. */
const termsParts = ({ price, grams, trip }: Terms): string[] => [
  ...(price ? [moneyText(price)] : []),
  weightText(grams),
  ...(trip ? [namedTripText(trip)] : []),
];

export const termsText = (terms: Terms): string => termsParts(terms).join(' · ');

/** The same within a sentence. */
export const termsWords = (terms: Terms): string => termsParts(terms).join(', ');

type NamedTrip = Pick<NonNullable<Terms['trip']>, 'transport' | 'travelDate'>;

/** « trajet en avion du 12 déc. 2026 » */
export const namedTripText = ({ transport, travelDate }: NamedTrip): string =>
  `trajet ${transport ? `${byText(transport)} ` : ''}du ${shortDay(travelDate)}`;

/** « le 13 déc. 2026, en avion » */
export const travelText = ({ transport, travelDate }: NamedTrip): string =>
  [`le ${shortDay(travelDate)}`, ...(transport ? [byText(transport)] : [])].join(', ');

const byText = (transport: Transport) => `en ${transportLabels[transport].toLowerCase()}`;

/** An event as a line of the history. */
export const eventLabels: Readonly<Record<TrackingEvent['type'], string>> = {
  published: 'Annonce publiée',
  approved: 'Annonce validée',
  rejected: 'Annonce refusée',
  edited: 'Annonce modifiée',
  paused: 'Annonce mise en pause',
  resumed: 'Annonce reprise',
  cancelled: 'Envoi annulé',
  acceptDelivery: 'Transporteur proposé',
  chooseCarrier: 'Transporteur choisi',
  carrierReplaced: 'Un autre transporteur choisi',
  handshake: 'Accord des deux membres',
  releaseCarrier: 'Transporteur retiré',
  agreementExpired: 'Accord expiré',
  changeAgreed: 'Accord modifié',
  validatePickup: 'Colis récupéré',
  startDelivery: 'En cours de livraison',
  validateDelivery: 'Colis livré',
  position: 'Position indiquée',
  returned: "Retour à l'expéditeur",
  returnConfirmed: 'Retour confirmé',
  overridden: "Réglé par l'administrateur",
};

/** The carrier's four cards (rule 14). */
export const deliveryStateLabels: Readonly<Record<DeliveryState, string>> = {
  to_collect: 'À récupérer',
  in_transit: 'En transit',
  to_deliver: 'À livrer',
  completed: 'Terminées',
};

/** The text of an empty list of one state. */
export const noneInState: Readonly<Record<DeliveryState, string>> = {
  to_collect: 'Aucun colis à récupérer',
  in_transit: 'Aucun colis en transit',
  to_deliver: 'Aucun colis à livrer',
  completed: 'Aucune livraison terminée',
};
