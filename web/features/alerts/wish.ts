import type { NewAlert, NewSide } from '#shared/alerts/contract.ts';
import { latestEnd } from '#shared/alerts/rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { type FilterPart, filterText, type ListingKind, readFilter, weightChoices } from '#shared/search/filter.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { endText, type Filters, orders, type Side } from '#web/features/search/filters.ts';

export interface Wish extends Filters {
  readonly kind: ListingKind;
  /** The last day of the listing that asks for it. */
  readonly until?: string | undefined;
}

/** A text that was typed and not chosen: no listing has it as its key. */
const isUnchosen = (side: Side): boolean =>
  endText(side) !== undefined && !side.placeId && (side.city.trim() !== '' || !side.countryCode);

/** The sides to choose first. The places of a listing were chosen when it was published. */
export const unchosenSides = ({ from, to, until }: Wish) => ({
  from: until === undefined && isUnchosen(from),
  to: until === undefined && isUnchosen(to),
});

export const wishForParcel = (parcel: Parcel): Wish => ({
  kind: 'trip',
  from: parcel.pickup,
  to: parcel.delivery,
  date: '',
  parts: [
    `size-${parcel.size}`,
    ...partsOf(weightChoices.find((kilos) => kilos * 1000 >= parcel.weightGrams)),
    ...(parcel.isFragile ? (['fragile'] as const) : []),
  ],
  until: parcel.deadline,
});

/**
 * Parcels for a trip: light enough, and still wanted on its day. The next heavier choice of weight, so that no parcel
 * that fits is missed; above the heaviest choice any weight.
 */
export const wishForTrip = (trip: Trip): Wish => ({
  kind: 'parcel',
  from: trip.depart,
  to: trip.arrival,
  date: trip.travelDate,
  parts: partsOf(weightChoices.find((kilos) => kilos >= trip.maxWeightKg)),
  until: trip.travelDate,
});

const partsOf = (kilos: (typeof weightChoices)[number] | undefined): FilterPart[] =>
  kilos === undefined ? [] : [`weight-${kilos}`];

export function endOf({ until }: Wish, now: number): string {
  const latest = latestEnd(now);
  return until !== undefined && until < latest ? until : latest;
}

/** The search of a wish as the API takes it. Orders are no part of it. */
export function searchOf({ kind, from, to, date, parts }: Wish): Omit<NewAlert, 'when' | 'until'> {
  const demands = filterText(readFilter(kind, filterText(parts)).filter((part) => !orders.includes(part)));
  const [start, end] = [from, to].map(sideOf);
  return {
    kind,
    ...(start ? { from: start } : {}),
    ...(end ? { to: end } : {}),
    ...(date ? { date } : {}),
    ...(demands ? { filter: demands } : {}),
  };
}

function sideOf({ city, placeId, countryCode = '' }: Side): NewSide | undefined {
  const typed = city.trim();
  if (!typed && !countryCode) return undefined;
  return { countryCode, ...(typed ? { city: typed } : {}), ...(typed && placeId ? { placeId } : {}) };
}
