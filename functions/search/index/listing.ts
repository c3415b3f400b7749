import { keys } from '#functions/platform/keys.ts';
import { expression, type Item } from '#functions/platform/table.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import type { ListingFacts, ListingKind } from '#shared/search/filter.ts';
import type { Transport } from '#shared/trips/fields.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import type { Place, Size } from '#shared/values/fields.ts';
import { type PackedParcel, type PackedTrip, packedFacts, packParcel, packTrip, publishedSecond } from './card.ts';
import { placeKey } from './place-key.ts';

export type Kind = ListingKind;

/** The position of a listing in search: its two ends, its last day and its order within its kind. */
export interface SearchPosition {
  readonly from: Place;
  readonly to: Place;
  /** Deadline of a parcel, travel day of a trip: listed until the end of this day. */
  readonly day: string;
  /** Parcels: `createdAt#id`, newest first. Trips: `travelDate#id`, next first. */
  readonly order: string;
}

export interface ListedPosition extends SearchPosition {
  readonly traits: Traits;
}

/** Parcels newest first, trips by travel day (product 2.5). */
export const isForward: Readonly<Record<Kind, boolean>> = { parcel: false, trip: true };

const partition = { parcel: keys.parcelSearch, trip: keys.tripSearch } as const;
export const partitionOf = (kind: Kind, from: string, to: string) => partition[kind](from, to);

const endsOf = (place: Place) => ['*', place.countryCode, placeKey(place)];

type Ends = Pick<SearchPosition, 'from' | 'to'>;

/** The nine routes of two places: each end by place, by country and as anywhere. */
export const routesOf = ({ from, to }: Ends): (readonly [from: string, to: string])[] =>
  endsOf(from).flatMap((start) => endsOf(to).map((end) => [start, end] as const));

export const partitionsOf = (kind: Kind, ends: Ends): string[] =>
  routesOf(ends).map(([start, end]) => partitionOf(kind, start, end));

/** It has less than 400 bytes, so that a page of 20 costs one read unit. */
export const rowsOf = (kind: Kind, position: SearchPosition, card: unknown[]): (Item & { pk: string; sk: string })[] =>
  partitionsOf(kind, position).map((pk) => ({ pk, sk: position.order, day: position.day, card }));

export const parcelPosition = (
  parcel: Pick<ParcelRecord, 'id' | 'pickup' | 'delivery' | 'deadline' | 'createdAt'>,
): SearchPosition => ({
  from: parcel.pickup,
  to: parcel.delivery,
  day: parcel.deadline,
  order: `${parcel.createdAt}#${parcel.id}`,
});

export const tripPosition = (trip: Pick<TripRecord, 'id' | 'depart' | 'arrival' | 'travelDate'>): SearchPosition => ({
  from: trip.depart,
  to: trip.arrival,
  day: trip.travelDate,
  order: `${trip.travelDate}#${trip.id}`,
});

export const parcelRows = (card: ParcelCard) => rowsOf('parcel', parcelPosition(card), packParcel(card));
export const tripRows = (card: TripCard) => rowsOf('trip', tripPosition(card), packTrip(card));

/** The listing may be in search: it is approved and active. */
export const searchable = expression`#record.#status = ${'active'} AND #record.#adminStatus = ${'approved'}`;

/** The facts of a listing in the index besides its position: filters compare them, the second order sorts by them. */
export interface Traits {
  /** Facts as a text, which many listings share. */
  readonly facts: string;
  /** When a trip was published, in seconds. Parcels have their moment in their position. */
  readonly second?: string | undefined;
}

export function traitsOf(kind: ListingKind, card: unknown[]): Traits {
  if (kind === 'parcel') return { facts: factsText(packedFacts.parcel(card as PackedParcel)) };
  const trip = card as PackedTrip;
  return { facts: factsText(packedFacts.trip(trip)), second: publishedSecond(trip) };
}

const factsText = ({ size, kilos, ownerIsVerified, transport, acceptsFragile }: ListingFacts) =>
  [size, kilos, Number(ownerIsVerified), ...(transport ? [transport, Number(acceptsFragile)] : [])].join(' ');

export const withKilos = (traits: Traits, kilos: number): Traits => ({
  ...traits,
  facts: factsText({ ...factsIn(traits.facts), kilos }),
});

export function factsIn(text: string): ListingFacts {
  const [size, kilos, verified, transport, fragile] = text.split(' ');
  return {
    size: size as Size,
    kilos: Number(kilos),
    ownerIsVerified: verified === '1',
    transport: transport as Transport | undefined,
    acceptsFragile: fragile === '1',
  };
}
