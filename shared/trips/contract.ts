import * as z from 'zod/mini';
import { AdminStatus, Card, Day, Money, maxLength, NewPlace, NewPrice, Place, pageOf, Size } from '../fields.ts';
import { routes } from '../route.ts';

export const Transport = z.enum(['car', 'plane', 'train', 'bus', 'truck', 'boat'], 'Choisissez un moyen de transport');
export type Transport = z.infer<typeof Transport>;

export const TripStatus = z.enum(['active', 'cancelled']);
export type TripStatus = z.infer<typeof TripStatus>;

/** `fixed`: for the whole trip; `per_kg`: for a kilo; `negotiable`: no price is said. */
export const PriceType = z.enum(['fixed', 'per_kg', 'negotiable'], 'Choisissez un type de prix');
export type PriceType = z.infer<typeof PriceType>;

/** Facts of a trip that everybody sees once it is listed. */
export const tripFields = {
  id: z.string(),
  depart: Place,
  arrival: Place,
  stops: z.array(Place),
  transport: Transport,
  travelDate: z.string(),
  maxWeightKg: z.int(),
  maxSize: Size,
  priceType: PriceType,
  price: z.optional(Money),
  acceptsFragile: z.boolean(),
  acceptsElectronics: z.boolean(),
  createdAt: z.string(),
};

export const Trip = z.object({
  ...tripFields,
  ownerId: z.string(),
  owner: Card,
  notes: z.optional(z.string()),
  status: TripStatus,
  /** Owners and administrators only. */
  adminStatus: z.optional(AdminStatus),
  rejectionReason: z.optional(z.string()),
  version: z.int(),
});
export type Trip = z.infer<typeof Trip>;

export const NewTrip = z
  .strictObject({
    depart: NewPlace,
    arrival: NewPlace,
    stops: z._default(z.array(NewPlace).check(z.maxLength(5, 'Cinq étapes au maximum')), []),
    transport: Transport,
    travelDate: Day('La date de départ est requise'),
    // Spec 2 §9: slider 0 to 20 step 1, default 5; nothing can travel with 0 (docs/decisions).
    maxWeightKg: z
      .int('Indiquez un poids entier')
      .check(z.gte(1, 'Indiquez au moins 1 kg'), z.lte(20, '20 kg au maximum')),
    maxSize: Size,
    priceType: PriceType,
    price: z.optional(NewPrice),
    notes: z.optional(
      z.string().check(z.trim(), z.maxLength(maxLength.notes, 'Ce texte est trop long (500 caractères au maximum)')),
    ),
    acceptsFragile: z._default(z.boolean(), false),
    acceptsElectronics: z._default(z.boolean(), false),
  })
  .check(
    z.refine((trip) => (trip.priceType === 'negotiable') === (trip.price === undefined), {
      path: ['price'],
      error: 'Indiquez un prix, ou choisissez « Prix à convenir »',
    }),
    z.refine((trip) => trip.depart.city !== trip.arrival.city || trip.depart.countryCode !== trip.arrival.countryCode, {
      path: ['arrival', 'city'],
      error: "La ville d'arrivée doit être différente de la ville de départ",
    }),
  );
export type NewTrip = z.infer<typeof NewTrip>;

export const tripRoutes = routes({
  readTrip: { method: 'GET', path: '/trips/{tripId}', access: { party: 'tripReader', of: 'tripId' }, reply: Trip },
  myTrips: {
    method: 'GET',
    path: '/me/trips',
    access: 'member',
    query: z.object({
      when: z._default(z.enum(['upcoming', 'past'], 'Période inconnue'), 'upcoming'),
      cursor: z.optional(z.string()),
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
    limits: [{ by: 'member', count: 10, seconds: 86_400 }],
    reply: Trip,
  },
});
