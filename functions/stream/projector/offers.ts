import { randomUUID } from 'node:crypto';
import { halfOfRow, otherOfRow } from '#functions/deliveries/around.ts';
import { offerOver } from '#functions/deliveries/offers/closing.ts';
import { type OfferRow, offerRepository, parseOffer } from '#functions/deliveries/offers/repository.ts';
import { deliveryRowRepository } from '#functions/deliveries/rows.ts';
import { mail } from '#functions/mail/outbox.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { memberIn } from '#functions/platform/keys.ts';
import type { Item, Table, Write } from '#functions/platform/table.ts';
import { answerBy, travelOf } from '#shared/deliveries/agreement.ts';
import { isThere, isToAnswer, isToComplete, tripObstacleOf } from '#shared/deliveries/negotiable.ts';
import type { OfferEnd } from '#shared/deliveries/offer.ts';
import { offerEnd } from '#shared/deliveries/offer-rules.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { beforeHandshake } from '#shared/deliveries/rules.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { storedOffersOf } from '#shared/situation/open-offers.ts';
import type { TripRecord } from '#shared/trips/record.ts';

/**
 * Follows an offer that was made or has ended to the parcel and its rows, which show how many are open. An end that no
 * act has written into its message is written now. Events may arrive late or twice: it reads the current offers.
 */
export async function followOffer(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const [old, fresh] = [before && parseOffer(before), after && parseOffer(after)];
  const row = fresh ?? old;
  const item = after ?? before;
  // One of its two rows is enough.
  if (!row || !item || memberIn(item) !== row.ownerId) return;
  const parcel = await parcelRepository(table).read(row.id);
  if (old && old.offer.id !== fresh?.offer.id) {
    const pair = { memberId: old.ownerId, otherId: old.partner.id, parcelId: old.id };
    // A yes by the button answers the offer of the two, with other terms; a change is answered in its agreement alone.
    const isAnswered = old.offer.isChange
      ? fresh?.offer.edition === old.offer.edition
      : fresh !== undefined || parcel?.carrierId === old.partner.id;
    const isLate = fresh !== undefined && old.offer.until <= fresh.offer.at;
    const isOvertaken = parcel?.carrierId !== undefined && !old.offer.isChange;
    const end = isLate ? 'expired' : isAnswered ? 'answered' : isOvertaken ? 'overtaken' : 'closed';
    await attempt(table, [offerRepository(table).mark(pair, old.offer, end)]);
  }
  if (parcel) await countOffers(table, parcel);
}

/** Stores in the parcel how many offers about it are open. Other readers write it only after it changed. */
async function countOffers(table: Table, parcel: ParcelRecord): Promise<void> {
  const { openOffers, carrierOffer } = await openAbout(table, parcel);
  if (isSame(parcel.openOffers, openOffers) && isSame(parcel.carrierOffer, carrierOffer)) return;
  const { openOffers: _1, carrierOffer: _2, ...facts } = parcel;
  const counted: ParcelRecord = {
    ...facts,
    ...(openOffers ? { openOffers } : {}),
    ...(carrierOffer ? { carrierOffer } : {}),
  };
  await table.transact([
    parcelRepository(table).showAround(counted),
    ...(isSame(parcel.carrierOffer, carrierOffer) ? [] : deliveryRowRepository(table).showOffer(counted)),
  ]);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Around = Pick<ParcelRecord, 'openOffers' | 'carrierOffer'>;

/** An agreed parcel has at most a change of its two members, which needs no look at all offers. */
async function openAbout(table: Table, parcel: ParcelRecord): Promise<Around> {
  const { id, ownerId, carrierId, status, adminStatus } = parcel;
  const offers = offerRepository(table);
  const isListing = status === 'pending' || beforeHandshake.includes(status);
  if (adminStatus !== 'approved' || !isListing) {
    const pair = status === 'pickup' && carrierId && { memberId: ownerId, otherId: carrierId, parcelId: id };
    const row = pair ? await offers.read(pair) : undefined;
    return row && !offerEnd(parcel, row.offer) ? { carrierOffer: row.offer } : {};
  }
  const rows: OfferRow[] = [];
  for await (const row of offers.about(ownerId, id)) if (!offerEnd(parcel, row.offer)) rows.push(row);
  const summary = storedOffersOf(
    ownerId,
    rows.map((row) => ({ ...row.offer, isAway: !isThere(otherOfRow(row)) })),
  );
  const carriers = rows.find(({ partner }) => partner.id === carrierId);
  return { ...(summary ? { openOffers: summary } : {}), ...(carriers ? { carrierOffer: carriers.offer } : {}) };
}

/**
 * Ends the offers about a parcel that has changed: agreed on, edited, sent back, cancelled, deleted or picked up (rule
 * 124). The others show the parcel as it is. It reads the current parcel, so events may arrive late or twice.
 */
export async function closeOffers(
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  now: number,
): Promise<void> {
  if (!before) return;
  const [old, fresh] = [parseParcel(before), after && parseParcel(after)];
  const isChanged = changesOffers(old, fresh);
  // An act on the parcel may have put older counts back.
  const isSaved = old.version !== fresh?.version && (old.openOffers ?? fresh?.openOffers) !== undefined;
  if (!isChanged && !isSaved) return;
  const parcel = fresh && (await parcelRepository(table).read(fresh.id));
  if (isChanged) await showOrClose(table, old, parcel, now);
  if (parcel) await countOffers(table, parcel);
}

async function showOrClose(table: Table, old: ParcelRecord, parcel: ParcelRecord | undefined, now: number) {
  const offers = offerRepository(table);
  for await (const row of offers.about(old.ownerId, old.id)) {
    const end = offerEnd(parcel, row.offer);
    if (!end && parcel) {
      await attempt(table, offers.show(parcel, row.partner.id, row.offer.id));
      continue;
    }
    if (!end) continue;
    const pair = { memberId: old.ownerId, otherId: row.partner.id, parcelId: old.id };
    await attempt(table, [offers.mark(pair, row.offer, end)]);
    await attempt(table, [
      ...offers.end(pair, row.offer.id),
      ...(concerns(row, parcel) ? [offerOver(table, row, { why: whyOf(end, parcel), owner: old.owner, now })] : []),
    ]);
  }
}

const whyOf = (end: OfferEnd, parcel: ParcelRecord | undefined) =>
  end === 'closed' && (!parcel || parcel.status === 'cancelled' || parcel.adminStatus === 'rejected') ? 'gone' : end;

/** Most changes are steps of an agreed delivery. */
const changesOffers = (old: ParcelRecord, fresh: ParcelRecord | undefined): boolean =>
  fresh === undefined ||
  old.status !== fresh.status ||
  old.adminStatus !== fresh.adminStatus ||
  old.carrierId !== fresh.carrierId ||
  old.submittedAt !== fresh.submittedAt;

function concerns({ ownerId, offer }: OfferRow, parcel: ParcelRecord | undefined): boolean {
  const isOwners = offer.by === ownerId;
  if (!offer.isChange) return !isOwners;
  return isOwners && parcel?.assignedAt === offer.edition && parcel.pickedUpAt !== undefined;
}

interface Room {
  readonly old: TermsTrip['obstacle'];
  /** The traveller's row with its trip as it is now. */
  readonly shown: DeliveryRowRecord;
  readonly owner: TripRecord['owner'];
  readonly trip: TripRecord;
  readonly now: number;
}

/**
 * A trip without room is notified to the author of an offer, or to both of half an agreement. A yes that is possible
 * again is notified to the member whom it waits for.
 */
export function tellRoom(
  table: Table,
  row: DeliveryRowRecord,
  { old, shown, owner: traveller, trip, now }: Room,
): Write[] {
  const { offer, terms, status, partner } = shown;
  const both = [row.ownerId, traveller.id];
  const fresh = offer ? tripObstacleOf(offer) : terms?.trip?.obstacle;
  const answers = (id: string) =>
    offer ? isToAnswer(id, shown, offer, otherOfRow(shown)) : isToComplete(id, halfOfRow(traveller.id, shown));
  const isFull = fresh === 'full' && old !== 'full';
  const told = isFull ? both.filter((id) => !offer || offer.by === id) : old && !fresh ? both.filter(answers) : [];
  const until = offer ? Date.parse(offer.until) : (answerBy(shown) ?? now);
  // The pause of a parcel stops every yes, and none is possible after the end.
  if (!isFull && (status === 'pending' || until <= now)) return [];
  return told.map((to) => {
    const [reader, other] = to === traveller.id ? [traveller, partner] : [partner, traveller];
    const data = {
      parcelId: row.id,
      otherId: other.id,
      firstName: reader.firstName,
      otherName: nameOf(other),
      title: row.title,
      trip: namedTripText(travelOf(trip, row)),
      until: new Date(until).toISOString(),
      offered: offer ? (offer.isChange ? 'change' : 'offer') : '',
      isTraveller: reader === traveller ? 'yes' : '',
    };
    return mail(table, isFull ? 'tripFull' : 'tripFree', { memberId: to }, data, { id: randomUUID(), now });
  });
}
