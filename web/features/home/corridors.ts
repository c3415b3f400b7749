import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import type { Place } from '#shared/values/fields.ts';

/** A route in use, with the number of its trips and parcels among those that were read. */
export interface Corridor {
  from: Place;
  to: Place;
  trips: number;
  parcels: number;
}

const shown = 6;

/** The routes of these listings, the busiest first, the sooner met first among equals. */
export function corridorsOf(trips: readonly TripCard[], parcels: readonly ParcelCard[]): Corridor[] {
  const corridors = new Map<string, Corridor>();
  const at = (from: Place, to: Place): Corridor => {
    const key = `${from.countryCode}.${from.city}>${to.countryCode}.${to.city}`;
    const known = corridors.get(key) ?? { from, to, trips: 0, parcels: 0 };
    corridors.set(key, known);
    return known;
  };
  for (const { depart, arrival } of trips) at(depart, arrival).trips += 1;
  for (const { pickup, delivery } of parcels) at(pickup, delivery).parcels += 1;
  const size = ({ trips, parcels }: Corridor) => trips + parcels;
  return [...corridors.values()].toSorted((a, b) => size(b) - size(a)).slice(0, shown);
}

/** « 2 départs proches · 3 colis récents »: what was read is the first page of each list. */
export function corridorText({ trips, parcels }: Corridor): string {
  const departures = trips > 1 ? `${trips} départs proches` : '1 départ proche';
  const waiting = parcels > 1 ? `${parcels} colis récents` : '1 colis récent';
  return [trips > 0 && departures, parcels > 0 && waiting].filter(Boolean).join(' · ');
}
