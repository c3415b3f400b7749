import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Day, line, maxLength, WantedPlace } from '../values/fields.ts';
import { routeCheck } from '../values/itinerary.ts';
import { alertProblems } from './search.ts';

/** `now`: as soon as a listing appears; `day`: once a day, in the morning; `off`: not at all. */
export const When = z.enum(['now', 'day', 'off'], 'Choisissez quand vous voulez être prévenu');
export type When = z.infer<typeof When>;

const kindOfListing = z.enum(['parcel', 'trip'], 'Choisissez des colis ou des trajets');

/** One side of a search: a place, or a whole country, which has no city. */
const Side = z.object({
  countryCode: z.string(),
  country: z.string(),
  city: z.optional(z.string()),
  placeId: z.optional(z.string()),
});
export type Side = z.infer<typeof Side>;

/** A search that a member keeps. It ends after the day `until`, the last day of travel that it wants (rule 142). */
export const Alert = z.object({
  id: z.string(),
  kind: kindOfListing,
  from: z.optional(Side),
  to: z.optional(Side),
  date: z.optional(z.string()),
  until: z.string(),
  filter: z.optional(z.string()),
  when: When,
  createdAt: z.string(),
});
export type Alert = z.infer<typeof Alert>;

const NewSide = z
  .strictObject({
    countryCode: z.string('Le pays est requis').check(z.regex(/^[A-Z]{2}$/, 'Le pays est requis')),
    city: z.optional(line(maxLength.city, 'La ville est requise')),
    placeId: WantedPlace,
  })
  .check(
    z.refine(({ city, placeId }) => city !== undefined || placeId === undefined, {
      path: ['city'],
      error: 'La ville est requise',
    }),
  );
export type NewSide = z.infer<typeof NewSide>;

export const NewAlert = z
  .strictObject({
    kind: kindOfListing,
    from: z.optional(NewSide),
    to: z.optional(NewSide),
    date: z.optional(Day('Date incorrecte')),
    until: z.optional(Day('Date incorrecte')),
    filter: z.optional(z.string('Filtre inconnu')),
    when: When,
  })
  .check(routeCheck(alertProblems));
export type NewAlert = z.infer<typeof NewAlert>;

/** Searches that members keep, to be notified of new listings (rule 142). */
export const alertRoutes = routes({
  myAlerts: { method: 'GET', path: '/me/alerts', access: 'member', reply: z.object({ items: z.array(Alert) }) },
  /** The same search again prolongs its alert. */
  addAlert: {
    method: 'POST',
    path: '/me/alerts',
    access: 'member',
    body: NewAlert,
    status: 201,
    idempotency: 'required',
    quota: { count: 30, seconds: 86_400 },
    reply: Alert,
  },
  editAlert: { method: 'PUT', path: '/me/alerts/{alertId}', access: 'member', body: NewAlert, reply: Alert },
  removeAlert: { method: 'DELETE', path: '/me/alerts/{alertId}', access: 'member' },
});
