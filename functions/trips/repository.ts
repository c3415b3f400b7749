import { type List, pageIn, queryOf, where } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf, pagesOf } from '#functions/platform/pages.ts';
import { absent, atVersion, expression, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { searchable } from '#functions/search/index/listing.ts';
import { listingWaitsSince } from '#shared/admin/queues.ts';
import type { Refusal } from '#shared/refusal.ts';
import { type TripRecord, TripRecord as TripSchema } from '#shared/trips/record.ts';
import { dayOf } from '#shared/values/time.ts';

const pageSize = 20;
/** Maximum pages read to find shown trips. */
const mostTurns = 5;

export const parseTrip = (item: Item): TripRecord => TripSchema.parse(item['record']);

export function tripItem(trip: TripRecord) {
  return {
    ...keys.trip(trip.id),
    ...indexes.ownTrips(trip.ownerId, trip.travelDate, trip.id),
    // A cancelled trip needs no decision.
    ...indexes.queue(
      'trip',
      trip.status === 'cancelled' ? 'cancelled' : trip.adminStatus,
      listingWaitsSince(trip) ?? trip.createdAt,
    ),
    ...indexes.all('trip', trip.createdAt, trip.id),
    kind: 'trip' as const,
    version: trip.version,
    record: trip,
  };
}

/** Upcoming trips by date, past ones latest first; a trip is upcoming until the end of its day. */
type Period = 'upcoming' | 'past';

export function tripRepository(table: Table) {
  return { ...reads(table), ...writes(table) };
}

function reads(table: Table) {
  const own = (ownerId: string, when: Period, now: number): List => ({
    index: 'gs1',
    partition: indexes.ownTrips(ownerId, '', '').gs1pk,
    sort: when === 'upcoming' ? { from: dayOf(now) } : { before: dayOf(now) },
  });
  async function count(ownerId: string, now: number, adminStatus: TripRecord['adminStatus']): Promise<number> {
    const counted = where(
      queryOf(own(ownerId, 'upcoming', now)),
      expression`#record.#status = ${'active'} AND #record.#adminStatus = ${adminStatus}`,
    );
    return (await table.query({ ...counted, Select: 'COUNT' })).count;
  }
  return {
    async read(id: string, { consistent } = { consistent: true }): Promise<TripRecord | undefined> {
      const item = await table.get(keys.trip(id), { consistent });
      return item && parseTrip(item);
    },

    async readMany(ids: readonly string[]): Promise<TripRecord[]> {
      const items = await table.getMany(ids.map(keys.trip));
      return items.flatMap((item) => (item ? [parseTrip(item)] : []));
    },

    async tripsOf(
      ownerId: string,
      when: Period,
      now: number,
      cursor?: string,
    ): Promise<{ items: TripRecord[]; next?: string }> {
      const page = { size: pageSize, cursor, isNewestFirst: when === 'past' };
      const { items, ...rest } = await pageIn(table, own(ownerId, when, now), page);
      return { items: items.map(parseTrip), ...rest };
    },

    /**
     * The first trips of a period that `isShown` accepts, at most `count`. Reads another page only if too few of the
     * last one were shown, and five pages at most.
     */
    async firstTripsOf(
      ownerId: string,
      when: Period,
      now: number,
      { count, isShown }: { count: number; isShown: (trip: TripRecord) => boolean },
    ): Promise<TripRecord[]> {
      const found: TripRecord[] = [];
      let turns = 0;
      const query = {
        ...queryOf(own(ownerId, when, now)),
        ScanIndexForward: when === 'upcoming',
        Limit: pageSize,
      };
      for await (const { items } of pagesOf(table, query)) {
        found.push(...items.map(parseTrip).filter(isShown));
        if (found.length >= count || ++turns === mostTurns) break;
      }
      return found.slice(0, count);
    },

    /** Number of a member's upcoming trips that wait for validation. */
    waitingCount: (ownerId: string, now: number) => count(ownerId, now, 'pending'),

    /** Number of those that administrators refused. */
    refusedCount: (ownerId: string, now: number) => count(ownerId, now, 'rejected'),

    /** Ids of a member's trips that may be in search: approved, active and not over. */
    async *searchableIds(ownerId: string, now: number): AsyncGenerator<string> {
      for await (const item of itemsOf(table, where(queryOf(own(ownerId, 'upcoming', now)), searchable)))
        yield parseTrip(item).id;
    },
  };
}

function writes(table: Table) {
  return {
    add: (trip: TripRecord): Write => table.put(tripItem(trip), absent),

    save: (trip: TripRecord, refuse: (current: TripRecord | undefined) => Refusal): Write =>
      table.put(tripItem(trip), atVersion(trip.version - 1), (old) => refuse(old && parseTrip(old))),

    remove: ({ id, version }: TripRecord, refuse: (current: TripRecord | undefined) => Refusal): Write =>
      table.remove(keys.trip(id), atVersion(version), (old) => refuse(old && parseTrip(old))),
  };
}
