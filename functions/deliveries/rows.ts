import { dueAt } from '#functions/platform/due.ts';
import { keptIn, type List, pageIn, queryOf } from '#functions/platform/http/list.ts';
import { indexes, type Key, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Item, keyOf, present, setting, type Table, type Write } from '#functions/platform/table.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';
import type { DeliveryState } from '#shared/deliveries/delivery-state.ts';
import { FoundDelivery, type RequestDirection } from '#shared/deliveries/listed.ts';
import { DeliveryRowRecord, rowFactsOf } from '#shared/deliveries/record.ts';
import { countsOn, deliveryStateOf } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isHalfAgreed, trackingNumber } from '#shared/parcels/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Tie } from '#shared/situation/contract.ts';
import { asksCarrier } from '#shared/situation/open-problem.ts';
import type { Card } from '#shared/values/fields.ts';

const pageSize = 20;

/** A row of one participant: everything that their lists show about the parcel (rule 100). */
export interface DeliveryRow {
  readonly key: Key;
  readonly kind: 'carry' | 'given';
  readonly version: number;
  readonly record: Omit<DeliveryRowRecord, 'partner' | 'tie'>;
  readonly partner: Card;
  readonly places: Readonly<Record<(typeof placeNames)[number], string | undefined>>;
}

interface RequestRow {
  readonly row: DeliveryRowRecord;
  readonly keys: readonly [mine: Key, others: Key];
}

/** The index places that a row may have; a write removes a place that the row no longer has. */
const placeNames = ['gs1pk', 'gs1sk', 'gs2pk', 'gs2sk', 'gs3pk', 'gs3sk'] as const;
const nowhere = Object.fromEntries(placeNames.map((name) => [name, undefined])) as DeliveryRow['places'];

/** The keys of the two rows of a delivery; none without a carrier. */
export function rowKeysOf({ id, ownerId, carrierId, carrier, assignedAt }: ParcelRecord): Key[] {
  if (!carrierId || !carrier || !assignedAt) return [];
  return [keys.carry(carrierId, assignedAt, id), keys.given(ownerId, assignedAt, id)];
}

/** The place of the owner's row among what is due. A moment that is over is settled by the next run. */
export function duePlaceOf(parcel: ParcelRecord, givenKey: Key, now: number) {
  const due = dueOf(parcel);
  return due && dueAt(Math.max(due.at, now), givenKey);
}

export function rowsOf(parcel: ParcelRecord, now: number): DeliveryRow[] {
  const { id, ownerId, carrierId, owner, carrier, assignedAt, version } = parcel;
  const [carryKey, givenKey] = rowKeysOf(parcel);
  if (!carrierId || !carrier || !assignedAt || !carryKey || !givenKey) return [];
  const record = rowFactsOf(parcel);
  const number = (memberId: string) => indexes.deliveryNumber(memberId, trackingNumber(id), id);
  const state = deliveryStateOf(parcel);
  const waiting = waitingSides(parcel);
  const request = (memberId: string, direction: RequestDirection | undefined) =>
    direction ? indexes.requests(memberId, direction, assignedAt, id) : {};
  return [
    {
      key: carryKey,
      kind: 'carry',
      version,
      record,
      partner: owner,
      places: {
        ...nowhere,
        ...(state ? indexes.deliveries(carrierId, state, orderOf(parcel), id) : {}),
        ...request(carrierId, waiting?.carrier),
        ...(parcel.problem ? indexes.carriedProblems(carrierId, parcel.problem.at, id) : {}),
        ...number(carrierId),
      },
    },
    {
      key: givenKey,
      kind: 'given',
      version,
      record,
      partner: carrier,
      places: {
        ...nowhere,
        ...duePlaceOf(parcel, givenKey, now),
        ...request(ownerId, waiting?.owner),
        ...number(ownerId),
      },
    },
  ];
}

/** Deliveries to do are sorted by their last day, finished ones by the day on which they ended. */
const orderOf = (parcel: ParcelRecord) =>
  deliveryStateOf(parcel) === 'completed'
    ? (parcel.deliveredAt ?? parcel.returnConfirmedAt ?? parcel.decidedAt ?? parcel.settledAt ?? parcel.deadline)
    : parcel.deadline;

/** Half of a handshake is a request: the member who has not agreed yet receives it, the other one sent it. */
function waitingSides({ status }: ParcelRecord): Record<'owner' | 'carrier', RequestDirection> | undefined {
  if (status === 'accepted_for_delivery') return { owner: 'received', carrier: 'sent' };
  return status === 'carrier_chosen' ? { owner: 'sent', carrier: 'received' } : undefined;
}

/** Stores the row after an act. The other member's card stays as the projector wrote it. */
export function storeRow(table: Table, { key, kind, version, record, partner, places }: DeliveryRow): Write {
  const kept = placeNames.filter((name) => places[name] !== undefined);
  const gone = placeNames.filter((name) => places[name] === undefined);
  const facts = { kind, version, record };
  return table.update(key, {
    expression: [
      `SET ${[...Object.keys(facts), ...kept].map((name) => `#${name} = :${name}`).join(', ')}`,
      ', #partner = if_not_exists(#partner, :partner)',
      gone.length > 0 ? ` REMOVE ${gone.map((name) => `#${name}`).join(', ')}` : '',
    ].join(''),
    names: Object.fromEntries([...Object.keys(facts), ...placeNames, 'partner'].map((name) => [`#${name}`, name])),
    values: {
      ...Object.fromEntries(Object.entries(facts).map(([name, value]) => [`:${name}`, value])),
      ...Object.fromEntries(kept.map((name) => [`:${name}`, places[name]])),
      ':partner': partner,
    },
  });
}

const parseRow = ({ record, partner, tie }: Item): DeliveryRowRecord =>
  DeliveryRowRecord.parse({ ...(record as object), partner, tie });

const carried = (memberId: string): List => ({ partition: keys.member(memberId), sort: { beginsWith: 'CARRY#' } });
const given = (memberId: string): List => ({ partition: keys.member(memberId), sort: { beginsWith: 'GIVEN#' } });
const offered = (memberId: string): List => ({ partition: keys.member(memberId), sort: { beginsWith: 'OFFER#' } });
const inState = (memberId: string, state: DeliveryState): List => ({
  index: 'gs1',
  partition: indexes.deliveries(memberId, state, '', '').gs1pk,
});
const requests = (memberId: string, direction: RequestDirection): List => ({
  index: 'gs2',
  partition: indexes.requests(memberId, direction, '', '').gs2pk,
});

const keyOfOther = (
  memberId: string,
  { id, ownerId, carrierId = '', assignedAt = '', offer, partner }: DeliveryRowRecord,
): Key => {
  if (offer) return keys.offer(partner.id, id, memberId);
  return memberId === ownerId ? keys.carry(carrierId, assignedAt, id) : keys.given(ownerId, assignedAt, id);
};

export function deliveryRowRepository(table: Table) {
  return { ...reads(table), ...writes(table) };
}

interface Shown {
  readonly state?: DeliveryState | undefined;
  readonly cursor?: string | undefined;
  readonly keeps: (row: DeliveryRowRecord) => boolean;
}

function reads(table: Table) {
  async function page(list: List, cursor: string | undefined, isNewestFirst: boolean) {
    const { items, ...rest } = await pageIn(table, list, { size: pageSize, cursor, isNewestFirst });
    return { items: items.map(parseRow), ...rest };
  }

  return {
    /** Deliveries of a member in one state, by last day. Finished ones, and all states together, are latest first. */
    carriedBy: (memberId: string, { state, cursor, keeps }: Shown) =>
      keptIn(table, state ? inState(memberId, state) : carried(memberId), {
        size: pageSize,
        cursor,
        isNewestFirst: state === undefined || state === 'completed',
        parse: parseRow,
        keeps,
      }),

    /** Handshakes and offers that wait for the member, or for the other participant, latest first. */
    requestsOf: (memberId: string, direction: RequestDirection, cursor?: string) =>
      page(requests(memberId, direction), cursor, true),

    /** The member's delivery with this tracking number: the parcel's id, title and state. */
    async byNumber(memberId: string, number: string): Promise<FoundDelivery | undefined> {
      const { gs3pk, gs3sk } = indexes.deliveryNumber(memberId, number, '');
      const query = queryOf({ index: 'gs3', partition: gs3pk, sort: { beginsWith: gs3sk } });
      const { items } = await table.query({ ...query, Limit: 1 });
      return items.map(({ record }) => FoundDelivery.parse(record))[0];
    },

    /** The rows of others that show this member's card: all of them, or those of open requests alone. */
    async *showing(memberId: string, which: 'all' | 'requests'): AsyncGenerator<Key> {
      const lists =
        which === 'all'
          ? [carried(memberId), given(memberId), offered(memberId)]
          : [requests(memberId, 'received'), requests(memberId, 'sent')];
      for (const list of lists)
        for await (const item of itemsOf(table, queryOf(list))) {
          const row = parseRow(item);
          if (row) yield keyOfOther(memberId, row);
        }
    },

    /** Parcels of which the member and another one have half an agreement, or one before its pickup. */
    async *notCollectedBy(memberId: string): AsyncGenerator<string> {
      for (const list of [given(memberId), carried(memberId)])
        for await (const item of itemsOf(table, queryOf(list))) {
          const row = parseRow(item);
          if (isHalfAgreed(row) || row.status === 'pickup') yield row.id;
        }
    },

    /**
     * Deliveries that count on this trip of the carrier. It reads all rows of the carrier consistently, because an
     * index may not list an agreement of the last second.
     */
    async *countingOn(carrierId: string, tripId: string): AsyncGenerator<DeliveryRowRecord> {
      for await (const item of itemsOf(table, { ...queryOf(carried(carrierId)), ConsistentRead: true })) {
        const row = parseRow(item);
        if (row && countsOn(row, tripId)) yield row;
      }
    },

    /** Offers and half agreements of a member that `isIt` selects, with the rows of both. */
    async *requestsWith(memberId: string, isIt: (row: DeliveryRowRecord) => boolean): AsyncGenerator<RequestRow> {
      for (const direction of ['received', 'sent'] as const)
        for await (const item of itemsOf(table, queryOf(requests(memberId, direction)))) {
          const row = parseRow(item);
          if (row && isIt(row)) yield { row, keys: [keyOf(item), keyOfOther(memberId, row)] };
        }
    },
  };
}

/** How many problems, as stored, wait for this carrier and have come to us by now. */
export async function problemsWithUs(table: Table, carrierId: string, now: number): Promise<number> {
  const { gs2pk } = indexes.carriedProblems(carrierId, '', '');
  let count = 0;
  for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk }))) {
    const { problem } = parseRow(item);
    if (problem && asksCarrier(problem) && !asksCarrier(problem, now)) count++;
  }
  return count;
}

function writes(table: Table) {
  return {
    showOffer: (parcel: ParcelRecord): Write[] =>
      rowKeysOf(parcel).map((key) =>
        table.update(key, setting({ carrierOffer: parcel.carrierOffer }), present, () => new Refusal('UNAVAILABLE')),
      ),

    setTie: (key: Key, tie: Tie | undefined): Write => table.update(key, setting({}, { tie }), present),

    /** An unchanged card is not written again. */
    setCard: (key: Key, card: Card): Write =>
      table.update(
        key,
        { expression: 'SET #partner = :card', names: { '#partner': 'partner' }, values: { ':card': card } },
        { expression: `${present.expression} AND #partner <> :card` },
      ),
  };
}
