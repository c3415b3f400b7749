import * as z from 'zod/mini';
import { Card, Money, Place, Size } from '../values/fields.ts';
import { Content } from './contents.ts';

/** Facts of a parcel that are stored as its members read them. */
export const parcelFields = {
  id: z.string(),
  ownerId: z.string(),
  /** A snapshot for lists; the details page reads the owner's profile. */
  owner: Card,
  title: z.string(),
  description: z.string(),
  contents: z.array(Content),
  weightGrams: z.int(),
  size: Size,
  pickup: Place,
  delivery: Place,
  deadline: z.string(),
  /** It had a file, which was erased because of its age. */
  fileErased: z.optional(z.literal(true)),
  price: z.optional(Money),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  /** Its owner alone reads why an administrator sent it back. */
  rejectionReason: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  returnReason: z.optional(z.string()),
  carrierId: z.optional(z.string()),
  carrier: z.optional(Card),
  createdAt: z.string(),
  version: z.int(),
};
