import * as z from 'zod/mini';
import { Reliability } from '../profiles/reliability.ts';
import { routes } from '../route.ts';
import {
  AdminStatus,
  Card,
  Cursor,
  Day,
  maxLength,
  NewPlace,
  NewPrice,
  pageOf,
  Reason,
  Size,
  text,
} from '../values/fields.ts';
import { routeCheck, tripProblems } from '../values/itinerary.ts';
import { PriceType, repliedTripFields, Transport } from './fields.ts';

export const TripStatus = z.enum(['active', 'cancelled']);
export type TripStatus = z.infer<typeof TripStatus>;

/** The acts of the owner that are possible now; the reason is a French sentence. */
const TripActionName = z.enum(['editTrip', 'cancelTrip']);
const TripActions = z.partialRecord(TripActionName, z.object({ allowed: z.boolean(), reason: z.optional(z.string()) }));
export type TripActions = z.infer<typeof TripActions>;

export const Trip = z.object({
  ...repliedTripFields,
  ownerId: z.string(),
  owner: Card,
  notes: z.optional(z.string()),
  status: TripStatus,
  /** Owners and administrators only. */
  adminStatus: z.optional(AdminStatus),
  rejectionReason: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  version: z.int(),
  actions: TripActions,
});
export type Trip = z.infer<typeof Trip>;

export const NewTrip = z
  .strictObject({
    depart: NewPlace,
    arrival: NewPlace,
    stops: z._default(z.array(NewPlace).check(z.maxLength(5, 'Cinq étapes au maximum')), []),
    transport: Transport,
    travelDate: Day('La date de départ est requise'),
    // Product 2.9: slider 0 to 20 step 1, default 5; nothing can travel with 0 (rule 7).
    maxWeightKg: z
      .int('Indiquez un poids entier')
      .check(z.gte(1, 'Indiquez au moins 1 kg'), z.lte(20, '20 kg au maximum')),
    maxSize: Size,
    priceType: PriceType,
    price: z.optional(NewPrice),
    notes: z.optional(text(maxLength.notes)),
    acceptsFragile: z._default(z.boolean(), false),
    acceptsElectronics: z._default(z.boolean(), false),
  })
  .check(
    z.refine((trip) => (trip.priceType === 'negotiable') === (trip.price === undefined), {
      path: ['price'],
      error: 'Indiquez un prix, ou choisissez «\u00a0Prix à convenir\u00a0»',
    }),
    routeCheck(tripProblems),
  );
export type NewTrip = z.infer<typeof NewTrip>;

export const tripRoutes = routes({
  readTrip: {
    method: 'GET',
    path: '/trips/{tripId}',
    access: { party: 'tripReader', of: 'tripId' },
    reply: z.object({ ...Trip.shape, reliability: z.optional(Reliability) }),
  },
  myTrips: {
    method: 'GET',
    path: '/me/trips',
    access: 'member',
    query: z.object({
      when: z._default(z.enum(['upcoming', 'past'], 'Période inconnue'), 'upcoming'),
      cursor: Cursor,
    }),
    reply: z.object({ ...pageOf(Trip).shape, counts: z.object({ upcoming: z.int(), past: z.int() }) }),
  },
  publishTrip: {
    method: 'POST',
    path: '/trips',
    access: 'member',
    trust: { profile: 'notRejected', subscription: true },
    body: NewTrip,
    status: 201,
    idempotency: 'required',
    quota: { count: 10, seconds: 86_400 },
    reply: Trip,
  },
  editTrip: {
    method: 'PATCH',
    path: '/trips/{tripId}',
    access: { party: 'tripOwner', of: 'tripId' },
    trust: { subscription: true },
    body: NewTrip,
    ifMatch: true,
    idempotency: 'required',
    quota: { count: 60, seconds: 86_400 },
    reply: Trip,
  },
  cancelTrip: {
    method: 'POST',
    path: '/trips/{tripId}/cancel',
    access: { party: 'tripOwner', of: 'tripId' },
    body: z.strictObject({ reason: Reason }),
    ifMatch: true,
    idempotency: 'required',
    reply: Trip,
  },
});
