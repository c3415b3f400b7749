import * as z from 'zod/mini';
import { Parcel } from '../parcels/contract.ts';
import { Card } from '../values/fields.ts';

/** A delivery as lists show it to one of its two people: all of it lies in their own row (rule 100). */
export const ListedDelivery = z.object({
  ...z.pick(Parcel, {
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
    trackingNumber: true,
    version: true,
    actions: true,
  }).shape,
  /** The other one of the two. */
  partner: Card,
  /** ISO: when the carrier was named. */
  assignedAt: z.string(),
  deliveredAt: z.optional(z.string()),
});
export type ListedDelivery = z.infer<typeof ListedDelivery>;

/** A delivery found by its tracking number: enough to go there. */
export const FoundDelivery = z.pick(Parcel, { id: true, title: true, status: true });
export type FoundDelivery = z.infer<typeof FoundDelivery>;

/** Handshakes that wait for one's own answer, or for the other's. */
export const RequestDirection = z.enum(['received', 'sent'], 'Sens inconnu');
export type RequestDirection = z.infer<typeof RequestDirection>;
