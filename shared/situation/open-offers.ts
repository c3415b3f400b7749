import type { Offer } from '../deliveries/offer.ts';
import type { OpenOffers, StoredOffers } from './contract.ts';

/** The record of the open offers in their parcel. */
export function storedOffersOf(
  ownerId: string,
  offers: readonly Pick<Offer, 'by' | 'until'>[],
): StoredOffers | undefined {
  const endsOf = (isSent: boolean) =>
    offers
      .filter(({ by }) => (by === ownerId) === isSent)
      .map(({ until }) => Date.parse(until))
      .toSorted((one, other) => one - other);
  return offers.length > 0 ? { received: endsOf(false), sent: endsOf(true) } : undefined;
}

/** The first end of the offers that wait for the owner counts; without any, of the others. */
export function openAt(stored: StoredOffers | undefined, now: number): OpenOffers | undefined {
  const open = (ends: readonly number[] = []) => ends.filter((end) => end > now);
  const [received, sent] = [open(stored?.received), open(stored?.sent)];
  const [until] = received.length > 0 ? received : sent;
  if (until === undefined) return undefined;
  return { received: received.length, sent: sent.length, until: new Date(until).toISOString() };
}
