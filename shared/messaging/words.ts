import type { TrackingEvent } from '../deliveries/contract.ts';
import type { OfferMove } from '../deliveries/offer.ts';
import { eventLabels, eventText, isByTeam, problemLabels } from '../deliveries/words.ts';
import { ofMember, to } from '../values/french.ts';
import { isolated } from '../values/typed/characters.ts';

export const messagingWords = {
  listFailed: 'Impossible de charger les messages',
  sendFailed: "Impossible d'envoyer votre message",
  chooseParcel: 'Choisir un colis concerné',
  parcelFailed: 'Impossible de charger les données du colis',
  newMessage: 'Nouveau message',
  noConversation: 'Aucune conversation',
  noUnread: 'Aucun message non lu',
  noParcelConversation: "Aucune conversation au sujet d'un colis",
  select: 'Sélectionnez une conversation',
  reconnecting: 'Reconnexion…',
  olderOffline: 'Les messages plus anciens se chargeront quand la connexion reviendra.',
  alreadySent: 'Ce message est déjà parti',
  erased:
    'Les messages plus anciens de cette conversation ont été effacés : ils sont gardés deux ans après la dernière activité.',
} as const;

/** Product 2.9: the beginning of the id names the parcel of a conversation. */
export const shortId = (id: string) => id.slice(0, 8);

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();

/** The name that contacts read of a deleted account. */
export const formerMember = { firstName: 'Ancien', lastName: 'membre' } as const;

interface Called {
  readonly firstName: string;
  readonly lastName?: string | undefined;
  readonly unavailable?: true | undefined;
}

export const isFormer = ({ firstName, lastName = '', unavailable }: Called): boolean =>
  unavailable === true && nameOf({ firstName, lastName }) === nameOf(formerMember);

export const calledName = (member: Called): string => (isFormer(member) ? nameOf(formerMember) : member.firstName);

type EventWords = (name: string, event: TrackingEvent) => string;
/** The texts of an event of the parcel: for an act of the other member, and for an act of the reader. */
const eventWords: Partial<Record<TrackingEvent['type'], readonly [theirs: EventWords, mine: EventWords]>> = {
  acceptDelivery: [(name) => `${name} propose de livrer ce colis`, () => 'Vous avez proposé de livrer ce colis'],
  chooseCarrier: [(name) => `${name} vous confie ce colis`, (name) => `Vous avez choisi ${name} comme transporteur`],
  carrierReplaced: [(name) => `${name} a choisi un autre transporteur`, () => 'Vous avez choisi un autre transporteur'],
  handshake: [
    (name) => `${name} a confirmé : c'est d'accord. Convenez du rendez-vous`,
    () => "Vous avez confirmé : c'est d'accord. Convenez du rendez-vous",
  ],
  tripMoved: [(name) => `Le trajet ${ofMember(name)} a changé`, () => 'Votre trajet a changé'],
  tripCancelled: [(name, event) => endedTrip(event, ofMember(name)), (_, event) => endedTrip(event)],
  tripEnded: [
    (name, event) => `${endedTrip(event, ofMember(name))} : ce colis n'a plus de transporteur`,
    (_, event) => `${endedTrip(event)} : vous ne transportez plus ce colis`,
  ],
  changeAgreed: [(name) => `${name} a accepté le changement`, () => 'Vous avez accepté le changement'],
  releaseCarrier: [
    (name) => `${name} n'a pas donné suite à cette livraison`,
    () => "Vous n'avez pas donné suite à cette livraison",
  ],
  contentsRefused: [
    (name) => `${name} a refusé le contenu et n'a pas pris le colis`,
    () => "Vous avez refusé le contenu et n'avez pas pris le colis",
  ],
  validatePickup: [(name) => `${name} a récupéré le colis`, () => 'Vous avez récupéré le colis'],
  position: [
    (name, { city }) => `${name} se trouve ${to(city ?? '')}`,
    (_, { city }) => `Vous avez indiqué votre position : ${city}`,
  ],
  startDelivery: [(name) => `${name} va livrer le colis`, () => 'Vous allez livrer le colis'],
  validateDelivery: [(name) => `${name} a livré le colis`, () => 'Vous avez livré le colis'],
  codeAsked: [(name) => `${name} demande un code à la livraison`, () => 'Vous avez demandé un code à la livraison'],
  codeWaived: [(name) => `${name} ne demande plus de code`, () => 'Vous ne demandez plus de code'],
  deliveryDeclared: [
    (name) => `${name} déclare avoir livré le colis, sans code`,
    () => 'Vous avez déclaré la livraison, sans code',
  ],
  returnDeclared: [(name) => `${name} déclare avoir rendu le colis`, () => 'Vous avez déclaré avoir rendu le colis'],
  receiptConfirmed: [(name) => `${name} a confirmé l'arrivée du colis`, () => "Vous avez confirmé l'arrivée du colis"],
  returned: [
    (name, { by, carrierId }) => `${name} ${by && by === carrierId ? 'rapporte le' : 'a demandé le retour du'} colis`,
    // The owner alone reads whose delivery it is.
    (_, { carrierId }) => (carrierId ? 'Vous avez demandé le retour du colis' : 'Vous rapportez le colis'),
  ],
  returnConfirmed: [(name) => `${name} a confirmé le retour du colis`, () => 'Vous avez confirmé le retour du colis'],
  cancelled: [(name) => `${name} a annulé ce colis`, () => 'Vous avez annulé ce colis'],
  problemReported: [
    (name, { problem }) => `${name} signale un problème${named(problem)}`,
    (_, { problem }) => `Vous avez signalé un problème${named(problem)}`,
  ],
  problemSettled: [
    (name) => `${name} indique que le problème est résolu`,
    () => 'Vous avez indiqué que le problème est résolu',
  ],
};

/** « Le trajet de Karim est annulé », « Notre équipe a supprimé votre trajet » */
function endedTrip(event: TrackingEvent, ofTraveller?: string): string {
  const whose = (article: string) => (ofTraveller ? `${article} trajet ${ofTraveller}` : 'votre trajet');
  if (isByTeam(event)) return `Notre équipe a supprimé ${whose('le')}`;
  return ofTraveller ? `${whose('Le')} est annulé` : 'Votre trajet est annulé';
}

const named = (problem: TrackingEvent['problem']) => (problem ? ` : ${problemLabels[problem]}` : '');

/** A line between the messages; empty for events that the conversation does not show. */
export function eventLine(event: TrackingEvent, memberId: string, otherName: string): string | undefined {
  if (event.type === 'agreementExpired') return 'Sans réponse en 48 heures, la proposition a expiré';
  if (event.type === 'agreementOverdue' || event.type === 'declarationClosed') return eventLabels[event.type];
  if (event.type === 'problemDecided') return eventText(event);
  if (event.type === 'decisionAnnulled') return 'Notre équipe a annulé sa décision';
  if (event.type === 'overridden')
    return `${eventText(event)}${event.problem ? ' ; le problème signalé est terminé' : ''}`;
  const [theirs, mine] = eventWords[event.type] ?? [];
  // The owner alone reads whose delivery it was.
  const isOwnTrip = (event.type === 'tripCancelled' || event.type === 'tripEnded') && !event.by && !event.carrierId;
  const words = event.by === memberId || isOwnTrip ? mine : theirs;
  return words?.(isolated(otherName), { ...event, city: isolated(event.city ?? '') });
}

/** The change of an open offer's trip has the same line as that of an agreement's. */
export const moveEvent = ({ at, by, carrierId, from, to }: OfferMove, readerId: string): TrackingEvent => {
  const ended = to.obstacle === 'cancelled';
  return {
    version: 0,
    type: ended ? 'tripCancelled' : 'tripMoved',
    at,
    ...(by ? { by } : {}),
    ...(carrierId === readerId ? {} : { carrierId }),
    ...(ended ? {} : { terms: { grams: 0, trip: to }, was: { grams: 0, trip: from } }),
  };
};

/** First sentences: about a parcel of the other member, about the member's own parcel, or about none. */
export const starters = {
  theirParcel: [
    'Bonjour, je fais bientôt ce trajet. Votre colis est-il toujours à transporter ?',
    'Bonjour, où et quand pourrait-on se voir ?',
  ],
  myParcel: ['Bonjour, pourriez-vous transporter ce colis ?', 'Bonjour, où et quand pourrait-on se voir ?'],
  noParcel: ['Bonjour, avez-vous encore de la place pour un colis ?', 'Bonjour, à quelle date voyagez-vous ?'],
} as const;

export const unreadText = (count: number) => (count === 1 ? '1 non lu' : `${count} non lus`);
