import type { ListingFacts, ListingKind } from '#shared/search/filter.ts';
import type { Transport } from '#shared/trips/fields.ts';
import type { Size } from '#shared/values/fields.ts';
import { type PackedParcel, type PackedTrip, packedFacts, publishedSecond } from './card.ts';

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
