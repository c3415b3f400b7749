import type { ParcelRecord } from '#shared/parcels/record.ts';
import { weightChoices } from '#shared/search/filter.ts';
import { Transport } from '#shared/trips/fields.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { dayMs, dayOf, hourMs } from '#shared/values/time.ts';
import { aParcel, aTrip } from '../../stream.ts';
import type { Chance } from './chance.ts';

/**
 * Most listings are of a verified member or of one who is not; few are of one who becomes it, and is blocked from it.
 */
export const owners = {
  verified: 'a0000000-0000-4000-8000-000000000001',
  unverified: 'a0000000-0000-4000-8000-000000000002',
  changing: 'a0000000-0000-4000-8000-000000000003',
};

/** Random parcels and trips, and random changes of them: another route or day, paused or taken, and back. */
export function randomRecords(chance: Chance, places: readonly Place[], clock: { readonly now: number }) {
  const { random, below, isOne, pick, id } = chance;
  const [paris, alger] = [places[0] as Place, places[12] as Place];
  /** One city has most of the listings, and most places have one or two. */
  const aPlace = (favourite: Place) => {
    if (isOne(0.6)) return favourite;
    return isOne(0.3) ? pick(places.slice(0, 40)) : pick(places);
  };
  /** Also right at a limit and above it. */
  const aWeight = () => (isOne(0.2) ? pick(weightChoices) * 1000 + below(2) : 1 + below(25_000));
  const aDay = () => dayOf(clock.now + Math.floor(random() ** 3 * 90) * dayMs);
  const anOwner = () => (isOne(0.002) ? owners.changing : isOne(0.6) ? owners.verified : owners.unverified);

  /** Half of the trips have kilos booked, some all of them. */
  const aRoom = () => {
    const maxWeightKg = 1 + below(20);
    return { maxWeightKg, ...(isOne(0.5) ? { bookedGrams: below(maxWeightKg * 1000 + 1) } : {}) };
  };

  return {
    parcel() {
      const createdAt = new Date(clock.now - below(40 * 24) * hourMs - below(1000)).toISOString();
      const ends = { pickup: aPlace(paris), delivery: aPlace(alger) };
      const facts = { size: pick(Size.options), weightGrams: aWeight() };
      return aParcel(id(), anOwner(), { ...ends, ...facts, deadline: aDay(), createdAt });
    },
    trip() {
      const ends = { depart: aPlace(paris), arrival: aPlace(alger) };
      const facts = { maxSize: pick(Size.options), ...aRoom(), transport: pick(Transport.options) };
      const createdAt = new Date(clock.now - below(40 * 24) * hourMs - below(100)).toISOString();
      const rest = { acceptsFragile: isOne(0.3), travelDate: aDay(), createdAt };
      return aTrip(id(), anOwner(), { ...ends, ...facts, ...rest });
    },
    changedParcel(parcel: ParcelRecord): ParcelRecord {
      const change = pick([
        { pickup: pick(places) },
        { delivery: pick(places) },
        { deadline: aDay() },
        { size: pick(Size.options) },
        { weightGrams: aWeight() },
        { status: parcel.status === 'active' ? 'cancelled' : 'active' } as const,
        { adminStatus: parcel.adminStatus === 'approved' ? 'pending' : 'approved' } as const,
      ]);
      return { ...parcel, ...change, version: parcel.version + 1 };
    },
    changedTrip(trip: TripRecord): TripRecord {
      const change = pick([
        { depart: pick(places) },
        { arrival: pick(places) },
        { travelDate: aDay() },
        { maxSize: pick(Size.options), ...aRoom() },
        { transport: pick(Transport.options), acceptsFragile: !trip.acceptsFragile },
        { status: trip.status === 'active' ? 'cancelled' : 'active' } as const,
      ]);
      return { ...trip, ...change, version: trip.version + 1 };
    },
  };
}
