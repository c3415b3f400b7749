import { decodeCursor, encodeCursor } from '#functions/platform/http/cursor.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import { refreshSnapshot, removeFormerBuilds } from '#functions/search/index/snapshot.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { dayOf } from '#shared/values/time.ts';
import { dyingAt } from './dying-table.ts';
import { chanceOf } from './world/chance.ts';
import { openListings } from './world/listings.ts';
import { somePlaces } from './world/places.ts';
import { goesForward, inOrder, plainSearch } from './world/plain-search.ts';
import { randomQuery } from './world/queries.ts';

export const pageSize = 20;

/** Listings published by the real projector, changed at random, and searched beside a plain filter. */
export async function searchWorld(table: Table, seed: number, start = Date.parse('2026-12-01T12:00:00Z')) {
  const clock = { now: start };
  const chance = chanceOf(seed);
  const places = somePlaces(chance);
  const listings = await openListings(table, { chance, places, clock });
  const search = openSearch(
    table,
    () => clock.now,
    placeCountsReader(table, () => clock.now),
  );

  /** Looks for a snapshot that is due, as each minute; a share of the looks dies at one of its writes. */
  async function refresh(kind: Kind, dyingShare = 0) {
    const now = () => clock.now;
    const isDying = chance.isOne(dyingShare);
    const dying = dyingAt(table, isDying ? chance.below(5) : Number.POSITIVE_INFINITY);
    const refreshing = refreshSnapshot(dying, kind, now).then(() => removeFormerBuilds(dying, kind, now()));
    await (isDying ? refreshing.catch(() => undefined) : refreshing);
  }

  /** One page of the search, as positions. */
  async function page(kind: Kind, query: SearchQuery, after: string | undefined) {
    const cursor = encodeCursor(after === undefined ? undefined : { after }).next;
    const { items, next } =
      kind === 'parcel' ? await search.parcels({ ...query, cursor }) : await search.trips({ ...query, cursor });
    return { orders: items.map(inOrder(query)), next: decodeCursor(next, ['after'])?.after };
  }

  return {
    clock,
    random: chance,
    publish: listings.publish,
    edit: (kind: Kind) => listings.edit(kind),
    changeOwner: () => listings.changeOwner(),
    goesForward,
    plain: (kind: Kind, query: SearchQuery) => plainSearch(listings, kind, query, dayOf(clock.now)),
    aQuery: (kind: Kind) => randomQuery(chance, places, kind, clock.now),
    page,
    refresh,
  };
}
