import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { keyOf, type Table } from '#functions/platform/table.ts';
import type { Person } from '#functions/profiles/repository.ts';
import { parseReview } from '#functions/reviews/repository.ts';
import { isInHandBetween } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ReviewRecord } from '#shared/reviews/record.ts';

export interface Ties {
  readonly review: ReviewRecord | undefined;
  /** The two have a delivery in progress: each sees the other's phone (rule 30). */
  readonly isInHand: boolean;
  /** One of these deliveries. */
  readonly parcelInHand: string | undefined;
  /** The member has blocked the viewer (rule 183). */
  readonly hasBlocked: boolean;
  readonly isBlocked: boolean;
}

/** Half a read unit, eventually consistent. */
export async function tiesBetween(table: Table, memberId: string, viewerId: string): Promise<Ties> {
  const { pk, sk } = keys.between(memberId, viewerId);
  const { items } = await table.query(queryOf({ partition: pk, sort: { beginsWith: sk } }));
  const review = items.find((item) => isOfKind(item, 'review'));
  const hand = items.find((item) => isOfKind(item, 'inHand'));
  return {
    review: review && parseReview(review),
    isInHand: hand !== undefined,
    parcelInHand: hand && keyOf(hand).sk.slice(keys.inHand(memberId, viewerId, '').sk.length),
    hasBlocked: items.some((item) => isOfKind(item, 'block')),
    isBlocked: items.some((item) => isOfKind(item, 'blocked')),
  };
}

/** A delivery that the two have in hand goes on, whatever they have blocked (rule 183). */
export const tiesAbout = (parcel: ParcelRecord | undefined, [a, b]: readonly [string, string], ties: Ties): Ties =>
  parcel && isInHandBetween(parcel, a, b) ? { ...ties, hasBlocked: false, isBlocked: false } : ties;

/** A member who has blocked the viewer looks to them like a member whom an administrator has blocked (rule 183). */
export const seenWith = (person: Person, { hasBlocked }: Pick<Ties, 'hasBlocked'>): Person =>
  hasBlocked ? { ...person, profile: { ...person.profile, status: 'blocked' } } : person;
