import { decodeCursor, encodeCursor } from '#functions/platform/cursor.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import type { Refusal } from '#shared/refusal.ts';
import { dayOf } from '#shared/time.ts';
import { type TripRecord, TripRecord as TripSchema } from '#shared/trips/record.ts';

const pageSize = 20;

export const parseTrip = (item: Item): TripRecord => TripSchema.parse(item['record']);

/** The item of a trip: in its owner's list by travel day, in the queue of its validation and in the list of all. */
export function tripItem(trip: TripRecord) {
  return {
    ...keys.trip(trip.id),
    ...indexes.ownTrips(trip.ownerId, trip.travelDate, trip.id),
    // Nobody has to decide about what its owner gave up.
    ...indexes.queue('TRIP', trip.status === 'cancelled' ? 'cancelled' : trip.adminStatus, trip.createdAt),
    ...indexes.all('TRIP', trip.createdAt, trip.id),
    kind: 'trip',
    version: trip.version,
    record: trip,
  };
}

/** Upcoming trips by date, past ones latest first; a trip is upcoming until its own day is over. */
const periods = { upcoming: { operator: '>=', forward: true }, past: { operator: '<', forward: false } } as const;
export type Period = keyof typeof periods;

export function tripRepository(table: Table) {
  const own = (ownerId: string, when: Period, now: number) => ({
    IndexName: 'gs1',
    KeyConditionExpression: `gs1pk = :own AND gs1sk ${periods[when].operator} :today`,
    ExpressionAttributeValues: { ':own': `U#${ownerId}#T`, ':today': dayOf(now) },
  });
  return {
    async read(id: string): Promise<TripRecord | undefined> {
      const item = await table.get(keys.trip(id), { consistent: true });
      return item && parseTrip(item);
    },

    async tripsOf(
      ownerId: string,
      when: Period,
      now: number,
      cursor?: string,
    ): Promise<{ items: TripRecord[]; next?: string }> {
      const page = await table.query({
        ...own(ownerId, when, now),
        ScanIndexForward: periods[when].forward,
        Limit: pageSize,
        ExclusiveStartKey: decodeCursor(cursor),
      });
      return { items: page.items.map(parseTrip), ...encodeCursor(page.last) };
    },

    /**
     * The first trips of a period that `isShown` lets through, at most `count`. A page is read again only when too few of
     * the last one were shown, and five pages at most.
     */
    async firstTripsOf(
      ownerId: string,
      when: Period,
      now: number,
      { count, isShown }: { count: number; isShown: (trip: TripRecord) => boolean },
    ): Promise<TripRecord[]> {
      const found: TripRecord[] = [];
      let start: Record<string, unknown> | undefined;
      for (let turn = 0; turn < 5; turn++) {
        const page = await table.query({
          ...own(ownerId, when, now),
          ScanIndexForward: periods[when].forward,
          Limit: pageSize,
          ExclusiveStartKey: start,
        });
        found.push(...page.items.map(parseTrip).filter(isShown));
        start = page.last;
        if (!start || found.length >= count) break;
      }
      return found.slice(0, count);
    },

    /** Counts for the two tabs (spec 2 §2, /my-trips): one count query each over the member's own trips. */
    async countsOf(ownerId: string, now: number): Promise<Record<Period, number>> {
      const [upcoming, past] = await Promise.all(
        (['upcoming', 'past'] as const).map((when) => table.query({ ...own(ownerId, when, now), Select: 'COUNT' })),
      );
      return { upcoming: upcoming?.count ?? 0, past: past?.count ?? 0 };
    },

    async unlistedCount(ownerId: string): Promise<number> {
      const page = await table.query({
        IndexName: 'gs1',
        KeyConditionExpression: 'gs1pk = :own',
        FilterExpression: '#record.#status = :active AND #record.#admin = :pending',
        ExpressionAttributeNames: { '#record': 'record', '#status': 'status', '#admin': 'adminStatus' },
        ExpressionAttributeValues: { ':own': `U#${ownerId}#T`, ':active': 'active', ':pending': 'pending' },
        Select: 'COUNT',
      });
      return page.count;
    },

    add: (trip: TripRecord): Write => table.put(tripItem(trip), absent),

    save: (trip: TripRecord, refuse: (current: TripRecord | undefined) => Refusal): Write =>
      table.put(tripItem(trip), atVersion(trip.version - 1), (old) => refuse(old && parseTrip(old))),
  };
}
