import * as z from 'zod/mini';
import { OfferRecord } from '../deliveries/offer.ts';
import { StoredOffers, Tie } from '../situation/contract.ts';
import { AdminStatus, Card, Money, Place, Size } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';
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

export const ParcelRecord = z.object({
  id: z.string(),
  ownerId: z.string(),
  /** A snapshot for lists; the details page reads the owner's profile. */
  owner: Card,
  title: z.string(),
  description: z.string(),
  weightGrams: z.int(),
  size: Size,
  pickup: Place,
  delivery: Place,
  deadline: z.string(),
  file: z.optional(
    z.object({
      uploadId: z.string(),
      key: z.string(),
      contentType: z.enum(contentTypes),
      fileName: z.optional(z.string()),
    }),
  ),
  fileErased: z.optional(z.literal(true)),
  price: z.optional(Money),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  status: ParcelStatus,
  adminStatus: AdminStatus,
  rejectionReason: z.optional(z.string()),
  /** When its owner changed it last and the wait for validation began. */
  submittedAt: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  returnReason: z.optional(z.string()),
  returnConfirmedAt: z.optional(z.string()),
  carrierId: z.optional(z.string()),
  carrier: z.optional(Card),
  /** When this carrier was assigned. Photos count only for the assignment in which they were taken. */
  assignedAt: z.optional(z.string()),
  ownerOkAt: z.optional(z.string()),
  carrierOkAt: z.optional(z.string()),
  terms: z.optional(Terms),
  /** The projector keeps these three, because offers and blocks change no parcel. */
  openOffers: z.optional(StoredOffers),
  carrierOffer: z.optional(OfferRecord),
  carrierTie: z.optional(Tie),
  pickedUpAt: z.optional(z.string()),
  deliveredAt: z.optional(z.string()),
  createdAt: z.string(),
  version: z.int(),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;
