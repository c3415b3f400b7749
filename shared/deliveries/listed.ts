import * as z from 'zod/mini';
import { Parcel } from '../parcels/contract.ts';
import { Situation } from '../situation/contract.ts';
import { Card } from '../values/fields.ts';

/** A delivery as lists show it to one participant. Their own row contains all of it (rule 100). */
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
    version: true,
    trackingNumber: true,
    cancelReason: true,
  }).shape,
  situation: Situation,
  partner: Card,
  /** ISO: when the carrier was assigned, or the offer made. */
  assignedAt: z.string(),
  deliveredAt: z.optional(z.string()),
  offerId: z.optional(z.string()),
});
export type ListedDelivery = z.infer<typeof ListedDelivery>;

export const FoundDelivery = z.pick(Parcel, { id: true, title: true });
export type FoundDelivery = z.infer<typeof FoundDelivery>;

/** Handshakes that wait for the member's answer, or for the other participant's. */
export const RequestDirection = z.enum(['received', 'sent'], 'Sens inconnu');
export type RequestDirection = z.infer<typeof RequestDirection>;
