import * as z from 'zod/mini';
import {
  AdminStatus,
  Card,
  Day,
  Id,
  Money,
  maxLength,
  NewPlace,
  NewPrice,
  Place,
  pageOf,
  Size,
  text,
} from '../fields.ts';
import { FileLink, Scanning } from '../files.ts';
import { routes } from '../route.ts';

export const ParcelStatus = z.enum([
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
]);
export type ParcelStatus = z.infer<typeof ParcelStatus>;

/** Acts on a parcel that its screen may offer; the reason says in French why not. */
export const ParcelActionName = z.enum([
  'acceptDelivery',
  'chooseCarrier',
  'releaseCarrier',
  'validatePickup',
  'startDelivery',
  'validateDelivery',
]);
export type ParcelActionName = z.infer<typeof ParcelActionName>;
export const Actions = z.partialRecord(
  ParcelActionName,
  z.object({ allowed: z.boolean(), reason: z.optional(z.string()) }),
);
export type Actions = z.infer<typeof Actions>;

export const Parcel = z.object({
  id: z.string(),
  ownerId: z.string(),
  owner: Card,
  title: z.string(),
  description: z.string(),
  weightGrams: z.int(),
  size: Size,
  pickup: Place,
  delivery: Place,
  deadline: z.string(),
  file: z.optional(z.object({ kind: z.enum(['image', 'pdf']) })),
  price: z.optional(Money),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  status: ParcelStatus,
  /** Owners and administrators only. */
  adminStatus: z.optional(AdminStatus),
  rejectionReason: z.optional(z.string()),
  /** Owner and carrier only. */
  carrierId: z.optional(z.string()),
  carrier: z.optional(Card),
  trackingNumber: z.string(),
  createdAt: z.string(),
  version: z.int(),
  actions: Actions,
});
export type Parcel = z.infer<typeof Parcel>;

/** Weight as typed, `.` or `,` as decimal mark (spec 2 §5), kept in grams: above 0, at most 1,000 kg. */
const WeightGrams = z.pipe(
  z
    .string('Le poids est requis')
    .check(
      z.trim(),
      z.minLength(1, 'Le poids est requis'),
      z.regex(/^\d{1,5}([.,]\d{1,3})?$/, 'Veuillez entrer un nombre valide'),
    ),
  z.pipe(
    z.transform((typed: string) => Math.round(Number(typed.replace(',', '.')) * 1000)),
    z.int().check(z.gte(1, 'Veuillez entrer un nombre valide'), z.lte(1_000_000, 'Le poids est trop élevé')),
  ),
);

export const NewParcel = z.strictObject({
  title: text(maxLength.title, 'Le titre du colis est requis'),
  description: text(maxLength.description, 'La description est requise'),
  pickup: NewPlace,
  delivery: NewPlace,
  weight: WeightGrams,
  size: Size,
  deadline: Day('La date limite est requise'),
  uploadId: z.optional(Id),
  price: z.optional(NewPrice),
  isFragile: z._default(z.boolean(), false),
  hasElectronics: z._default(z.boolean(), false),
});
export type NewParcel = z.infer<typeof NewParcel>;

export const parcelRoutes = routes({
  readParcel: {
    method: 'GET',
    path: '/parcels/{parcelId}',
    access: { party: 'parcelReader', of: 'parcelId' },
    reply: Parcel,
  },
  myParcels: {
    method: 'GET',
    path: '/me/parcels',
    access: 'member',
    query: z.object({ cursor: z.optional(z.string()) }),
    reply: pageOf(Parcel),
  },
  publishParcel: {
    method: 'POST',
    path: '/parcels',
    access: 'member',
    trust: { profile: 'notRejected', subscription: true },
    body: NewParcel,
    status: 201,
    idempotency: 'required',
    limits: [{ by: 'member', count: 10, seconds: 86_400 }],
    reply: z.union([Parcel, Scanning]),
  },
  parcelFile: {
    method: 'GET',
    path: '/parcels/{parcelId}/file',
    access: { party: 'parcelReader', of: 'parcelId' },
    reply: FileLink,
  },
});
