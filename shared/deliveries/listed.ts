import * as z from 'zod/mini';
import { Parcel } from '../parcels/contract.ts';
import { Card } from '../values/fields.ts';
import { Offer } from './offer.ts';

/** The facts of a parcel that a list shows of its delivery, and that the row of each participant contains. */
export const listedFacts = {
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
  returnConfirmedAt: true,
  terms: true,
  version: true,
} as const;

/** A delivery as lists show it to one participant. Their own row contains all of it (rule 100). */
export const ListedDelivery = z.object({
  ...z.pick(Parcel, { ...listedFacts, trackingNumber: true, answerBy: true, actions: true }).shape,
  /** The other participant. */
  partner: Card,
  /** ISO: when the carrier was assigned, or the offer made. */
  assignedAt: z.string(),
  deliveredAt: z.optional(z.string()),
  /** The open offer, if that is what waits. */
  offer: z.optional(Offer),
});
export type ListedDelivery = z.infer<typeof ListedDelivery>;

/** A delivery found by its tracking number: enough for a link to it. */
export const FoundDelivery = z.pick(Parcel, { id: true, title: true, status: true });
export type FoundDelivery = z.infer<typeof FoundDelivery>;

/** Handshakes that wait for the member's answer, or for the other participant's. */
export const RequestDirection = z.enum(['received', 'sent'], 'Sens inconnu');
export type RequestDirection = z.infer<typeof RequestDirection>;
