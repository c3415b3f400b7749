import { parcelRepository } from '#functions/parcels/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { memberLines, parcelLines, tripLines } from '#shared/reports/excerpts.ts';
import type { ExcerptLine, Reported } from '#shared/reports/record.ts';

const id = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})';
/** The addresses of `shared/site/paths.ts` that contain the id of a thing. */
const addresses = new RegExp(`(/p/|/t/|/user/|/messages/|/delivery/|[?&]parcel=|[?&]trip=)${id}`, 'gi');
const kinds: Readonly<Record<string, 'parcel' | 'trip' | 'member'>> = {
  '/p/': 'parcel',
  '/delivery/': 'parcel',
  'parcel=': 'parcel',
  '/t/': 'trip',
  'trip=': 'trip',
  '/user/': 'member',
  '/messages/': 'member',
};

/** Addresses in one report that are looked up. */
const most = 3;

export interface Thing {
  readonly about: Required<Reported>;
  readonly accusedId: string;
  readonly lines: readonly ExcerptLine[];
}

/**
 * The first listing or member whose address is in the texts of a report, and whose member is not `reporterId`. An
 * accused administrator could otherwise read the report of a page (rule 177).
 */
export async function thingIn(table: Table, texts: readonly string[], reporterId?: string): Promise<Thing | undefined> {
  const matches = texts.flatMap((text) => [...text.matchAll(addresses)]).slice(0, most);
  for (const [, before = '', found = ''] of matches) {
    const kind = kinds[before.toLowerCase().replace(/^[?&]/, '')];
    const thing = kind && (await thingOf(table, kind, found.toLowerCase()));
    if (thing && thing.accusedId !== reporterId) return thing;
  }
  return undefined;
}

async function thingOf(table: Table, kind: 'parcel' | 'trip' | 'member', id: string): Promise<Thing | undefined> {
  const about = { kind, id };
  switch (kind) {
    case 'parcel': {
      const parcel = await parcelRepository(table).read(id);
      return parcel && { about, accusedId: parcel.ownerId, lines: parcelLines(parcel) };
    }
    case 'trip': {
      const trip = await tripRepository(table).read(id);
      return trip && { about, accusedId: trip.ownerId, lines: tripLines(trip) };
    }
    case 'member': {
      // Their page is hidden until the address is confirmed.
      const profile = await profileRepository(table).read(id);
      return profile?.emailConfirmedAt ? { about, accusedId: id, lines: memberLines(profile) } : undefined;
    }
  }
}
