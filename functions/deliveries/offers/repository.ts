import * as z from 'zod/mini';
import { halfOfRow, otherOfRow } from '#functions/deliveries/around.ts';
import { dueAt } from '#functions/platform/due.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, type Key, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Condition, expression, type Item, setting, type Table, type Write } from '#functions/platform/table.ts';
import type { Me } from '#shared/accounts/me.ts';
import { answerHours, hasLapsed } from '#shared/deliveries/agreement.ts';
import { isToAnswer, isToComplete } from '#shared/deliveries/negotiable.ts';
import { type NewOffer, type OfferEnd, OfferRecord } from '#shared/deliveries/offer.ts';
import { inTheWayOf } from '#shared/deliveries/offer-rules.ts';
import { DeliveryRowRecord, rowFactNames, rowFactsOf } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Card } from '#shared/values/fields.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';

/**
 * The requests that wait for the member. `counted` still contains offers that have run out and that the job has not
 * removed: they are the oldest rows, so few are read, and none for most members. `carriedOver` are those of deliveries.
 */
export async function openRequests(
  table: Table,
  memberId: string,
  { counted, now }: { counted: number; now: number },
): Promise<Pick<Me['unread'], 'requests' | 'end'> & { carriedOver: number }> {
  let [over, carriedOver] = [0, 0];
  const left = () => ({ requests: Math.max(0, counted - over), carriedOver });
  if (counted === 0) return left();
  const passed = ({ carrierId }: Pick<ParcelRecord, 'carrierId'>) => {
    over++;
    if (carrierId === memberId) carriedOver++;
  };
  const received = queryOf({ index: 'gs2', partition: indexes.requests(memberId, 'received', '', '').gs2pk });
  for await (const item of itemsOf(table, { ...received, Limit: 2 })) {
    if (item['kind'] !== 'offer') {
      const row = DeliveryRowRecord.parse({
        ...(item['record'] as object),
        partner: item['partner'],
        tie: item['tie'],
      });
      if (isToComplete(memberId, halfOfRow(memberId, row)) && hasLapsed(row, now)) passed(row);
      continue;
    }
    const row = parseOffer(item);
    // An offer that can only be refused is not counted.
    if (!isToAnswer(memberId, row, row.offer, otherOfRow(row))) continue;
    const { until } = row.offer;
    if (Date.parse(until) <= now) passed(row);
    else return { ...left(), end: { until, at: new Date(now).toISOString() } };
  }
  return left();
}

/** So long before its end an offer reminds the member whose answer it waits for (rule 214). */
export const reminderMs = 6 * hourMs;

/** A row of an open offer: everything that the list of its member shows, and the other one's card. */
const OfferRow = z.object({ ...DeliveryRowRecord.shape, offer: OfferRecord });
export type OfferRow = z.infer<typeof OfferRow>;

export interface OfferPair {
  readonly memberId: string;
  readonly otherId: string;
  readonly parcelId: string;
}

export const parseOffer = ({ record, partner, tie }: Item): OfferRow =>
  OfferRow.parse({ ...(record as object), partner, tie });

export const isOffer = (id: string): Condition => ({
  expression: '#record.#offer.#id = :offerId',
  names: { '#record': 'record', '#offer': 'offer', '#id': 'id' },
  values: { ':offerId': id },
});

/** The author's row may be written: no open offer of the other one is there, but one that its author has read. */
function replaceable(
  { by, at, edition, isChange }: OfferRecord,
  seenId: NewOffer['seenOfferId'],
): Condition | undefined {
  if (seenId === undefined && !isChange) return undefined;
  const isFree = expression`attribute_not_exists(pk) OR #record.#offer.#by = ${by} OR #record.#offer.#until <= ${at}`;
  const isOver = expression`${isFree} OR #record.#offer.#edition <> ${edition}`;
  return seenId && !isChange ? expression`${isOver} OR #record.#offer.#id = ${seenId}` : isOver;
}

function rowOf(parcel: ParcelRecord, offer: OfferRecord, member: Card, partner: Card) {
  const key = keys.offer(member.id, parcel.id, partner.id);
  const direction = offer.by === member.id ? 'sent' : 'received';
  return {
    ...key,
    // Requests are sorted by their ends, half agreements too.
    ...indexes.requests(
      member.id,
      direction,
      new Date(Date.parse(offer.until) - answerHours * hourMs).toISOString(),
      parcel.id,
    ),
    // One of the two rows is enough for the reminder and the end of both.
    ...(member.id === parcel.ownerId ? dueAt(Date.parse(offer.until) - reminderMs, key) : {}),
    kind: 'offer' as const,
    version: parcel.version,
    record: { ...rowFactsOf(parcel), offer },
    partner,
    ttl: Math.ceil((Date.parse(offer.until) + dayMs) / 1000),
  };
}

const shownIn = (parcel: ParcelRecord): Condition =>
  setting({ ...Object.fromEntries(rowFactNames.map((name) => [name, undefined])), ...rowFactsOf(parcel) });

/**
 * An open offer is one row in the list of each of its two members, and nothing else: it changes no parcel. The owner's
 * row is due before its end. A newer offer of the two about the same parcel has the same keys and replaces both.
 */
export function offerRepository(table: Table) {
  const pairOf = ({ memberId, otherId, parcelId }: OfferPair) => [
    keys.offer(memberId, parcelId, otherId),
    keys.offer(otherId, parcelId, memberId),
  ];
  return {
    async read(
      { memberId, otherId, parcelId }: OfferPair,
      { consistent } = { consistent: true },
    ): Promise<OfferRow | undefined> {
      const item = await table.get(keys.offer(memberId, parcelId, otherId), { consistent });
      return item && parseOffer(item);
    },

    /** Refuses where it would replace an open offer of the other one that its author has not read, or must answer. */
    store(
      parcel: ParcelRecord,
      offer: OfferRecord,
      { owner, traveller }: { owner: Card; traveller: Card },
      seenId?: NewOffer['seenOfferId'],
    ): Write[] {
      const [author, other] = offer.by === owner.id ? [owner, traveller] : [traveller, owner];
      return [
        table.put(rowOf(parcel, offer, author, other), replaceable(offer, seenId), () => inTheWayOf(offer)),
        table.put(rowOf(parcel, offer, other, author)),
      ];
    },

    forget: (pair: OfferPair): Write[] => pairOf(pair).map((key) => table.remove(key)),

    /** Removes exactly this offer. Refuses with OFFER_OVER where another one, or none, is open. */
    end(pair: OfferPair, offerId: string): Write[] {
      const [mine, other] = pairOf(pair) as [Key, Key];
      return [table.remove(mine, isOffer(offerId), () => new Refusal('OFFER_OVER')), table.remove(other)];
    },

    /** Writes how an offer ended into its message, once. */
    mark({ memberId, otherId, parcelId }: OfferPair, { id, seq }: OfferRecord, end: OfferEnd): Write {
      return table.update(
        keys.message(memberId, otherId, parcelId, seq),
        {
          expression: 'SET #record.#offer.#ended = :end',
          names: { '#record': 'record', '#offer': 'offer', '#ended': 'ended', '#id': 'id' },
          values: { ':end': end, ':message': id },
        },
        { expression: '#record.#id = :message AND attribute_not_exists(#record.#offer.#ended)' },
      );
    },

    /** Shows the parcel as it is now in both rows, and leaves the offer to its own changes. */
    show(parcel: ParcelRecord, partnerId: string, offerId: string): Write[] {
      const pair = { memberId: parcel.ownerId, otherId: partnerId, parcelId: parcel.id };
      return pairOf(pair).map((key) => table.update(key, shownIn(parcel), isOffer(offerId)));
    },

    /** The open offers about a parcel, as its owner's rows show them. */
    async *about(ownerId: string, parcelId: string): AsyncGenerator<OfferRow> {
      const { pk, sk } = keys.offer(ownerId, parcelId);
      const query = { ...queryOf({ partition: pk, sort: { beginsWith: sk } }), ConsistentRead: true };
      for await (const item of itemsOf(table, query)) yield parseOffer(item);
    },
  };
}
