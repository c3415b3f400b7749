import * as z from 'zod/mini';
import { Card, Day, Id, line, Money, maxLength, NewPlace, NewPrice, Place, Size, text } from '../values/fields.ts';
import { endProblems, routeCheck } from '../values/itinerary.ts';
import { Content, NewContents } from './contents.ts';
import { WeightGrams } from './weight.ts';

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

export const parcelForm = {
  title: line(maxLength.title, 'Le titre du colis est requis'),
  description: text(maxLength.description, 'La description est requise'),
  contents: NewContents,
  pickup: NewPlace,
  delivery: NewPlace,
  weight: WeightGrams,
  size: Size,
  deadline: Day('La date limite est requise'),
  uploadId: z.optional(Id),
  price: z.optional(NewPrice),
  isFragile: z._default(z.boolean(), false),
  hasElectronics: z._default(z.boolean(), false),
};
export const NewParcel = z.strictObject(parcelForm).check(routeCheck(endProblems));
export type NewParcel = z.infer<typeof NewParcel>;
