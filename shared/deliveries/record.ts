import * as z from 'zod/mini';
import { ParcelRecord } from '../parcels/record.ts';
import { Tie } from '../situation/contract.ts';
import { Card } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';
import { ProofStage } from './contract.ts';
import { OfferRecord } from './offer.ts';

/** A hand-over photo as stored. It counts only for the assignment in which it was taken. */
export const ProofRecord = z.object({
  id: z.string(),
  stage: ProofStage,
  by: z.string(),
  at: z.string(),
  /** Absent, like its type and hash, once the old photo was erased. */
  key: z.optional(z.string()),
  contentType: z.optional(z.enum(contentTypes)),
  sha256: z.optional(z.string()),
  assignedAt: z.string(),
});
export type ProofRecord = z.infer<typeof ProofRecord>;

/** The facts of a parcel that the row of each participant contains. */
const rowFacts = {
  id: true,
  ownerId: true,
  carrierId: true,
  title: true,
  weightGrams: true,
  size: true,
  pickup: true,
  delivery: true,
  deadline: true,
  status: true,
  adminStatus: true,
  price: true,
  terms: true,
  carrierOffer: true,
  assignedAt: true,
  codeAsked: true,
  codeSpent: true,
  declaredAt: true,
  deliveredAt: true,
  returnConfirmedAt: true,
  problem: true,
  resumedAt: true,
  outcome: true,
  settledAt: true,
  annulled: true,
  cancelReason: true,
  version: true,
} as const;

export const rowFactNames = Object.keys(rowFacts);

/** A delivery in the lists of one participant: the parcel after the last act, and the other participant. */
export const DeliveryRowRecord = z.object({
  ...z.pick(ParcelRecord, rowFacts).shape,
  partner: Card,
  /** A block between the two, as the row's member meets it. */
  tie: z.optional(Tie),
  offer: z.optional(OfferRecord),
});
export type DeliveryRowRecord = z.infer<typeof DeliveryRowRecord>;

export const rowFactsOf = (parcel: ParcelRecord) => z.parse(z.pick(ParcelRecord, rowFacts), parcel);
