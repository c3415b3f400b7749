import * as z from 'zod/mini';
import { Reliability } from '../profiles/reliability.ts';
import { routes } from '../route.ts';
import { Situation, Standing } from '../situation/contract.ts';
import { Cursor, Place, pageOf, Reason } from '../values/fields.ts';
import { FileLink, Scanning } from '../values/files.ts';
import { endProblems, routeCheck } from '../values/itinerary.ts';
import { NewParcel, parcelFields, parcelForm } from './fields.ts';

export const Parcel = z.object({
  ...parcelFields,
  file: z.optional(z.object({ kind: z.enum(['image', 'pdf']) })),
  trackingNumber: z.string(),
  situation: z.optional(Situation),
});
export type Parcel = z.infer<typeof Parcel>;

/**
 * The remaining facts of a parcel for a member who wrote about it and may no longer see it; for a deleted one only the
 * sentence.
 */
export const UnseenParcel = z.object({
  id: z.optional(z.string()),
  title: z.optional(z.string()),
  sentence: z.string(),
  /** A traveller finds the next parcel there once another one took this. */
  route: z.optional(z.object({ from: Place, to: Place })),
  situation: z.optional(Situation),
});
export type UnseenParcel = z.infer<typeof UnseenParcel>;

/** The whole parcel again. The file stays unless `uploadId` replaces it or `keepsFile: false` removes it. */
const EditedParcel = z
  .strictObject({ ...parcelForm, keepsFile: z._default(z.boolean(), true) })
  .check(routeCheck(endProblems));

const owner = { party: 'parcelOwner', of: 'parcelId' } as const;

export const parcelRoutes = routes({
  readParcel: {
    method: 'GET',
    path: '/parcels/{parcelId}',
    access: { party: 'parcelReader', of: 'parcelId' },
    reply: z.object({ ...Parcel.shape, reliability: z.optional(Reliability) }),
  },
  myParcels: {
    method: 'GET',
    path: '/me/parcels',
    access: 'member',
    query: z.object({ stage: z.optional(Standing), cursor: Cursor }),
    /** Parcels that wait for their owner, then those in progress, then finished ones; with the count of each. */
    reply: z.object({
      ...pageOf(Parcel).shape,
      counts: z.object({ todo: z.int(), going: z.int(), over: z.int() }),
    }),
  },
  publishParcel: {
    method: 'POST',
    path: '/parcels',
    access: 'member',
    trust: { profile: 'notRejected', subscription: true },
    body: NewParcel,
    status: 201,
    idempotency: 'required',
    quota: { count: 10, seconds: 86_400 },
    reply: z.union([Parcel, Scanning]),
  },
  editParcel: {
    method: 'PATCH',
    path: '/parcels/{parcelId}',
    access: owner,
    trust: { subscription: true },
    body: EditedParcel,
    ifMatch: true,
    idempotency: 'required',
    quota: { count: 60, seconds: 86_400 },
    reply: z.union([Parcel, Scanning]),
  },
  pauseParcel: {
    method: 'POST',
    path: '/parcels/{parcelId}/pause',
    access: owner,
    ifMatch: true,
    idempotency: 'required',
    reply: Parcel,
  },
  resumeParcel: {
    method: 'POST',
    path: '/parcels/{parcelId}/resume',
    access: owner,
    trust: { subscription: true },
    ifMatch: true,
    idempotency: 'required',
    reply: Parcel,
  },
  cancelParcel: {
    method: 'POST',
    path: '/parcels/{parcelId}/cancel',
    access: owner,
    body: z.strictObject({ reason: Reason }),
    ifMatch: true,
    idempotency: 'required',
    reply: Parcel,
  },
  parcelFile: {
    method: 'GET',
    path: '/parcels/{parcelId}/file',
    access: { party: 'parcelReader', of: 'parcelId' },
    reply: FileLink,
  },
});
