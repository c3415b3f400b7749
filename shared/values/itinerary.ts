import type { Place } from './fields.ts';
import { isSameName } from './place-names.ts';

/** The fields that identify a place: typed by a member, or looked up. */
export type Point = Pick<Place, 'city' | 'countryCode'> & { readonly placeId?: string | undefined };

export function isSamePlace(a: Point, b: Point): boolean {
  if (a.countryCode !== b.countryCode) return false;
  if (a.placeId && b.placeId) return a.placeId === b.placeId;
  return isSameName(a.city, b.city);
}

export interface RouteProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Problems of the two ends of a parcel: they must differ. */
export function endProblems({ pickup, delivery }: { pickup: Point; delivery: Point }): RouteProblem[] {
  return isSamePlace(pickup, delivery)
    ? [
        {
          path: ['delivery', 'city'],
          message: 'La ville de livraison doit être différente de la ville de récupération',
        },
      ]
    : [];
}

/** Problems of the points of a trip: every place must be different. Each problem is reported at the later one. */
export function tripProblems(trip: { depart: Point; arrival: Point; stops: readonly Point[] }): RouteProblem[] {
  const { depart, arrival, stops } = trip;
  const ends = isSamePlace(depart, arrival)
    ? [{ path: ['arrival', 'city'], message: "La ville d'arrivée doit être différente de la ville de départ" }]
    : [];
  const repeated = stops.flatMap((stop, index) =>
    [depart, arrival, ...stops.slice(0, index)].some((point) => isSamePlace(point, stop))
      ? [{ path: ['stops', index, 'city'], message: 'Cette ville est déjà sur votre trajet' }]
      : [],
  );
  return [...ends, ...repeated];
}

export const fieldsOf = (problems: readonly RouteProblem[]): Record<string, string> =>
  Object.fromEntries(problems.map(({ path, message }) => [path.join('.'), message]));

/** The problems of a whole body as issues of its schema: `z.strictObject({…}).check(routeCheck(tripProblems))`. */
export const routeCheck =
  <Route>(problemsOf: (route: Route) => RouteProblem[]) =>
  ({ value, issues }: { value: Route; issues: unknown[] }): void => {
    for (const { path, message } of problemsOf(value)) issues.push({ code: 'custom', input: value, path, message });
  };
