import type { ParcelCard, PublicOwner, TripCard } from '#shared/search/contract.ts';
import type { ListingFacts } from '#shared/search/filter.ts';
import { freeGrams, isFull, type PriceType, type Room, type Transport } from '#shared/trips/fields.ts';
import type { Money, Place, Size } from '#shared/values/fields.ts';
import { countryName } from '#shared/values/places.ts';
import { placeKey } from './place-key.ts';

/**
 * Cards as search rows store them: arrays without attribute names and without the facts in the row's key. Attribute
 * names would be half of the bytes, and a page is billed by bytes. Append new fields at the end of the array.
 */
type PackedPlace = [city: string, countryCode: string, placeId: string | null];
type PackedPrice = [amount: number, currency: Money['currency']] | null;
type PackedOwner = [firstName: string, verified: boolean, rating: number | null, reviewCount: number];

export type PackedParcel = [
  title: string,
  pickup: PackedPlace,
  delivery: PackedPlace,
  weightGrams: number,
  size: Size,
  price: PackedPrice,
  isFragile: boolean,
  hasElectronics: boolean,
  owner: PackedOwner,
];

export type PackedTrip = [
  depart: PackedPlace,
  arrival: PackedPlace,
  stops: PackedPlace[],
  transport: Transport | undefined,
  maxWeightKg: number,
  maxSize: Size,
  priceType: PriceType,
  price: PackedPrice,
  acceptsFragile: boolean,
  acceptsElectronics: boolean,
  createdAt: string,
  owner: PackedOwner,
  bookedGrams?: number,
];

/** A stored row: `sk` is the order (`createdAt#id` or `travelDate#id`), `day` the deadline or travel day. */
export interface StoredRow<Card> {
  readonly sk: string;
  readonly day: string;
  readonly card: Card;
}

export const packParcel = (card: ParcelCard): PackedParcel => [
  card.title,
  packPlace(card.pickup),
  packPlace(card.delivery),
  card.weightGrams,
  card.size,
  packPrice(card.price),
  card.isFragile,
  card.hasElectronics,
  packOwner(card.owner),
];

export function unpackParcel({ sk, day, card }: StoredRow<PackedParcel>): ParcelCard {
  const [title, pickup, delivery, weightGrams, size, price, isFragile, hasElectronics, owner] = card;
  const [createdAt, id] = splitOrder(sk);
  return {
    id,
    title,
    pickup: unpackPlace(pickup),
    delivery: unpackPlace(delivery),
    deadline: day,
    weightGrams,
    size,
    ...unpackPrice(price),
    isFragile,
    hasElectronics,
    createdAt,
    owner: unpackOwner(owner),
  };
}

export const packTrip = (card: TripCard): PackedTrip => [
  packPlace(card.depart),
  packPlace(card.arrival),
  card.stops.map(packPlace),
  card.transport,
  card.maxWeightKg,
  card.maxSize,
  card.priceType,
  packPrice(card.price),
  card.acceptsFragile,
  card.acceptsElectronics,
  card.createdAt,
  packOwner(card.owner),
  ...packBooked(card),
];

const packBooked = ({ bookedGrams }: TripCard): [] | [number] => (bookedGrams ? [bookedGrams] : []);

export function unpackTrip({ sk, day, card }: StoredRow<PackedTrip>): TripCard {
  const [depart, arrival, stops, transport, maxWeightKg, maxSize, priceType, price, ...rest] = card;
  const [acceptsFragile, acceptsElectronics, createdAt, owner, bookedGrams] = rest;
  return {
    id: splitOrder(sk)[1],
    depart: unpackPlace(depart),
    arrival: unpackPlace(arrival),
    stops: stops.map(unpackPlace),
    transport,
    travelDate: day,
    maxWeightKg,
    ...(bookedGrams ? { bookedGrams } : {}),
    maxSize,
    priceType,
    ...unpackPrice(price),
    acceptsFragile,
    acceptsElectronics,
    createdAt,
    owner: unpackOwner(owner),
  };
}

function splitOrder(order: string): [sorted: string, id: string] {
  const at = order.indexOf('#');
  return [order.slice(0, at), order.slice(at + 1)];
}

const packedKey = ([city, countryCode, placeId]: PackedPlace) =>
  placeKey({ city, countryCode, ...(placeId === null ? {} : { placeId }) });

/** The city of each end of a packed card. */
export const packedCities = {
  parcel: ([, pickup, delivery]: PackedParcel) => [pickup[0], delivery[0]] as const,
  trip: ([depart, arrival]: PackedTrip) => [depart[0], arrival[0]] as const,
};

export const packedEnds = {
  parcel: ([, pickup, delivery]: PackedParcel) => [packedKey(pickup), packedKey(delivery)] as const,
  trip: ([depart, arrival]: PackedTrip) => [packedKey(depart), packedKey(arrival)] as const,
};

/** Rounded down to whole kilos; half a kilo for less than one, and 0 for a full trip. */
const kilosLeft = (trip: Room) => (isFull(trip) ? 0 : Math.max(0.5, Math.floor(freeGrams(trip) / 1000)));

export const packedFacts = {
  parcel: ([, , , weightGrams, size, , , , [, ownerIsVerified]]: PackedParcel): ListingFacts => ({
    size,
    kilos: Math.ceil(weightGrams / 1000),
    ownerIsVerified,
  }),
  trip: ([
    ,
    ,
    ,
    transport,
    maxWeightKg,
    size,
    ,
    ,
    acceptsFragile,
    ,
    ,
    owner,
    bookedGrams,
  ]: PackedTrip): ListingFacts => ({
    size,
    kilos: kilosLeft({ maxWeightKg, bookedGrams }),
    ownerIsVerified: owner[1],
    transport,
    acceptsFragile,
  }),
};

export const publishedSecond = ([, , , , , , , , , , createdAt]: PackedTrip) =>
  String(Math.floor(Date.parse(createdAt) / 1000));

const packPlace = ({ city, countryCode, placeId }: Place): PackedPlace => [city, countryCode, placeId ?? null];
const unpackPlace = ([city, countryCode, placeId]: PackedPlace): Place => ({
  city,
  country: countryName(countryCode) ?? countryCode,
  countryCode,
  ...(placeId === null ? {} : { placeId }),
});

const packPrice = (price: Money | undefined): PackedPrice => (price ? [price.amount, price.currency] : null);
const unpackPrice = (price: PackedPrice): { price?: Money } =>
  price ? { price: { amount: price[0], currency: price[1] } } : {};

const packOwner = ({ firstName, verified, rating, reviewCount }: PublicOwner): PackedOwner => [
  firstName,
  verified,
  rating ?? null,
  reviewCount,
];
const unpackOwner = ([firstName, verified, rating, reviewCount]: PackedOwner): PublicOwner => ({
  firstName,
  verified,
  ...(rating === null ? {} : { rating }),
  reviewCount,
});
