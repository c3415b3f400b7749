import { parcelItem } from '#functions/parcels/repository.ts';
import { decodeCursor, encodeCursor } from '#functions/platform/http/cursor.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import {
  isForward,
  type Kind,
  parcelPosition,
  type SearchPosition,
  tripPosition,
} from '#functions/search/index/listing.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { refreshSnapshot, removeFormerBuilds } from '#functions/search/index/snapshot.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { type FilterPart, filterText, weightChoices } from '#shared/search/filter.ts';
import { Transport } from '#shared/trips/fields.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { countriesMeant } from '#shared/values/countries.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { containsName, isSameName, nameKey } from '#shared/values/place-names.ts';
import { countryName } from '#shared/values/places.ts';
import { dayMs, dayOf, hourMs } from '#shared/values/time.ts';
import { aParcel, aProfile, aTrip } from '../stream.ts';
import { seeded } from './listings.ts';

/**
 * Most listings are of a verified member or of one who is not; few are of one who becomes it, and is blocked from it.
 */
const owners = {
  verified: 'a0000000-0000-4000-8000-000000000001',
  unverified: 'a0000000-0000-4000-8000-000000000002',
  changing: 'a0000000-0000-4000-8000-000000000003',
};
export const pageSize = 20;

/** Names that contain each other, differ in accents only, start alike, occur twice, or are unlisted. */
const awkward = (
  'FR Paris|FR Parisot|FR Le Touquet-Paris-Plage|CA Paris|FR Saint-Étienne|FR Saint-Etienne-du-Rouvray|FR L’Haÿ-les-Roses|' +
  'FR Œuilly|FR Alençon|FR Albi|FR Ales|FR Alès|DZ Alger|DZ Algermoule|DZ Oran|FR Orange|ES Oranès|DZ Aïn Témouchent|' +
  'DZ Bordj Bou Arréridj|DZ Bou Saâda|MA Aïn Harrouda|ES Almería|ES Alicante|IT Alghero|PT Algés|FR Y|FR Eu|FR Ars|' +
  'BE Liège|CH Genève|TN Tunis|TN La Marsa|SN Dakar|DE Köln|DE Ahlen|GB Hull|GB St Albans|CA Montréal|DZ ~Aïn El Hammam|' +
  'FR ~Villeneuve|FR ~villeneuve|DZ ~وهران'
).split('|');
const syllables = 'al ar ba be bo ca da el fa ga ha is ka la ma na or pa ra sa ta ul va za'.split(' ');
const countries = ['FR', 'DZ', 'MA', 'TN', 'ES', 'BE', 'CH', 'IT', 'DE', 'SN', 'GB', 'CA'];

const placeOf = (city: string, countryCode: string, placeId?: string): Place => ({
  city,
  countryCode,
  country: countryName(countryCode) ?? countryCode,
  ...(placeId === undefined ? {} : { placeId }),
});

/** The position of a listing in the order of a search. */
const inOrder =
  ({ filter = '' }: SearchQuery) =>
  (card: Pick<ParcelRecord, 'id' | 'createdAt' | 'deadline'> | Pick<TripRecord, 'id' | 'createdAt' | 'travelDate'>) => {
    if ('deadline' in card) {
      const usual = `${card.createdAt}#${card.id}`;
      return filter.includes('soonest') ? `${card.deadline}#${usual}` : usual;
    }
    const usual = `${card.travelDate}#${card.id}`;
    return filter.includes('newest') ? `${Math.floor(Date.parse(card.createdAt) / 1000)}#${usual}` : usual;
  };

const goesForward = (kind: Kind, { filter = '' }: SearchQuery) =>
  filter.includes('soonest') || (isForward[kind] && !filter.includes('newest'));

/** Listings published by the real projector, changed at random, and searched beside a plain filter. */
export async function searchWorld(table: Table, seed: number, start = Date.parse('2026-12-01T12:00:00Z')) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const isOne = (share: number) => random() < share;
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const clock = { now: start };
  const id = () => '10000000-1000-4000-8000-100000000000'.replaceAll(/[01]/g, () => below(16).toString(16));

  const places = [
    ...awkward.map((line, index) => {
      const [country, name] = [line.slice(0, 2), line.slice(3)];
      return name.startsWith('~') ? placeOf(name.slice(1), country) : placeOf(name, country, String(1000 + index));
    }),
    ...Array.from({ length: 600 }, (_, index) => {
      const name = Array.from({ length: 2 + below(2) }, () => pick(syllables)).join('');
      return placeOf(`${name[0]?.toUpperCase()}${name.slice(1)}`, pick(countries), String(2000 + index));
    }),
  ];
  /** One city has most of the listings, and most places have one or two. */
  const aPlace = (favourite: Place) => {
    if (isOne(0.6)) return favourite;
    return isOne(0.3) ? pick(places.slice(0, 40)) : pick(places);
  };
  /** Also right at a limit and above it. */
  const aWeight = () => (isOne(0.2) ? pick(weightChoices) * 1000 + below(2) : 1 + below(25_000));
  const [paris, alger] = [places[0] as Place, places[12] as Place];
  const aDay = () => dayOf(clock.now + Math.floor(random() ** 3 * 90) * dayMs);

  const listings = { parcel: new Map<string, ParcelRecord>(), trip: new Map<string, TripRecord>() };
  const verified = new Set([owners.verified]);
  let profileVersion = 1;
  const putOwner = (id: string) =>
    table.transact([
      table.put(
        profileItem(aProfile(id, { status: verified.has(id) ? 'approved' : 'pending', version: profileVersion })),
      ),
    ]);
  for (const id of Object.values(owners)) await putOwner(id);
  const anOwner = () => (isOne(0.002) ? owners.changing : isOne(0.6) ? owners.verified : owners.unverified);

  /** The projector's work when a member's badge appears or disappears. */
  async function changeOwner() {
    if (!verified.delete(owners.changing)) verified.add(owners.changing);
    profileVersion += 1;
    await putOwner(owners.changing);
    for (const kind of ['parcel', 'trip'] as const)
      for (const { id, ownerId } of listings[kind].values())
        if (ownerId === owners.changing) await showListing(table, kind, id, clock.now);
  }

  async function put(
    kind: Kind,
    change: { parcel: ParcelRecord; trip?: never } | { trip: TripRecord; parcel?: never },
  ) {
    const { parcel, trip } = change;
    if (parcel) listings.parcel.set(parcel.id, parcel);
    if (trip) listings.trip.set(trip.id, trip);
    await table.transact([table.put(parcel ? parcelItem(parcel) : tripItem(trip as TripRecord))]);
    await showListing(table, kind, (parcel ?? trip)?.id ?? '', clock.now);
  }

  /** The positions of listed records; a changed listing is a new record. */
  const positions = new WeakMap<ParcelRecord | TripRecord, SearchPosition | false>();
  function positionOf(record: ParcelRecord | TripRecord): SearchPosition | false {
    const known = positions.get(record);
    if (known !== undefined) return known;
    const isListed = record.status === 'active' && record.adminStatus === 'approved';
    const position = isListed && ('pickup' in record ? parcelPosition(record) : tripPosition(record));
    positions.set(record, position);
    return position;
  }

  async function publish(kind: Kind) {
    if (kind === 'parcel') {
      const createdAt = new Date(clock.now - below(40 * 24) * hourMs - below(1000)).toISOString();
      const ends = { pickup: aPlace(paris), delivery: aPlace(alger) };
      const facts = { size: pick(Size.options), weightGrams: aWeight() };
      await put(kind, { parcel: aParcel(id(), anOwner(), { ...ends, ...facts, deadline: aDay(), createdAt }) });
    } else {
      const ends = { depart: aPlace(paris), arrival: aPlace(alger) };
      const facts = { maxSize: pick(Size.options), maxWeightKg: 1 + below(20), transport: pick(Transport.options) };
      const createdAt = new Date(clock.now - below(40 * 24) * hourMs - below(100)).toISOString();
      const rest = { acceptsFragile: isOne(0.3), travelDate: aDay(), createdAt };
      await put(kind, { trip: aTrip(id(), anOwner(), { ...ends, ...facts, ...rest }) });
    }
  }

  /** Random changes: another route or day, paused or taken, and back. */
  async function edit(kind: Kind) {
    if (kind === 'parcel') {
      const parcel = pick([...listings.parcel.values()]);
      const change = pick([
        { pickup: pick(places) },
        { delivery: pick(places) },
        { deadline: aDay() },
        { size: pick(Size.options) },
        { weightGrams: aWeight() },
        { status: parcel.status === 'active' ? 'cancelled' : 'active' } as const,
        { adminStatus: parcel.adminStatus === 'approved' ? 'pending' : 'approved' } as const,
      ]);
      await put(kind, { parcel: { ...parcel, ...change, version: parcel.version + 1 } });
    } else {
      const trip = pick([...listings.trip.values()]);
      const change = pick([
        { depart: pick(places) },
        { arrival: pick(places) },
        { travelDate: aDay() },
        { maxSize: pick(Size.options), maxWeightKg: 1 + below(20) },
        { transport: pick(Transport.options), acceptsFragile: !trip.acceptsFragile },
        { status: trip.status === 'active' ? 'cancelled' : 'active' } as const,
      ]);
      await put(kind, { trip: { ...trip, ...change, version: trip.version + 1 } });
    }
  }

  /** The meaning of a search, as simple code: the positions of all that match, in their order. */
  function plain(kind: Kind, query: SearchQuery): string[] {
    const today = dayOf(clock.now);
    const first = query.date !== undefined && query.date > today ? query.date : today;
    const fits = (id: string | undefined, city = '', country = '') => {
      const countries = nameKey(country) === '' ? undefined : countriesMeant(country);
      const isIn = ({ countryCode }: Place) => countries?.has(countryCode) ?? true;
      return (place: Place) =>
        id
          ? place.placeId === id || (!place.placeId && isSameName(place.city, city) && isIn(place))
          : containsName(place.city, city) && isIn(place);
    };
    const fitsFrom = fits(query.fromPlace, query.fromCity, query.fromCountry);
    const fitsTo = fits(query.toPlace, query.toCity, query.toCountry);
    const found: string[] = [];
    for (const record of listings[kind].values()) {
      const position = positionOf(record);
      const isOnRoute = position && position.day >= first && fitsFrom(position.from) && fitsTo(position.to);
      if (isOnRoute && hasAll(record, query)) found.push(inOrder(query)(record));
    }
    found.sort();
    return goesForward(kind, query) ? found : found.reverse();
  }

  /** The meaning of filters, as simple code. */
  function hasAll(record: ParcelRecord | TripRecord, { filter = '' }: SearchQuery): boolean {
    const value = (group: string) =>
      filter
        .split('.')
        .find((part) => part.startsWith(group))
        ?.slice(group.length + 1);
    const [size, weight, transport] = [value('size'), Number(value('weight')), value('transport')];
    if (value('verified') !== undefined && !verified.has(record.ownerId)) return false;
    if ('pickup' in record) return (!size || record.size === size) && (!weight || record.weightGrams <= weight * 1000);
    const sizes = ['small', 'medium', 'large'];
    return (
      (!size || sizes.indexOf(record.maxSize) >= sizes.indexOf(size)) &&
      (!weight || record.maxWeightKg >= weight) &&
      (!transport || record.transport === transport) &&
      (value('fragile') === undefined || record.acceptsFragile)
    );
  }

  function aQuery(kind: Kind): SearchQuery {
    const text = (whole: string, most: number) => {
      const from = below(whole.length);
      const part = whole.slice(from, from + 1 + below(most));
      return isOne(0.3) ? part.toUpperCase() : part;
    };
    const side = () => {
      const place = isOne(0.3) ? pick(places.slice(0, 40)) : pick(places);
      const city = { city: text(place.city, isOne(0.5) ? 2 : 6) };
      const country = { country: text(place.country, 5) };
      return pick([
        {},
        city,
        city,
        city,
        country,
        { ...city, ...country },
        isOne(0.5)
          ? { place: isOne(0.1) ? '999999' : (place.placeId ?? '1000') }
          : { place: place.placeId ?? '1000', city: place.city, country: place.country },
        { city: place.city },
        { city: pick(['', '  ', 'zzzz', '-', 'é', 'ALGER', 'paris']) },
      ]) as { city?: string; country?: string; place?: string };
    };
    const demands = {
      parcel: { order: 'soonest', rest: [] },
      trip: { order: 'newest', rest: ['fragile', `transport-${pick(Transport.options)}`] },
    } as const satisfies Record<Kind, { order: FilterPart; rest: readonly FilterPart[] }>;
    const common = ['verified', `size-${pick(Size.options)}`, `weight-${pick(weightChoices)}`] as const;
    const parts = isOne(0.4) ? [] : [...demands[kind].rest, ...common].filter(() => isOne(0.35));
    const filter = filterText([...parts, ...(isOne(0.35) ? [demands[kind].order] : [])]);
    const from = side();
    const to = isOne(0.15) ? from : side();
    const only = <T extends object>(all: T) => Object.fromEntries(Object.entries(all).filter(([, value]) => value));
    return only({
      fromCity: from.city,
      fromCountry: from.country,
      fromPlace: from.place,
      toCity: to.city,
      toCountry: to.country,
      toPlace: to.place,
      filter,
      date: isOne(0.3) ? dayOf(clock.now + (below(110) - 10) * dayMs) : undefined,
    });
  }

  const search = openSearch(
    table,
    () => clock.now,
    placeCountsReader(table, () => clock.now),
  );

  /** Looks for a snapshot that is due, as each minute; a share of the looks dies at one of its writes. */
  async function refresh(kind: Kind, dyingShare = 0) {
    const now = () => clock.now;
    const isDying = isOne(dyingShare);
    let left = isDying ? below(5) : Number.POSITIVE_INFINITY;
    const dying: Table = {
      ...table,
      async transact(writes) {
        if (left === 0) throw new Error('killed');
        left -= 1;
        await table.transact(writes);
      },
    };
    const looked = refreshSnapshot(dying, kind, now).then(() => removeFormerBuilds(dying, kind, now()));
    await (isDying ? looked.catch(() => undefined) : looked);
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
    random: { below, isOne, pick },
    publish,
    edit,
    changeOwner,
    goesForward,
    plain,
    aQuery,
    page,
    refresh,
  };
}
