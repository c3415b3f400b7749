import { keptIn, type List, queryOf, where } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import {
  absent,
  all,
  atVersion,
  type Condition,
  expression,
  type Item,
  setting,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { searchable } from '#functions/search/index/listing.ts';
import { listingWaitsSince } from '#shared/admin/queues.ts';
import { type ParcelRecord, ParcelRecord as ParcelSchema } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Around, sectionOfRecord, waitingOf } from '#shared/situation/situation.ts';
import type { Card } from '#shared/values/fields.ts';
import { dayOf } from '#shared/values/time.ts';

const pageSize = 20;

export const parseParcel = (item: Item): ParcelRecord => ParcelSchema.parse(item['record']);

export const ownPlaceOf = (parcel: ParcelRecord) =>
  indexes.ownParcels(parcel.ownerId, sectionOfRecord(parcel), parcel.createdAt);

export function parcelItem(parcel: ParcelRecord) {
  return {
    ...keys.parcel(parcel.id),
    ...ownPlaceOf(parcel),
    // A cancelled parcel needs no decision.
    ...indexes.queue(
      'parcel',
      parcel.status === 'cancelled' ? 'cancelled' : parcel.adminStatus,
      listingWaitsSince(parcel) ?? parcel.createdAt,
    ),
    ...indexes.all('parcel', parcel.createdAt, parcel.id),
    kind: 'parcel' as const,
    version: parcel.version,
    record: parcel,
  };
}

const ownList = (ownerId: string): List => ({ index: 'gs1', partition: indexes.ownParcels(ownerId, 'todo', '').gs1pk });

export function parcelRepository(table: Table) {
  return { ...reads(table), ...writes(table) };
}

function reads(table: Table) {
  return {
    async read(id: string): Promise<ParcelRecord | undefined> {
      const item = await table.get(keys.parcel(id), { consistent: true });
      return item && parseParcel(item);
    },

    async readMany(ids: readonly string[]): Promise<ParcelRecord[]> {
      const items = await table.getMany(ids.map(keys.parcel));
      return items.flatMap((item) => (item ? [parseParcel(item)] : []));
    },

    /**
     * A member's own parcels: those that wait for them first, each section newest first (product 2.7). `keeps` selects
     * some of them.
     */
    parcelsOf: (
      ownerId: string,
      { cursor, keeps = () => true }: { cursor?: string | undefined; keeps?: (parcel: ParcelRecord) => boolean } = {},
    ) => keptIn(table, ownList(ownerId), { size: pageSize, cursor, isNewestFirst: true, parse: parseParcel, keeps }),

    /** Counts a member's parcels under « À faire » now. Their places are as of the last change of each. */
    async todoCounts(ownerId: string, me: Around['me'], now: number): Promise<{ toDo: number; toRevise: number }> {
      const query = queryOf({
        ...ownList(ownerId),
        sort: { beginsWith: indexes.ownParcels(ownerId, 'todo', '').gs1sk },
      });
      const counts = { toDo: 0, toRevise: 0 };
      for await (const item of itemsOf(table, query)) {
        const waiting = waitingOf(parseParcel(item), me, now);
        if (waiting) counts.toDo++;
        if (waiting === 'revise') counts.toRevise++;
      }
      return counts;
    },

    /** Number of a member's parcels that wait for validation and are not expired, paused ones too (`isWaiting`). */
    async waitingCount(ownerId: string, now: number): Promise<number> {
      const waiting = where(
        queryOf(ownList(ownerId)),
        expression`#record.#status IN (${'active'}, ${'pending'}) AND #record.#adminStatus = ${'pending'} AND #record.deadline >= ${dayOf(now)}`,
      );
      const page = await table.query({ ...waiting, ScanIndexForward: false, Select: 'COUNT' });
      return page.count;
    },

    async *searchableIds(ownerId: string): AsyncGenerator<string> {
      for await (const item of itemsOf(table, where(queryOf(ownList(ownerId)), searchable))) yield parseParcel(item).id;
    },
  };
}

/**
 * The stored parcel has this version, and shows its trip and code as `parcel` does. A moved trip (rule 129) and a spent
 * code are written without a new one.
 */
export function asRead({ terms, codeAsked, codeSpent }: ParcelRecord, version: number): Condition {
  const isOpen = expression`attribute_not_exists(#record.#codeSpent)`;
  const same = codeAsked && !codeSpent ? all(atVersion(version), isOpen) : atVersion(version);
  if (!terms?.trip) return same;
  const { id, travelDate, transport, from, to } = terms.trip;
  const trip = expression`#record.#terms.#trip`;
  const goesSo = transport
    ? expression`${trip}.#transport = ${transport}`
    : expression`attribute_not_exists(${trip}.#transport)`;
  return all(
    same,
    expression`attribute_not_exists(${trip}) OR ${trip}.#id <> ${id} OR (${trip}.#travelDate = ${travelDate} AND ${trip}.#from = ${from} AND ${trip}.#to = ${to} AND ${goesSo})`,
  );
}

function writes(table: Table) {
  return {
    add: (parcel: ParcelRecord): Write => table.put(parcelItem(parcel), absent),

    /**
     * Stores the parcel that a rule made from version `parcel.version - 1`. After a lost race the refusal contains the
     * current one. `read`: the parcel before, where the rule changes how its trip is shown.
     */
    save: (
      parcel: ParcelRecord,
      refuse: (current: ParcelRecord | undefined) => Refusal,
      read: ParcelRecord = parcel,
    ): Write =>
      table.put(parcelItem(parcel), asRead(read, parcel.version - 1), (old) => refuse(old && parseParcel(old))),

    /** The facts that the projector keeps in a parcel, at exactly its version, and its place in its owner's list. */
    showAround(parcel: ParcelRecord): Write {
      const { openOffers, carrierOffer, carrierTie, ownerAway } = parcel;
      const { gs1sk } = ownPlaceOf(parcel);
      return table.update(
        keys.parcel(parcel.id),
        setting({ openOffers, carrierOffer, carrierTie, ownerAway }, { gs1sk }),
        asRead(parcel, parcel.version),
        () => new Refusal('UNAVAILABLE'),
      );
    },

    /** The carrier's current card. For members who change the parcel it stays the same version. */
    showCarrier: (parcel: ParcelRecord, card: Card): Write =>
      table.update(
        keys.parcel(parcel.id),
        expression`SET #record.#carrier = ${card}, gs1sk = ${ownPlaceOf({ ...parcel, carrier: card }).gs1sk}`,
        atVersion(parcel.version),
        () => new Refusal('UNAVAILABLE'),
      ),

    /** The dispatcher erases the rest of its partition, with its files. */
    remove: ({ id, version }: ParcelRecord, refuse: (current: ParcelRecord | undefined) => Refusal): Write =>
      table.remove(keys.parcel(id), atVersion(version), (old) => refuse(old && parseParcel(old))),
  };
}
