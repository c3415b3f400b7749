import * as z from 'zod/mini';
import { DeliveryState } from '../deliveries/delivery-state.ts';
import { OfferRecord } from '../deliveries/offer.ts';
import { Outcome, ProblemRecord } from '../deliveries/problem.ts';
import { type Situation, StoredOffers, Tie } from '../situation/contract.ts';
import { AdminStatus, Card } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';
import { parcelFields } from './fields.ts';
import { Terms } from './terms.ts';

export const ParcelStatus = z.enum(
  [
    'active',
    'pending',
    'accepted_for_delivery',
    'carrier_chosen',
    'pickup',
    'in_transit',
    'delivery',
    'delivered',
    'returned',
    'cancelled',
  ],
  'Statut inconnu',
);
export type ParcelStatus = z.infer<typeof ParcelStatus>;

/** A carrier did not take the parcel because of its contents (rule 190). */
export const ContentsRefused = z.object({
  by: Card,
  /** It is empty once the account of its author is erased. */
  reason: z.string(),
  at: z.string(),
  /** Its owner has changed the listing since. */
  correctedAt: z.optional(z.string()),
});
export type ContentsRefused = z.infer<typeof ContentsRefused>;

/** The carrier with their reason, as the owner reads both. */
export const toRefusal = ({
  by: { firstName, lastName, unavailable },
  reason,
}: ContentsRefused): Situation['contentsRefused'] => ({ by: { firstName, lastName, unavailable }, reason });

export const ParcelRecord = z.object({
  ...parcelFields,
  file: z.optional(
    z.object({
      uploadId: z.string(),
      key: z.string(),
      contentType: z.enum(contentTypes),
      fileName: z.optional(z.string()),
    }),
  ),
  status: ParcelStatus,
  adminStatus: AdminStatus,
  /** When its owner changed it last and the wait for validation began. */
  submittedAt: z.optional(z.string()),
  /** It is kept until an administrator decides about the listing. */
  contentsRefused: z.optional(ContentsRefused),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  returnConfirmedAt: z.optional(z.string()),
  /** When this carrier was assigned. Photos count only for the assignment in which they were taken. */
  assignedAt: z.optional(z.string()),
  ownerOkAt: z.optional(z.string()),
  carrierOkAt: z.optional(z.string()),
  terms: z.optional(Terms),
  /** The projector keeps these four, because offers, blocks and verifications change no parcel. */
  openOffers: z.optional(StoredOffers),
  carrierOffer: z.optional(OfferRecord),
  carrierTie: z.optional(Tie),
  /** Its owner is blocked by administrators or leaving before the pickup; not verified, of half an agreement. */
  ownerAway: z.optional(z.literal(true)),
  pickedUpAt: z.optional(z.string()),
  /** Its owner wants a code at the delivery (rule 153). */
  codeAsked: z.optional(z.literal(true)),
  /** Five wrong ones were tried for this assignment: none ends the delivery any more (rule 157). */
  codeSpent: z.optional(z.literal(true)),
  /** When its carrier said, without a code, that they delivered it, or that they gave it back (rules 158 and 160). */
  declaredAt: z.optional(z.string()),
  deliveredAt: z.optional(z.string()),
  problem: z.optional(ProblemRecord),
  /** When a problem ended without an end of the delivery: a declaration waits from here again. */
  resumedAt: z.optional(z.string()),
  outcome: z.optional(Outcome),
  /** When an administrator ended the delivery by deciding a problem (rule 173). */
  decidedAt: z.optional(z.string()),
  /** When the root administrator settled it (rule 109), which can be contested like that decision. */
  settledAt: z.optional(z.string()),
  /** Its kilos were given back, so that it takes none of its trip any more. */
  unbooked: z.optional(z.literal(true)),
  /** An accepted objection has annulled that decision, and the root administrator has not settled the parcel yet. */
  annulled: z.optional(z.literal(true)),
  /** The carrier's group (rule 14) before our team ended it, and again once that end is annulled. */
  groupBefore: z.optional(DeliveryState),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;
