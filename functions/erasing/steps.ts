import { administratorRepository } from '#functions/admin/administrators.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { deliveryRowRepository } from '#functions/deliveries/rows.ts';
import { stepWrites } from '#functions/deliveries/steps.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Item, present } from '#functions/platform/table.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { suffixesOf } from '#functions/stream/projector/members.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import { isInHand, releaseCarrier } from '#shared/deliveries/rules.ts';
import { Partner } from '#shared/messaging/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { type ProfileRecord, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { archives, files } from './files.ts';
import { type ErasingTools, each, eraseList, erasePartition, keyOf, own, removeIfThere, type Step } from './tools.ts';

const former = (id: string) => partnerCard(id, undefined);
const formerPartner = (id: string) => Partner.parse(former(id));
const reason = 'Le compte de ce membre a été supprimé.';

/** The user of the pool: nobody can sign in any more. */
async function* user({ id }: ProfileRecord, { identity }: ErasingTools): AsyncGenerator<void> {
  if (!(await identity.isThere(id))) return;
  await identity.deleteUser(id);
  yield;
}

/**
 * The other one keeps the conversation, with « Ancien membre » and without a parcel of the erased member (rule 88). A
 * conversation that nobody keeps goes with its messages.
 */
async function* conversations({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const parcels = parcelRepository(table);
  const met = new Map<string, Promise<void>>();
  const forgetMeeting = (otherId: string) => {
    const known = met.get(otherId) ?? table.transact([table.remove(keys.deliveredTogether(id, otherId))]);
    met.set(otherId, known);
    return known;
  };
  yield* each(itemsOf(table, own(id, 'TH#')), async (row) => {
    const [, otherId = '', about] = String(row['sk']).split('#');
    const parcelId = about === '-' ? undefined : about;
    await forgetMeeting(otherId);
    const parcel = parcelId && (await parcels.read(parcelId));
    const losesTitle = parcelId !== undefined && (!parcel || parcel.ownerId === id);
    const keep = table.update(
      keys.inbox(otherId, id, parcelId),
      {
        expression: `SET #record.#with = :partner${losesTitle ? ', #record.parcel = :parcel' : ''}`,
        names: { '#record': 'record', '#with': 'with' },
        values: { ':partner': formerPartner(id), ...(losesTitle ? { ':parcel': { id: parcelId } } : {}) },
      },
      present,
    );
    const mine = keyOf(row);
    if (await attempt(table, [keep, table.remove(mine, present)])) return true;
    // The other one is gone too: of two who leave at once, the second one finds the row of the first gone.
    if (await table.get(keys.inbox(otherId, id, parcelId), { consistent: true })) return false;
    await erasePartition(table, keys.thread(id, otherId, parcelId));
    return removeIfThere(table, mine);
  });
}

async function* friends({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  yield* each(itemsOf(table, own(id, 'FR#')), (row) => {
    const [, friendId = ''] = String(row['sk']).split('#');
    return removeIfThere(table, keyOf(row), table.remove(keys.friend(friendId, id)));
  });
}

/** Reviews about the member, and those that they wrote; the projector takes these from the ratings of the others. */
async function* reviews(member: ProfileRecord, tools: ErasingTools): AsyncGenerator<void> {
  const { id } = member;
  const { table } = tools;
  const about = async function* () {
    for await (const item of itemsOf(table, own(id, 'BY#'))) if (isOfKind(item, 'review')) yield item;
  };
  yield* each(about(), (item) => removeIfThere(table, keyOf(item)));
  yield* eraseList({ index: 'gs3', partition: indexes.reviewsBy(id, '').gs3pk })(member, tools);
}

/** Thrown for a parcel that somebody carries: nothing of it may go before its delivery is over or settled. */
class StillInHand extends Error {
  constructor(parcelId: string) {
    super(`Parcel ${parcelId} is on its way: its delivery must be settled first`);
    this.name = 'StillInHand';
  }
}

const isOnItsWay = (parcel: ParcelRecord) => isInHand(parcel) && parcel.status !== 'pickup';
const isOpen = ({ status }: ParcelRecord) => ['accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status);

/**
 * Parcels of others that the member carried: they stay with their owner, carried by « Ancien membre ». An agreement
 * that never came to a pickup ends, and the owner is told.
 */
async function* deliveries({ id }: ProfileRecord, tools: ErasingTools): AsyncGenerator<void> {
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
        ...stepWrites(tools, id, before, step),
      ]);
      return true;
    }
    const { ownerId, assignedAt = '' } = parcel;
    await attempt(table, [deliveryRowRepository(table).setCard(keys.given(ownerId, assignedAt, parcelId), former(id))]);
    // Its owner may change it at this moment: then the next run tries again.
    await table.transact([parcels.showCarrier(parcelId, former(id)), table.remove(mine)]);
    return true;
  });
}

/** Takes each listing out of search: one after the other, because they share the counts of places. */
async function* outOfSearch(
  listings: AsyncIterable<Item>,
  kind: 'parcel' | 'trip',
  { table, now }: ErasingTools,
): AsyncGenerator<Item> {
  for await (const listing of listings) {
    const [, id = ''] = String(listing['pk']).split('#');
    await showListing(table, kind, id, now(), listing);
    yield listing;
  }
}

/** The member's own parcels, with their files, photos and history, in search and in the list of their carrier. */
async function* parcels({ id }: ProfileRecord, tools: ErasingTools): AsyncGenerator<void> {
  const { table, files } = tools;
  const list = queryOf({ index: 'gs1', partition: indexes.ownParcels(id, 'todo', '').gs1pk });
  yield* each(outOfSearch(itemsOf(table, list), 'parcel', tools), async (found) => {
    const item = await table.get(keyOf(found), { consistent: true });
    if (!item) return false;
    const parcel = parseParcel(item);
    if (isOnItsWay(parcel)) throw new StillInHand(parcel.id);
    if (parcel.file) {
      await files.private.erase(parcel.file.key);
      await table.transact([table.remove(keys.upload(parcel.file.uploadId))]);
    }
    for await (const key of files.private.under(`proofs/${parcel.id}/`)) await files.private.erase(key);
    for await (const part of itemsOf(table, {
      ...queryOf({ partition: keys.parcel(parcel.id).pk }),
      ConsistentRead: true,
    })) {
      if (part['sk'] === keys.parcel(parcel.id).sk) continue;
      const photo = isOfKind(part, 'proof') ? ProofRecord.parse(part['record']) : undefined;
      if (photo?.key) await files.private.erase(photo.key);
      await table.transact([table.remove(keyOf(part)), ...(photo ? [table.remove(keys.upload(photo.id))] : [])]);
    }
    const hands = parcel.carrierId
      ? [keys.inHand(id, parcel.carrierId, parcel.id), keys.inHand(parcel.carrierId, id, parcel.id)]
      : [];
    return removeIfThere(
      table,
      keys.parcel(parcel.id),
      ...deliveryRepository(table).forget(parcel),
      ...hands.map((key) => table.remove(key)),
      table.remove(keys.publishedState('parcel', parcel.id)),
    );
  });
}

async function* trips({ id }: ProfileRecord, tools: ErasingTools): AsyncGenerator<void> {
  const { table } = tools;
  const list = queryOf({ index: 'gs1', partition: indexes.ownTrips(id, '', '').gs1pk });
  yield* each(outOfSearch(itemsOf(table, list), 'trip', tools), (found) => {
    const [, tripId = ''] = String(found['pk']).split('#');
    return removeIfThere(table, keyOf(found), table.remove(keys.publishedState('trip', tripId)));
  });
}

/** Name of the file of a receipt whose member is gone. */
const namelessFile = 'justificatif';

/** Proofs of payment stay with amount, day and file (rule 111); name and what they typed go. */
async function* receipts({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const list = queryOf({ index: 'gs1', partition: indexes.ownReceipts(id, '').gs1pk });
  yield* each(itemsOf(table, list), async (item) => {
    const { id: receiptId, fileName, reference, payer } = parseReceipt(item);
    if (fileName === namelessFile && reference === undefined && payer === null) return false;
    const nameless = {
      names: { '#record': 'record', '#name': 'fileName', '#reference': 'reference' },
      values: { ':name': namelessFile, ':gone': null },
    };
    // First: the receipt says whether both are done.
    await attempt(table, [table.update(keys.upload(receiptId), { expression: 'REMOVE fileName' }, present)]);
    return attempt(table, [
      table.update(
        keys.receipt(receiptId),
        { expression: 'SET #record.#name = :name, #record.payer = :gone REMOVE #record.#reference', ...nameless },
        present,
      ),
    ]);
  });
}

/** Rights that were taken away leave a row with the address. */
async function* administrator({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const { isAdmin } = await administratorRepository(table).standing(id);
  if (isAdmin) throw new Error(`Member ${id} is an administrator: their rights must be taken away first`);
  if (await removeIfThere(table, keys.administrator(id))) yield;
}

/** The administrators' search. */
async function* names(profile: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const wanted = [...suffixesOf(profile)].map((suffix) => keys.nameSuffix(suffix, profile.id));
  for (let at = 0; at < wanted.length; at += 50) {
    const rows = (await table.getMany(wanted.slice(at, at + 50), { consistent: true })).filter(
      (row) => row !== undefined,
    );
    if (rows.length === 0) continue;
    await table.transact(rows.map((row) => table.remove(keyOf(row))));
    yield;
  }
}

async function* answers({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const list = { ...queryOf({ partition: keys.idempotency(id, '').pk }), ConsistentRead: true };
  yield* each(itemsOf(table, list), (item) => removeIfThere(table, keyOf(item)));
}

const mails: Step = (member, tools) =>
  eraseList({ index: 'gs1', partition: indexes.mailsTo(member.id, '').gs1pk })(member, tools);

const tickets: Step = (member, tools) =>
  eraseList({ index: 'gs1', partition: indexes.ofSignUp(member.id, { pk: '', sk: '' }).gs1pk })(member, tools);

/** The address is free for a new account. One that was made with it since is not touched. */
async function* address({ id, email }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const isTheirs = { expression: 'memberId = :id', values: { ':id': id } };
  if (await attempt(table, [table.remove(keys.emailLock(email), isTheirs)])) yield;
}

/** The rest of the member's partition: counters, days and months, settings of lists, sockets. */
async function* rest({ id }: ProfileRecord, { table }: ErasingTools): AsyncGenerator<void> {
  const list = { ...queryOf({ partition: keys.member(id) }), ConsistentRead: true };
  yield* each(itemsOf(table, list), (item) => {
    const [kind, connectionId = ''] = String(item['sk']).split('#');
    const owner = kind === 'WS' ? [table.remove(keys.connectionOwner(connectionId))] : [];
    return removeIfThere(table, keyOf(item), ...owner);
  });
}

/** Every step, in its order: first what lets the member in, last what leads to them. */
export const steps = {
  user,
  conversations,
  friends,
  reviews,
  deliveries,
  parcels,
  trips,
  receipts,
  files,
  archives,
  administrator,
  answers,
  mails,
  tickets,
  names,
  rest,
  address,
} as const satisfies Readonly<Record<string, Step>>;
export type StepName = keyof typeof steps;
