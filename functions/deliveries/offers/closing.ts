import { randomUUID } from 'node:crypto';
import { mail } from '#functions/mail/outbox.ts';
import { dueLater, type Settle, stillDue } from '#functions/platform/due.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import { keyOf, type Table, type Write } from '#functions/platform/table.ts';
import type { OfferEnd } from '#shared/deliveries/offer-rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { type OfferRow, parseOffer } from './repository.ts';

/**
 * The notice to the author of an offer that ends without an answer (rule 124). `row` is the owner's, whose partner is
 * the traveller.
 */
export function offerOver(
  table: Table,
  row: OfferRow,
  { why, owner, now }: { why: OfferEnd | 'unanswered' | 'left'; owner: Named; now: number },
): Write {
  const { id, ownerId, title, partner, offer } = row;
  const isOwners = offer.by === ownerId;
  const other = isOwners ? partner : owner;
  const data = {
    firstName: (isOwners ? owner : partner).firstName,
    otherName: nameOf(other),
    // Of an erased member nothing is written, not even the id.
    otherId: other.unavailable ? '' : other.id,
    title,
    parcelId: id,
    why,
  };
  return mail(table, 'offerOver', { memberId: offer.by }, data, { id: randomUUID(), now });
}

type Named = OfferRow['partner'];

/** The end of an offer without an answer, after 48 hours. The owner's row is due. */
export const settleOffer: Settle = async (table, item, now) => {
  const row = parseOffer(item);
  const until = Date.parse(row.offer.until);
  if (until > now) return [dueLater(table, item, until)];
  const ownerId = memberIn(item);
  const mirror = keys.offer(row.partner.id, row.id, ownerId);
  const other = await table.get(mirror);
  return [
    table.remove(keyOf(item), stillDue(item)),
    table.remove(mirror),
    ...(other ? [offerOver(table, row, { why: 'unanswered', owner: parseOffer(other).partner, now })] : []),
  ];
};
