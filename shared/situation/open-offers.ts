import type { Offer } from '../deliveries/offer.ts';
import type { OpenOffers, StoredOffers } from './contract.ts';

type Ends = NonNullable<StoredOffers['ends']>;

/** The summary of open offers that a parcel stores. */
export function storedOffersOf(
  ownerId: string,
  offers: readonly Pick<Offer, 'by' | 'until'>[],
): StoredOffers | undefined {
  const endsOf = (isSent: boolean) =>
    offers
      .filter(({ by }) => (by === ownerId) === isSent)
      .map(({ until }) => Date.parse(until))
      .toSorted((one, other) => one - other);
  const ends = { received: endsOf(false), sent: endsOf(true) };
  const open = openOffersOf(ends);
  return open && { ...open, ends };
}

/** The offers that are open at this moment; those of earlier releases are stored without their ends. */
export function openAt(stored: StoredOffers | undefined, now: number): OpenOffers | undefined {
  if (!stored?.ends) return stored;
  const after = (ends: readonly number[]) => ends.filter((end) => end > now);
  return openOffersOf({ received: after(stored.ends.received), sent: after(stored.ends.sent) });
}

/** The first end of those that wait for the owner counts; without any, of the others. */
function openOffersOf({ received, sent }: Ends): OpenOffers | undefined {
  const until = Math.min(...(received.length > 0 ? received : sent));
  if (!Number.isFinite(until)) return undefined;
  return { received: received.length, sent: sent.length, until: new Date(until).toISOString() };
}
