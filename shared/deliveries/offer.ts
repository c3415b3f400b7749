import * as z from 'zod/mini';
import { acknowledging } from '../messaging/warnings.ts';
import { TermsTrip } from '../parcels/terms.ts';
import { WeightGrams } from '../parcels/weight.ts';
import { Id, Money, maxLength, NewPrice, text } from '../values/fields.ts';

/** The terms that an offer names. Of a change, only those that differ from the agreed ones. */
const offered = { price: z.optional(Money), grams: z.optional(z.int()), trip: z.optional(TermsTrip) };

/** An open offer between the owner of a parcel and one other member: its author's yes (rule 119). */
export const Offer = z.object({
  id: z.string(),
  by: z.string(),
  ...offered,
  /** A change of an agreement that waits for its pickup (rule 130). */
  isChange: z.optional(z.literal(true)),
  /** The agreed trip has no room for the heavier parcel; the projector keeps it. */
  obstacle: z.optional(z.literal('full')),
  /** ISO: when it was made, and when it ends without an answer. */
  at: z.string(),
  until: z.string(),
});
export type Offer = z.infer<typeof Offer>;

/** An offer as stored. It is about one text of the parcel, or one agreement, and over when that is. */
export const OfferRecord = z.object({
  ...Offer.shape,
  edition: z.string(),
  seq: z.int(),
});
export type OfferRecord = z.infer<typeof OfferRecord>;

/**
 * How an offer ended: taken, answered with another price, taken back, declined, not answered in time, overtaken by
 * another agreement, or closed with its subject.
 */
export const OfferEnd = z.enum(['taken', 'answered', 'withdrawn', 'declined', 'expired', 'overtaken', 'closed']);
export type OfferEnd = z.infer<typeof OfferEnd>;

/** A change of the trip of an offer that waits, by its traveller or, without an author, by our team. */
export const OfferMove = z.object({
  at: z.string(),
  by: z.optional(z.string()),
  carrierId: z.string(),
  from: TermsTrip,
  to: TermsTrip,
});
export type OfferMove = z.infer<typeof OfferMove>;

export const OfferStep = z.object({
  step: z.enum(['made', 'declined', 'withdrawn']),
  ...offered,
  isChange: z.optional(z.literal(true)),
  until: z.optional(z.string()),
  ended: z.optional(OfferEnd),
  moves: z.optional(z.array(OfferMove)),
});
export type OfferStep = z.infer<typeof OfferStep>;

/** The recipient of an offer and its terms. A change may name its weight, and leaves out what stays. */
export const NewOffer = z.strictObject({
  memberId: Id,
  price: z.optional(NewPrice),
  weight: z.optional(WeightGrams),
  tripId: z.optional(Id),
  note: z.optional(text(maxLength.offerNote)),
  /** Its author means a change of an agreement, or does not: a page may be older than the agreement. */
  isChange: z.optional(z.boolean()),
  /** The other one's open offer on the author's page, null where it showed none; absent where it could not know. */
  seenOfferId: z.optional(z.nullable(Id)),
  ...acknowledging,
});
export type NewOffer = z.infer<typeof NewOffer>;
