import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import type { Filters } from '#web/features/search/filters.ts';

const most = 4;

/** The pairs of countries that most of these listings have. */
export function countryRoutesOf(
  parcels: readonly Pick<ParcelCard, 'pickup' | 'delivery'>[],
  trips: readonly Pick<TripCard, 'depart' | 'arrival'>[],
): Pick<Filters, 'from' | 'to'>[] {
  const pairs = [
    ...parcels.map(({ pickup, delivery }) => [pickup.countryCode, delivery.countryCode] as const),
    ...trips.map(({ depart, arrival }) => [depart.countryCode, arrival.countryCode] as const),
  ];
  const counts = new Map<string, number>();
  for (const pair of pairs) counts.set(pair.join('>'), (counts.get(pair.join('>')) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([pair]) => {
      const [from, to] = pair.split('>');
      return { from: { city: '', countryCode: from }, to: { city: '', countryCode: to } };
    });
}
