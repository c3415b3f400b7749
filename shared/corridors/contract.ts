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

export const maxNeighbours = 8;
export const maxBusiest = 12;

export const corridorRoutes = routes({
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
