import { isDeepStrictEqual } from 'node:util';
import { offerRepository } from '#functions/deliveries/offers/repository.ts';
import type { Table } from '#functions/platform/table.ts';
import type { OfferRecord } from '#shared/deliveries/offer.ts';
import { beforeHandshake } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Request } from '#test/support/pipeline.ts';
import { clients, pick, type Told } from './random-acts.ts';

type OfferRow = 'makeOffer' | 'takeOffer' | 'endOffer';

interface OfferCall {
  readonly row: OfferRow;
  readonly request: Request;
  readonly offer?: OfferRecord | undefined;
}

/** An act about an offer between the member and another one: to the open offer of the two, or with a new one. */
export async function offerCall(
  { table, trips }: { readonly table: Table; readonly trips: ReadonlyMap<string, string> },
  by: string,
  { id: parcelId, ownerId, status, carrierId }: ParcelRecord,
): Promise<OfferCall> {
  const others = clients.filter((id) => id !== ownerId);
  const otherId = by !== ownerId ? ownerId : Math.random() < 0.5 && carrierId ? carrierId : pick(others);
  const offer = (await offerRepository(table).read({ memberId: by, otherId, parcelId }))?.offer;
  const params = { parcelId, userId: otherId };
  const tripId = trips.get(by === ownerId ? otherId : by);
  const namesTrip = Math.random() < 0.5;
  const row = rowFor(by, offer);
  if (row === 'makeOffer' || !offer) {
    const price = { amount: 1000 + Math.floor(Math.random() * 9000), currency: 'EUR' };
    const weight = status === 'pickup' && Math.random() < 0.5 ? String(pick([0.5, 1, 1.5, 2, 2.5])) : undefined;
    const body = { memberId: otherId, price, ...(weight ? { weight } : {}), ...(namesTrip ? { tripId } : {}) };
    return { row: 'makeOffer', request: { params: { parcelId }, body } };
  }
  const isNamed = row === 'takeOffer' && by !== ownerId && !offer.trip && !offer.isChange && namesTrip;
  return { row, offer, request: { params, body: { offerId: offer.id, ...(isNamed ? { tripId } : {}) } } };
}

/** Most open offers of the other one are taken. */
function rowFor(by: string, offer: OfferRecord | undefined): OfferRow {
  if (!offer) return 'makeOffer';
  if (offer.by === by) return pick<OfferRow>(['makeOffer', 'endOffer', 'takeOffer']);
  return pick<OfferRow>(['takeOffer', 'takeOffer', 'takeOffer', 'makeOffer', 'endOffer']);
}

/** The event that a taken offer must leave; undefined when it may not have been taken (rules 121 and 130). */
export function takenEvent(
  { by, offer }: Told,
  before: ParcelRecord,
  after: ParcelRecord,
): 'changeAgreed' | 'handshake' | undefined {
  if (!offer || offer.by === by) return undefined;
  const traveller = by === before.ownerId ? offer.by : by;
  const isChange = before.status === 'pickup';
  const isTheirs = before.carrierId === traveller;
  const mayTake = isChange
    ? isTheirs && before.assignedAt === offer.edition
    : beforeHandshake.includes(before.status) && (isTheirs || !before.carrierId || by === before.ownerId);
  const isAgreed = after.status === 'pickup' && after.carrierId === traveller;
  if (!mayTake || !isAgreed || isChange !== Boolean(offer.isChange) || !holds(offer, after)) return undefined;
  return isChange ? 'changeAgreed' : 'handshake';
}

/** The terms are those of the offer. */
const holds = ({ price, grams, trip }: OfferRecord, { terms }: ParcelRecord) =>
  (!price || isDeepStrictEqual(terms?.price, price)) &&
  (grams === undefined || terms?.grams === grams) &&
  (!trip || isDeepStrictEqual({ ...terms?.trip, obstacle: undefined }, { ...trip, obstacle: undefined }));
