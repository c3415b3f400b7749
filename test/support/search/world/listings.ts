import { parcelItem } from '#functions/parcels/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import type { Place } from '#shared/values/fields.ts';
import { aProfile } from '../../stream.ts';
import type { Chance } from './chance.ts';
import { owners, randomRecords } from './records.ts';

/** Listings at random, of three members, which the real projector shows in the table. */
export async function openListings(
  table: Table,
  { chance, places, clock }: { chance: Chance; places: readonly Place[]; clock: { readonly now: number } },
) {
  const listings = { parcel: new Map<string, ParcelRecord>(), trip: new Map<string, TripRecord>() };
  const records = randomRecords(chance, places, clock);
  const verified = new Set([owners.verified]);
  let profileVersion = 1;
  const putOwner = (id: string) =>
    table.transact([
      table.put(
        profileItem(aProfile(id, { status: verified.has(id) ? 'approved' : 'pending', version: profileVersion })),
      ),
    ]);
  for (const id of Object.values(owners)) await putOwner(id);

  async function putParcel(parcel: ParcelRecord) {
    listings.parcel.set(parcel.id, parcel);
    await table.transact([table.put(parcelItem(parcel))]);
    await showListing(table, 'parcel', parcel.id, clock.now);
  }

  async function putTrip(trip: TripRecord) {
    listings.trip.set(trip.id, trip);
    await table.transact([table.put(tripItem(trip))]);
    await showListing(table, 'trip', trip.id, clock.now);
  }

  return {
    verified: verified as ReadonlySet<string>,
    all: (kind: Kind): Iterable<ParcelRecord | TripRecord> => listings[kind].values(),
    publish: (kind: Kind) => (kind === 'parcel' ? putParcel(records.parcel()) : putTrip(records.trip())),
    edit: (kind: Kind) =>
      kind === 'parcel'
        ? putParcel(records.changedParcel(chance.pick([...listings.parcel.values()])))
        : putTrip(records.changedTrip(chance.pick([...listings.trip.values()]))),
    /** The projector's work when a member's badge appears or disappears. */
    async changeOwner() {
      if (!verified.delete(owners.changing)) verified.add(owners.changing);
      profileVersion += 1;
      await putOwner(owners.changing);
      for (const kind of ['parcel', 'trip'] as const)
        for (const { id, ownerId } of listings[kind].values())
          if (ownerId === owners.changing) await showListing(table, kind, id, clock.now);
    },
  };
}
