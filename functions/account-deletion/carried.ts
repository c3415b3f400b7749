import { deliveryRowRepository, rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { stepWrites } from '#functions/deliveries/step-writes.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, keyOf, present, type Table } from '#functions/platform/table.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { isInHand, releaseCarrier } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { type ProfileRecord, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { type DeletionTools, each, own, removeIfThere } from './tools.ts';

export const former = (id: string) => partnerCard(id, undefined);
const reason = 'Le compte de ce membre a été supprimé.';

/** Thrown for a parcel on its way: nothing of it may be deleted before its delivery is finished or settled. */
export class StillInHand extends Error {
  constructor(parcelId: string) {
    super(`Parcel ${parcelId} is on its way: its delivery must be settled first`);
    this.name = 'StillInHand';
  }
}

export const isOnItsWay = (parcel: ParcelRecord) => isInHand(parcel) && parcel.status !== 'pickup';
export const isOpen = ({ status }: ParcelRecord) =>
  ['accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status);

/**
 * Others' parcels that the member carried. They stay with their owner, carried by « Ancien membre ». An agreement
 * before pickup ends, with a mail to the owner.
 */
export async function* deliveries({ id }: ProfileRecord, tools: DeletionTools): AsyncGenerator<void> {
  const { table } = tools;
  const parcels = parcelRepository(table);
  yield* each(itemsOf(table, own(id, 'CARRY#')), async (row) => {
    const [, , parcelId = ''] = String(row['sk']).split('#');
    const mine = keyOf(row);
    const parcel = await parcels.read(parcelId);
    if (!parcel || parcel.carrierId !== id) return removeIfThere(table, mine);
    if (isOnItsWay(parcel)) throw new StillInHand(parcelId);
    const before = { ...parcel, carrier: former(id) };
    if (isOpen(parcel)) {
      const step = releaseCarrier(before, id, reason);
      await table.transact([
        parcels.save(step.parcel, () => new Refusal('STATE_CHANGED')),
        ...(await stepWrites(tools, id, before, step)),
      ]);
      return true;
    }
    await forgetCarrierWords(table, parcel, id);
    const { returnReason: _reason, terms, ...rest } = before;
    const nameless = {
      ...rest,
      ...(terms ? { terms: withoutCities(terms, parcel) } : {}),
      version: parcel.version + 1,
    };
    const [, given] = rowsOf(nameless, tools.now());
    if (given) await attempt(table, [deliveryRowRepository(table).setCard(given.key, former(id))]);
    // The next run retries on a conflict with a change by its owner.
    await table.transact([
      parcels.save(nameless, () => new Refusal('STATE_CHANGED'), parcel),
      ...(given ? [storeRow(table, given)] : []),
      table.remove(mine),
    ]);
    return true;
  });
}

/** Erases the member's words from the history of parcels that others carried afterwards. */
export async function* formerDeliveries({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const parcels = parcelRepository(table);
  const list = queryOf({ index: 'gs3', partition: indexes.formerCarrier(id, '').gs3pk });
  yield* each(itemsOf(table, list), async (event) => {
    const parcel = await parcels.read(String(event['pk']).slice(keys.parcel('').pk.length));
    if (parcel) {
      await forgetCarrierWords(table, parcel, id);
      await forgetRefusal(table, parcel, id);
    }
    return attempt(table, [table.update(keyOf(event), expression`REMOVE gs3pk, gs3sk`, present)]);
  });
}

const withoutCities = (terms: Terms, { pickup, delivery }: ParcelRecord): Terms =>
  terms.trip ? { ...terms, trip: { ...terms.trip, from: pickup.city, to: delivery.city } } : terms;

/** The parcel still waits for its owner, without the words of the one who did not take it. */
async function forgetRefusal(table: Table, { id }: ParcelRecord, carrierId: string): Promise<void> {
  // A new version, so that an act of its owner at this moment does not write the words back.
  const wordless = expression`SET #record.#contentsRefused.#by = ${former(carrierId)}, #record.#contentsRefused.#reason = ${''}, #record.#version = #record.#version + ${1}, #version = #version + ${1}`;
  const isTheirs = expression`#record.#contentsRefused.#by.#id = ${carrierId} AND #record.#contentsRefused.#reason <> ${''}`;
  await attempt(table, [table.update(keys.parcel(id), wordless, isTheirs)]);
}

/** Removes what the carrier typed from the history of another member's parcel: positions, words, cities of trips. */
async function forgetCarrierWords(table: Table, parcel: ParcelRecord, carrierId: string): Promise<void> {
  const history = queryOf({ partition: keys.parcel(parcel.id).pk, sort: { beginsWith: 'EV#' } });
  for await (const item of itemsOf(table, { ...history, ConsistentRead: true })) {
    const { terms, was, ...event } = item['record'] as TrackingEvent;
    const { reason: _reason, note: _note, ...wordless } = event;
    const isTheirs = event.by === carrierId;
    if (!isTheirs && event.carrierId !== carrierId) continue;
    if (event.type === 'position') {
      await removeIfThere(table, keyOf(item));
      continue;
    }
    const record: TrackingEvent = {
      ...(isTheirs ? wordless : event),
      ...(terms ? { terms: withoutCities(terms, parcel) } : {}),
      ...(was ? { was: withoutCities(was, parcel) } : {}),
    };
    await table.transact([table.update(keyOf(item), expression`SET #record = ${record}`, present)]);
  }
}
