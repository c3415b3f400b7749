import { offerOver } from '#functions/deliveries/offers/closing.ts';
import { type OfferRow, offerRepository } from '#functions/deliveries/offers/repository.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { offerEnd } from '#shared/deliveries/offer-rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';

/**
 * Ends the offers about a parcel that has changed: agreed on, edited, sent back, cancelled, deleted or picked up (rule
 * 124). It reads the current parcel, so events may arrive late or twice.
 */
export async function closeOffers(
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  now: number,
): Promise<void> {
  if (!before) return;
  const [old, fresh] = [parseParcel(before), after && parseParcel(after)];
  if (!endsOffers(old, fresh)) return;
  const parcel = fresh && (await parcelRepository(table).read(fresh.id));
  const offers = offerRepository(table);
  for await (const row of offers.about(old.ownerId, old.id)) {
    const why = offerEnd(parcel, row.offer);
    if (!why) continue;
    const pair = { memberId: old.ownerId, otherId: row.partner.id, parcelId: old.id };
    await attempt(table, [
      ...offers.end(pair, row.offer.id),
      ...(concerns(row, parcel) ? [offerOver(table, row, { why, owner: old.owner, now })] : []),
    ]);
  }
}

/** Whether a change of the parcel may be the end of an offer. Most changes are steps of an agreed delivery. */
const endsOffers = (old: ParcelRecord, fresh: ParcelRecord | undefined): boolean =>
  fresh === undefined ||
  old.status !== fresh.status ||
  old.adminStatus !== fresh.adminStatus ||
  old.submittedAt !== fresh.submittedAt;

/**
 * Whether the author learns of the end: a traveller does; an owner has caused it, unless the carrier has picked up the
 * parcel. An agreement that ends has a mail of its own.
 */
function concerns({ ownerId, offer }: OfferRow, parcel: ParcelRecord | undefined): boolean {
  const isOwners = offer.by === ownerId;
  if (!offer.isChange) return !isOwners;
  return isOwners && parcel?.assignedAt === offer.edition && parcel.pickedUpAt !== undefined;
}
