import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Place, WantedPlace } from '../values/fields.ts';

/** A route between two places of the data, with the numbers of its listings in the last snapshot of the search. */
export const Corridor = z.object({
  /** The canonical word of its addresses: `paris-alger`. */
  slug: z.string(),
  from: Place,
  to: Place,
  parcels: z.int(),
  trips: z.int(),
});
export type Corridor = z.infer<typeof Corridor>;

/** Most neighbours of a corridor. */
export const maxNeighbours = 8;
/** The number of corridors that `readCorridors` returns at most. */
export const maxBusiest = 12;

/** Routes between two places, and the site map of their pages. */
export const corridorRoutes = routes({
  /** The busiest corridors of all listings. */
  readCorridors: {
    method: 'GET',
    path: '/public/corridors',
    access: 'anyone',
    reply: z.object({ items: z.array(Corridor) }),
  },
  /**
   * The two places of a slug in any spelling, with the canonical slug. Known ids win over the words. The neighbours
   * share an end and have listings: the way back first, then the busiest.
   */
  readCorridor: {
    method: 'GET',
    path: '/public/corridors/{corridor}',
    access: 'anyone',
    query: z.object({ fromPlace: WantedPlace, toPlace: WantedPlace }),
    reply: z.object({ slug: z.string(), from: Place, to: Place, neighbours: z.array(Corridor) }),
  },
  corridorsSitemap: {
    method: 'GET',
    path: '/corridors.xml',
    access: 'anyone',
    page: { type: 'application/xml', edgeSeconds: 3600 },
    reply: z.string(),
  },
});
