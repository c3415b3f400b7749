import { type OfferSides, obstacleTo, tripObstacleOf } from '../deliveries/negotiable.ts';
import type { Offer } from '../deliveries/offer.ts';
import { hasAgreed } from '../deliveries/rules.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { takenBy } from '../parcels/rules.ts';
import type { TermsTrip } from '../parcels/terms.ts';
import { isOfTrip, type Obstacle, type OpenOffers, type Stage } from './contract.ts';
import { isAwaiting } from './open-offers.ts';
import { isFound, isHalf, isListing } from './stages.ts';

interface Person {
  readonly isVerified: boolean;
  readonly lacksSubscription?: boolean | undefined;
}

interface Seen {
  readonly parcel: Pick<
    ParcelRecord,
    'ownerId' | 'carrierId' | 'status' | 'adminStatus' | 'deadline' | 'terms' | 'carrierTie' | 'ownerAway'
  >;
  readonly viewerId: string;
  readonly around: { readonly me: Person };
  readonly now: number;
  readonly isOwner: boolean;
  readonly isTheirs: boolean;
  readonly other:
    | (Person & Readonly<Record<'isBlocked' | 'isReachable', boolean>> & { readonly id: string })
    | undefined;
  readonly offer: Offer | undefined;
  readonly openOffers: OpenOffers | undefined;
  readonly stage: Stage;
}

/** The stages in which the two may still agree, or change what they agreed on. */
export const isNegotiable = (stage: Stage): boolean =>
  isHalf(stage) || stage === 'agreed' || stage === 'unavailable' || isListing(stage);

export function obstacleOf(view: Seen): Obstacle | undefined {
  const { parcel, around, stage, other, offer, openOffers, isOwner } = view;
  const hasOffers = offer !== undefined || (isOwner && isAwaiting(openOffers));
  if (!isNegotiable(stage)) return undefined;
  if (other?.isBlocked) return 'blocked';
  if (other && !other.isReachable) return 'unavailable';
  if (stage === 'unavailable') return parcel.carrierId ? takenBy(parcel) : 'unlisted';
  if (stage === 'paused' && hasOffers) return 'paused';
  if (!other) return undefined;
  // No verification makes a change possible that its trip cannot take.
  if (stage === 'agreed') return offer ? (tripObstacle(view) ?? ownObstacle(around.me, other)) : undefined;
  return personalObstacle(around.me, other, isOwner) ?? tripObstacle(view);
}

function unverified(me: Person, other: Person): Obstacle | undefined {
  if (!me.isVerified) return 'unverified';
  return other.isVerified ? undefined : 'otherUnverified';
}

/** A change of an agreement needs no subscription of the other one. */
const ownObstacle = (me: Person, other: Person): Obstacle | undefined =>
  unverified(me, other) ?? (me.lacksSubscription ? 'noSubscription' : undefined);

const personalObstacle = (me: Person, other: Person, isOwner: boolean): Obstacle | undefined =>
  ownObstacle(me, other) ?? (isOwner && other.lacksSubscription ? 'otherNoSubscription' : undefined);

export const halfTripOf = ({ parcel, isTheirs, stage }: Seen): TermsTrip | undefined =>
  isTheirs && isHalf(stage) ? parcel.terms?.trip : undefined;

/** An offer without a trip keeps that of the half agreement. */
function tripObstacle(view: Seen): Obstacle | undefined {
  const { offer } = view;
  const obstacle = (offer?.trip ?? halfTripOf(view))?.obstacle ?? offer?.obstacle;
  return obstacle && tripObstacles[obstacle];
}

const tripObstacles = { full: 'tripFull', unlisted: 'tripUnlisted', cancelled: 'tripCancelled' } as const;

/** The two may make an offer, or change the open one of the viewer. */
export function canOffer(view: Seen, obstacle: Obstacle | undefined): boolean {
  const { parcel, around, other, offer, viewerId, now } = view;
  if (!other || ownObstacle(around.me, other)) return false;
  const sides: OfferSides = { meId: viewerId, otherId: other.id };
  // Another trip, or none, is a way out of a full one. A change by the other one must be answered first.
  const isFree = obstacle === undefined || isOfTrip(obstacle);
  return isFree && !(offer?.isChange && offer.by !== viewerId) && obstacleTo(parcel, sides, now) === undefined;
}

const whyFixed: Partial<Record<Obstacle, string>> = {
  unverified: "Votre identité doit d'abord être vérifiée.",
  otherUnverified: "L'identité de l'autre membre doit d'abord être vérifiée.",
  noSubscription: "Il vous faut d'abord un abonnement en cours.",
  unavailable: "L'autre membre n'est plus disponible.",
};

/** Why the two cannot change their agreement now, and the same in French. */
export function reasonAgainstChange(view: Seen, obstacle: Obstacle | undefined) {
  const { around, other, offer, stage, isTheirs } = view;
  if (stage !== 'agreed' || !isTheirs || !other || offer) return undefined;
  const why = obstacle ?? ownObstacle(around.me, other);
  const reason = why && whyFixed[why];
  return reason && { why, reason };
}

/** A stuck proposition waits for its author, who can change or take it back; a trip that waits for us frees itself. */
export function isMineToFree(view: Seen): boolean {
  const { parcel, offer, openOffers, other, viewerId, isOwner, stage } = view;
  if (!other) return isOwner && isFound({ stage }) && hasOwnStuck(openOffers);
  const obstacle = obstacleOf(view);
  if (offer && isLasting(tripObstacleOf(offer)))
    return offer.by === viewerId && (canOffer(view, obstacle) || (stage === 'agreed' && isOfTrip(obstacle)));
  return obstacle === 'tripFull' && isLasting(halfTripOf(view)?.obstacle) && hasAgreed(viewerId, parcel);
}

const isLasting = (obstacle: TermsTrip['obstacle'] | 'away') => obstacle === 'full' || obstacle === 'cancelled';

const hasOwnStuck = (offers: OpenOffers | undefined): boolean =>
  offers?.stuck?.some(({ isSent, why }) => isSent && isLasting(why)) === true;
