import { dueAt } from '#functions/platform/due.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { rowFactsOf } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Card } from '#shared/values/fields.ts';

/** Both rows of an open offer to another member, about a parcel of one of the two. */
export function offerOf(author: Card, parcel: ParcelRecord, other: Card, at: string): Item[] {
  const until = new Date(Date.parse(at) + 40 * 86_400_000).toISOString();
  const offer = {
    id: parcel.id,
    by: author.id,
    price: { amount: 2500, currency: 'EUR' },
    at,
    until,
    edition: at,
    seq: 1,
  };
  return [[author, other] as const, [other, author] as const].map(([member, partner]) => {
    const key = keys.offer(member.id, parcel.id, partner.id);
    const direction = member === author ? 'sent' : 'received';
    return {
      ...key,
      ...indexes.requests(member.id, direction, at, parcel.id),
      ...(member.id === parcel.ownerId ? dueAt(Date.parse(until), key) : {}),
      kind: 'offer',
      version: parcel.version,
      record: { ...rowFactsOf(parcel), offer },
      partner,
    };
  });
}
