import { tripObstacleOf } from '../deliveries/negotiable.ts';
import type { Offer } from '../deliveries/offer.ts';
import type { OpenOffers, StoredOffers } from './contract.ts';

/** The record of the open offers in their parcel. */
export function storedOffersOf(
  ownerId: string,
  offers: readonly (Pick<Offer, 'by' | 'until' | 'trip' | 'obstacle'> & { readonly isAway?: boolean })[],
): StoredOffers | undefined {
  if (offers.length === 0) return undefined;
  const all = offers
    .map((offer) => ({
      end: Date.parse(offer.until),
      isSent: offer.by === ownerId,
      isLate: offer.trip?.isLate,
      why: offer.isAway ? ('away' as const) : tripObstacleOf(offer),
    }))
    .toSorted((one, other) => one.end - other.end);
  const endsOf = (sent: boolean) => all.flatMap(({ end, isSent, why }) => (!why && isSent === sent ? [end] : []));
  const late = all.flatMap(({ end, isLate, why }) => (isLate && !why ? [end] : []));
  const stuck = all.flatMap(({ end, isSent, isLate, why }) =>
    why ? [{ end, isSent, why, ...(isLate ? { isLate } : {}) }] : [],
  );
  return {
    received: endsOf(false),
    sent: endsOf(true),
    ...(late.length > 0 ? { late } : {}),
    ...(stuck.length > 0 ? { stuck } : {}),
  };
}

/** The first end of the offers that wait for the owner counts; without any, of the others. */
export function openAt(stored: StoredOffers | undefined, now: number): OpenOffers | undefined {
  const open = (ends: readonly number[] = []) => ends.filter((end) => end > now);
  const [received, sent] = [open(stored?.received), open(stored?.sent)];
  const stuck = (stored?.stuck ?? []).filter(({ end }) => end > now);
  const [first, second] = received.length > 0 ? received : sent;
  const isLate = first !== undefined && second === undefined && stored?.late?.includes(first) === true;
  const until = received[0] ?? sent[0] ?? stuck[0]?.end;
  if (until === undefined) return undefined;
  return {
    received: received.length,
    sent: sent.length,
    until: new Date(until).toISOString(),
    ...(isLate ? { isLate } : {}),
    ...(stuck.length > 0
      ? { stuck: stuck.map(({ isSent, why, isLate: late }) => ({ isSent, why, ...(late ? { isLate: late } : {}) })) }
      : {}),
  };
}

/** The next move about one of them is the other member's, or ours. */
export const isWaiting = (offers: OpenOffers | undefined): boolean =>
  isAwaiting(offers) || offers?.stuck?.some(({ why }) => why !== 'away') === true;

/** An offer that can be taken is among them. */
export const isAwaiting = (offers: OpenOffers | undefined): boolean =>
  offers !== undefined && offers.received + offers.sent > 0;
