import type { ParcelRecord } from '../parcels/record.ts';
import { isListed, isParty } from '../parcels/rules.ts';
import type { TripObstacle } from '../parcels/terms.ts';
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

/**
 * An open offer waits for this member. While its trip cannot be taken, or its parcel is paused or promised to another
 * traveller, it is counted nowhere.
 */
export const isToAnswer = (
  memberId: string,
  parcel: Pick<ParcelRecord, 'ownerId' | 'carrierId' | 'status'>,
  offer: Pick<Offer, 'by' | 'trip' | 'obstacle'>,
): boolean =>
  offer.by !== memberId && !tripObstacleOf(offer) && (isParty(memberId, parcel) || parcel.status === 'active');
