import type { ParcelRecord } from '../parcels/record.ts';
import { isHalfAgreed, isListed, isParty } from '../parcels/rules.ts';
import type { TripObstacle } from '../parcels/terms.ts';
import type { Card } from '../values/fields.ts';
import type { Offer } from './offer.ts';
import { beforeHandshake, hasAgreed } from './rules.ts';

export interface OfferSides {
  readonly meId: string;
  readonly otherId: string;
}

/** The facts of a parcel that decide whether an offer about it may be made. */
export type Negotiated = Pick<ParcelRecord, 'ownerId' | 'carrierId' | 'status' | 'adminStatus' | 'deadline' | 'terms'>;

export const travellerOf = ({ ownerId }: Pick<ParcelRecord, 'ownerId'>, { meId, otherId }: OfferSides): string =>
  meId === ownerId ? otherId : meId;

/** Why `meId` may make no offer to `otherId`: their agreement is final or given, or another carrier has it. */
export type Obstacle = 'final' | 'agreed' | 'assigned' | 'changed';

/** Undefined before an agreement, or to change theirs (rules 119, 130). Pages ask it too, without its refusals. */
export function obstacleTo(parcel: Negotiated, sides: OfferSides, now: number): Obstacle | undefined {
  const { meId } = sides;
  const isTheirs = parcel.carrierId === travellerOf(parcel, sides);
  if (parcel.status === 'pickup' && isTheirs) return undefined;
  if (!beforeHandshake.includes(parcel.status)) return isTheirs ? 'final' : parcel.carrierId ? 'assigned' : 'changed';
  if (isTheirs && hasAgreed(meId, parcel)) return 'agreed';
  // Every price keeps the trip of the half agreement, so none could be taken.
  if (isTheirs && parcel.terms?.trip?.obstacle) return 'changed';
  // While another's half agreement waits, the third member could not take an offer of the owner either.
  if (parcel.carrierId && !isTheirs) return 'assigned';
  return isTheirs || isListed(parcel, now) ? undefined : 'changed';
}

/** Why an open offer cannot be taken with its trip now. */
export const tripObstacleOf = ({ trip, obstacle }: Pick<Offer, 'trip' | 'obstacle'>): TripObstacle | undefined =>
  trip?.obstacle ?? obstacle;

/** The other member, as far as the two can still agree. */
type Reached = Readonly<Record<'isBlocked' | 'isReachable' | 'isVerified', boolean>>;

/** No block is between the two, and the other one's account is there and verified. */
export const isThere = (other: Reached | undefined): boolean =>
  !other || (other.isReachable && other.isVerified && !other.isBlocked);

/**
 * An open offer waits for this member. It is counted nowhere while its trip cannot be taken or its other member is not
 * there. A traveller's is not counted while its parcel is paused or promised to another one; an owner can resume it.
 */
export const isToAnswer = (
  memberId: string,
  parcel: Pick<ParcelRecord, 'ownerId' | 'carrierId' | 'status'>,
  offer: Pick<Offer, 'by' | 'trip' | 'obstacle'>,
  other: Reached | undefined,
): boolean =>
  offer.by !== memberId &&
  !tripObstacleOf(offer) &&
  isThere(other) &&
  (isParty(memberId, parcel) || parcel.status === 'active');

type Half = Pick<ParcelRecord, 'ownerId' | 'carrierId' | 'status' | 'terms' | 'carrierTie' | 'carrier' | 'ownerAway'>;

/** A member as their card shows them: with an account, and verified. */
export const isPresent = ({ unavailable, verified }: Pick<Card, 'unavailable' | 'verified'>): boolean =>
  !unavailable && verified;

/** The second yes is possible: the trip can be taken, no block is between the two, and both are there. */
export const isCompletable = ({
  terms,
  carrierTie,
  carrier,
  ownerAway,
}: Omit<Half, 'ownerId' | 'carrierId' | 'status'>): boolean =>
  !terms?.trip?.obstacle && !carrierTie && !ownerAway && (!carrier || isPresent(carrier));

/** Half an agreement waits for this member's yes, which is possible. */
export const isToComplete = (memberId: string, parcel: Half): boolean =>
  isHalfAgreed(parcel) && isParty(memberId, parcel) && !hasAgreed(memberId, parcel) && isCompletable(parcel);
