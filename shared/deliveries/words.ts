import { parcelStatusLabels } from '../parcels/status-words.ts';
import type { Terms, TermsTrip } from '../parcels/terms.ts';
import { weightText } from '../parcels/words.ts';
import type { Transport } from '../trips/fields.ts';
import { transportLabels } from '../trips/words.ts';
import { routeText } from '../values/french.ts';
import { moneyText } from '../values/money.ts';
import { shortDay } from '../values/time.ts';
import type { OverrideTarget, ProofStage, TrackingEvent } from './contract.ts';
import type { DeliveryState } from './delivery-state.ts';
import type { ProblemEnd, ProblemKind } from './problem.ts';

/** « Photo 2 de la récupération » */
export const proofStageLabels: Readonly<Record<ProofStage, string>> = {
  pickup: 'de la récupération',
  delivery: 'de la livraison',
  problem: 'du problème',
};

/** The cards of the form, in the words of the member who reports. */
export const problemCards: Readonly<Record<ProblemKind, string>> = {
  not_arrived: "Le colis n'est pas arrivé",
  not_returned: "Le colis ne m'a pas été rendu",
  missing: "Il est perdu, ou je n'ai plus de nouvelles",
  damaged: 'Il est arrivé abîmé ou incomplet',
  lost: "Je l'ai perdu ou on me l'a volé",
  customs: 'La douane le retient',
  content: 'Le contenu pose problème',
};

/** Two cards have other words while the parcel comes back to its owner. */
export const returnProblemCards: typeof problemCards = {
  ...problemCards,
  not_arrived: problemCards.not_returned,
  damaged: "Il m'a été rendu abîmé ou incomplet",
};

/** A problem for its readers: both members, and administrators. */
export const problemLabels: Readonly<Record<ProblemKind, string>> = {
  not_arrived: 'Colis non arrivé',
  not_returned: 'Colis non rendu',
  missing: 'Colis perdu ou sans nouvelles',
  damaged: 'Colis abîmé ou incomplet',
  lost: 'Colis perdu ou volé',
  customs: 'Colis retenu par la douane',
  content: 'Problème de contenu',
};

/** « Quelle suite pour le colis ? », and the outcome that both read. */
export const problemEndLabels: Readonly<Record<ProblemEnd, string>> = {
  delivered: 'Livré',
  returned: "Rendu à l'expéditeur",
  lost: 'Perdu',
  seized: 'Saisi par la douane',
};

/** The decision of our team about a delivery: its end, or what became of a parcel that was settled without one. */
export function decidedEnd({ end, to }: Pick<TrackingEvent, 'end' | 'to'>): string {
  if (end) return problemEndLabels[end];
  if (to) return to === 'active' ? eventLabels.releaseCarrier : parcelStatusLabels[to];
  return 'la livraison ne change pas';
}

export const deliveryWords = {
  notFound: 'Colis non trouvé',
  loadFailed: 'Impossible de charger les données du colis',
  photoRequired: { title: 'Photo requise', detail: 'Veuillez prendre une photo avant de valider' },
  photosSent: 'Photos envoyées',
  handoverQueued: 'Enregistré sur cet appareil : tout partira au retour de la connexion',
  photosAway: 'Les photos se chargent au retour de la connexion.',
  photosLater: 'Les photos partiront à son retour.',
  handoverSent: 'Ces photos sont déjà parties',
  handoverLater: "Les photos et la validation partiront à son retour ; l'heure retenue sera celle de l'envoi.",
  photosFailed: "Impossible d'envoyer les photos",
  photosErased: 'Photos effacées : elles sont gardées un an après la fin du colis.',
  problemUnblocked: 'Problème terminé : notre équipe a débloqué la livraison.',
  photoUnreadable: "Impossible de charger l'image",
  cameraDenied: "Impossible d'accéder à la caméra",
} as const;

export const handoverWords = {
  noPhoto: { title: 'Aucune photo', detail: "Prenez ou choisissez une photo avant de l'envoyer." },
  pickedUp: 'Ramassage confirmé',
  pickupFailed: 'Impossible de confirmer le ramassage',
  contentsFirst: "Confirmez d'abord le contenu.",
  refuse: 'Je ne prends pas ce colis',
  refused: { done: 'Colis non pris', detail: "L'accord a pris fin, sans conséquence pour vous." },
  refusalFailed: "Impossible d'envoyer le refus",
  refusalLater: 'Ne prenez pas le colis. Ce refus demande une connexion : envoyez-le dès que possible.',
} as const;

/** The outcome that an administrator chose, as both participants read it. */
export const overrideSentences: Readonly<Record<OverrideTarget, string>> = {
  active: "Le colis n'a plus de transporteur et l'annonce est de nouveau active.",
  returned: "Le colis est noté comme rendu à l'expéditeur.",
  delivered: 'Le colis est noté comme livré.',
  lost: 'Le colis est noté comme perdu.',
  seized: 'Le colis est noté comme saisi par la douane.',
  cancelled: 'Le colis est annulé.',
};

/** « 25 € », « 3,5 kg », « trajet en avion du 12 déc. 2026 »: terms, without a price if none is agreed. */
const termsParts = ({ price, grams, trip }: Terms): string[] => [
  ...(price ? [moneyText(price)] : []),
  weightText(grams),
  ...(trip ? [namedTripText(trip)] : []),
];

export const termsWords = (terms: Terms): string => termsParts(terms).join(', ');

type NamedTrip = Pick<TermsTrip, 'transport' | 'travelDate' | 'isLate' | 'obstacle'> & { from?: string; to?: string };

export interface Ends {
  readonly pickup: { readonly city: string };
  readonly delivery: { readonly city: string };
}

const late = 'après la date limite';
/** The parties must also know whether a trip was cancelled, or is too late. */
export const tripRemark = ({ isLate, obstacle }: Pick<TermsTrip, 'isLate' | 'obstacle'>): string | undefined =>
  obstacle === 'cancelled' ? 'annulé' : isLate ? late : undefined;

/** « trajet en avion du 12 déc. 2026 », with its cities where they are not those of the parcel. */
export const namedTripText = (trip: NamedTrip, ends?: Ends): string =>
  [
    `trajet ${trip.transport ? `${byText(trip.transport)} ` : ''}du ${shortDay(trip.travelDate)}`,
    otherRoute(trip, ends),
    tripRemark(trip) && `(${tripRemark(trip)})`,
  ]
    .filter(Boolean)
    .join(' ');

/** « de Paris à Oran » of a trip that does not begin and end where the parcel does. */
export function otherRoute({ from, to }: NamedTrip, ends: Ends | undefined): string | undefined {
  if (!ends || !from || !to || (from === ends.pickup.city && to === ends.delivery.city)) return undefined;
  return routeText({ city: from }, { city: to });
}

/** A trip and the one that it replaces, with their cities where these differ. */
export function tripChange(trip: NamedTrip, old: NamedTrip | undefined, ends?: Ends): { now: string; before?: string } {
  const differs = old && (trip.from !== old.from || trip.to !== old.to);
  const name = (one: NamedTrip) => namedTripText(one, differs ? noEnds : ends);
  const [now, before] = [name(trip), old && name(old)];
  return before && before !== now ? { now, before } : { now };
}

const noEnds: Ends = { pickup: { city: '' }, delivery: { city: '' } };

/** « le 13 déc. 2026, en avion, de Paris à Oran, après la date limite »; the cities where they have changed. */
export const travelText = ({ transport, travelDate, isLate, from, to }: TermsTrip, withCities: boolean): string =>
  [
    `le ${shortDay(travelDate)}`,
    ...(transport ? [byText(transport)] : []),
    ...(withCities ? [routeText({ city: from }, { city: to })] : []),
    ...(isLate ? [late] : []),
  ].join(', ');

const byText = (transport: Transport) => `en ${transportLabels[transport].toLowerCase()}`;

export const eventLabels: Readonly<Record<TrackingEvent['type'], string>> = {
  published: 'Annonce publiée',
  approved: 'Annonce validée',
  rejected: 'Annonce refusée',
  edited: 'Annonce modifiée',
  paused: 'Annonce mise en pause',
  resumed: 'Annonce reprise',
  cancelled: 'Colis annulé',
  acceptDelivery: 'Un voyageur se propose',
  chooseCarrier: 'Transporteur choisi',
  carrierReplaced: 'Un autre transporteur choisi',
  handshake: 'Accord conclu',
  releaseCarrier: 'Transporteur retiré',
  contentsRefused: 'Contenu refusé : colis non pris',
  agreementExpired: 'Proposition expirée',
  agreementOverdue: "Pas récupéré à temps : l'accord a pris fin",
  changeAgreed: 'Accord modifié',
  tripMoved: 'Trajet déplacé',
  tripCancelled: 'Trajet annulé',
  tripEnded: 'Trajet annulé : transporteur retiré',
  validatePickup: 'Récupéré, contenu vérifié',
  startDelivery: 'En cours de livraison',
  codeAsked: 'Code demandé à la livraison',
  codeWaived: 'Code retiré',
  validateDelivery: 'Colis livré',
  deliveryDeclared: 'Livraison déclarée sans code',
  returnDeclared: 'Retour déclaré',
  receiptConfirmed: 'Arrivée confirmée',
  declarationClosed: 'Confirmé sans réponse',
  position: 'Position indiquée',
  returned: "Retour à l'expéditeur",
  returnConfirmed: 'Retour confirmé',
  problemReported: 'Problème signalé',
  problemSettled: 'Problème résolu',
  problemDecided: 'Décision de notre équipe',
  decisionAnnulled: 'Décision annulée',
  overridden: 'Décision de notre équipe',
};

/** An event with its problem or decision. */
export function eventText(event: Pick<TrackingEvent, 'type' | 'problem' | 'end' | 'to'>): string {
  const { type, problem } = event;
  const isEnd = type === 'overridden' || type === 'problemDecided';
  const what = isEnd ? decidedEnd(event) : problem && problemLabels[problem];
  return what ? `${eventLabels[type]} : ${what}` : eventLabels[type];
}

/** A decision of our team about a delivery, which its page tells first. */
export const isDecision = ({ type }: Pick<TrackingEvent, 'type'>): boolean =>
  ['overridden', 'problemDecided', 'decisionAnnulled'].includes(type);

/** Acts that both members read as our team's; a trip without an author was deleted by an administrator. */
export const isByTeam = ({ type, by }: Pick<TrackingEvent, 'type' | 'by'>): boolean =>
  isDecision({ type }) || ((type === 'tripCancelled' || type === 'tripEnded') && !by);

export const deliveryStateLabels: Readonly<Record<DeliveryState, string>> = {
  to_collect: 'À récupérer',
  in_transit: 'En transit',
  to_deliver: 'À livrer',
  completed: 'Terminées',
};

export const noneInState: Readonly<Record<DeliveryState, string>> = {
  to_collect: 'Aucun colis à récupérer',
  in_transit: 'Aucun colis en transit',
  to_deliver: 'Aucun colis à livrer',
  completed: 'Aucune livraison terminée',
};
