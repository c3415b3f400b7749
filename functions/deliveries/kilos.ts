import { keys } from '#functions/platform/keys.ts';
import { all, type Condition, recordHaving, type Table, type Write } from '#functions/platform/table.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { loadOf, requireOwnTrip, requireRoom, requireSameTrip } from '#shared/deliveries/agreement.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';

/**
 * Books the kilos that a parcel takes in a trip after an act, and frees those that it took before (rule 127). It reads
 * the trips whose load changes; most acts change none. Throws TRIP_UNAVAILABLE when they do not fit, or when the trip
 * is not as its terms show it. A first yes that names a trip holds only while the trip is as it was read. The projector
 * follows a moved trip only to the parcels that name it already (rule 129).
 */
export async function kiloWrites(
  table: Table,
  before: ParcelRecord,
  after: ParcelRecord | undefined,
  now: number,
): Promise<Write[]> {
  const [old, fresh] = [loadOf(before), after && loadOf(after)];
  const isSame = old?.tripId === fresh?.tripId;
  const freed = old && !isSame ? await freeing(table, old.tripId, old.grams) : [];
  const named = after?.terms?.trip;
  if (named && !fresh && before.terms?.trip?.id !== named.id) return [...freed, mustBe(table, named)];
  if (!fresh || !named) return freed;
  const more = isSame ? fresh.grams - (old?.grams ?? 0) : fresh.grams;
  if (more < 0) return freeing(table, fresh.tripId, -more);
  if (more === 0) return freed;
  const own = isSame ? (old?.grams ?? 0) : undefined;
  return [...freed, await booking(table, named, { carrierId: after.carrierId ?? '', grams: more, own, now })];
}

/**
 * A trip that was deleted has no kilos to free, and no trip falls below none: an agreement must be able to end also
 * where the number is wrong.
 */
async function freeing(table: Table, tripId: string, grams: number): Promise<Write[]> {
  const trip = await tripRepository(table).read(tripId);
  const freed = Math.min(grams, trip?.bookedGrams ?? 0);
  const stillBooked: Condition = { expression: '#record.#booked >= :freed', values: { ':freed': freed } };
  return freed > 0 ? [moveKilos(table, tripId, -freed, stillBooked, changedAgain)] : [];
}

interface Booking {
  readonly carrierId: string;
  readonly grams: number;
  /** The grams that the parcel takes in this trip already. */
  readonly own: number | undefined;
  readonly now: number;
}

/** The condition repeats what was read of the trip, because acts of others may be faster. */
async function booking(table: Table, named: TermsTrip, { carrierId, grams, own, now }: Booking): Promise<Write> {
  const check = (trip: TripRecord | undefined): TripRecord => {
    if (own !== undefined && trip) {
      requireRoom(trip, own + grams, own);
      return trip;
    }
    const theirs = requireOwnTrip(trip, { carrierId, grams, now });
    requireSameTrip(theirs, named);
    return theirs;
  };
  const { maxWeightKg } = check(await tripRepository(table).read(named.id));
  const room: Condition = {
    expression: 'attribute_not_exists(#record.#booked) OR #record.#booked <= :most',
    values: { ':most': maxWeightKg * 1000 - grams },
  };
  const condition = all(room, recordHaving('maxWeightKg', maxWeightKg), ...(own === undefined ? asNamed(named) : []));
  return moveKilos(table, named.id, grams, condition, (trip) => {
    check(trip);
    return changedAgain();
  });
}

function asNamed({ travelDate, transport, from, to }: TermsTrip): Condition[] {
  const facts = { status: 'active', adminStatus: 'approved', travelDate, ...(transport ? { transport } : {}) };
  // A place of no list is named by its country (rule 117).
  const city = (place: 'depart' | 'arrival', value: string): Condition => ({
    expression: `#record.#${place}.#city = :${place} OR (#record.#${place}.#country = :${place} AND attribute_not_exists(#record.#${place}.#placeId))`,
    names: { [`#${place}`]: place, '#city': 'city', '#country': 'country', '#placeId': 'placeId' },
    values: { [`:${place}`]: value },
  });
  return [
    ...Object.entries(facts).map(([fact, value]) => still(fact, value)),
    city('depart', from),
    city('arrival', to),
  ];
}

const still = (fact: string, value: string): Condition => ({
  expression: `#record.#${fact} = :${fact}`,
  names: { '#record': 'record', [`#${fact}`]: fact },
  values: { [`:${fact}`]: value },
});

const mustBe = (table: Table, named: TermsTrip): Write =>
  table.check(keys.trip(named.id), all(...asNamed(named)), changedAgain);

/** The trip changed between its read and this write, and may still have room: the caller tries again. */
const changedAgain = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

/** The raised version makes the projector write the trip's search rows again. */
const moveKilos = (
  table: Table,
  tripId: string,
  grams: number,
  condition: Condition,
  refuse: (trip: TripRecord | undefined) => Refusal,
): Write =>
  table.update(
    keys.trip(tripId),
    {
      expression: [
        'SET #record.#booked = if_not_exists(#record.#booked, :none) + :grams',
        '#record.#version = #record.#version + :one',
        '#version = #version + :one',
      ].join(', '),
      names: { '#record': 'record', '#booked': 'bookedGrams', '#version': 'version' },
      values: { ':none': 0, ':grams': grams, ':one': 1 },
    },
    condition,
    (old) => refuse(old && parseTrip(old)),
  );
