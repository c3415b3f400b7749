import { routesOf } from '#functions/search/index/listing.ts';
import { placeKey } from '#functions/search/index/place-key.ts';
import type { Alert } from '#shared/alerts/contract.ts';
import { isOver } from '#shared/alerts/rules.ts';
import { meets, readFilter } from '#shared/search/filter.ts';
import { isFull } from '#shared/trips/room.ts';
import type { Place } from '#shared/values/fields.ts';
import type { Listing } from './news.ts';

export interface Route {
  readonly from: string;
  readonly to: string;
  readonly leg?: readonly [from: Place, to: Place] | undefined;
}

/**
 * The routes of a listing: each end by place, by country or as anywhere, and each pair of a trip's other stops (rule
 * 143). An alert has a side, so none waits for listings from anywhere to anywhere.
 */
export function routesFor({ from, to, stops }: Pick<Listing, 'from' | 'to' | 'stops'>): Route[] {
  const ends = routesOf({ from, to })
    .filter(([start, end]) => start !== '*' || end !== '*')
    .map(([start, end]) => ({ from: start, to: end }));
  const points = [from, ...stops, to];
  const legs = points.flatMap((start, at) =>
    points
      .slice(at + 1)
      .filter((end) => start !== from || end !== to)
      .map((end) => ({ from: placeKey(start), to: placeKey(end), leg: [start, end] as const })),
  );
  return [...ends, ...legs];
}

export function matchesAlert(alert: Alert, { kind, day, facts, room }: Listing, now: number): boolean {
  const isInTime = kind === 'trip' ? day <= alert.until : !isOver(alert, now);
  return (
    alert.when !== 'off' &&
    isInTime &&
    // A full trip is suggested to no member (rule 128).
    !(room && isFull(room)) &&
    (alert.date === undefined || day >= alert.date) &&
    meets(kind, readFilter(kind, alert.filter ?? ''), facts)
  );
}
