import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { kiloWrites } from '#functions/deliveries/kilos.ts';
import { offerOver } from '#functions/deliveries/offers/closing.ts';
import { parseOffer } from '#functions/deliveries/offers/repository.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { pushDeviceRepository } from '#functions/notices/push-devices.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, type Key, keys } from '#functions/platform/keys.ts';
import { type ItemKind, isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, keyOf, present, setting, type Table } from '#functions/platform/table.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { forgetChanges } from '#functions/search/index/changes.ts';
import { parcelPosition, tripPosition } from '#functions/search/index/listing.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { suffixesOf } from '#functions/stream/projector/members.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { deleteObjects, deleteParcelContents } from '#functions/uploads/delete-files-and-rows.ts';
import { proofPrefix } from '#functions/uploads/file-keys.ts';
import { Partner } from '#shared/messaging/contract.ts';
import { type ProfileRecord, userOf } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { deliveries, former, formerDeliveries, isOnItsWay, isOpen, StillInHand } from './carried.ts';
import { archives, files } from './files.ts';
import { reports } from './reports.ts';
import {
  type DeletionStep,
  type DeletionTools,
  deleteList,
  deletePartition,
  each,
  forgetIn,
  own,
  removeIfThere,
} from './tools.ts';

const formerPartner = (id: string) => Partner.parse(former(id));
/** The user of the pool, so that the member cannot sign in again. */
async function* user(member: ProfileRecord, { table, identity }: DeletionTools): AsyncGenerator<void> {
  const name = userOf(member);
  if (await identity.isThere(name)) {
    await identity.deleteUser(name);
    yield;
  }
  if (await removeIfThere(table, keys.poolUser(name))) yield;
}

/**
 * The partner keeps the conversation, with « Ancien membre » and without the title of the member's parcel (rule 88).
 * Notices that name the member are removed. A conversation without a partner is deleted with its messages.
 */
async function* conversations(member: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const { id } = member;
  const parcels = parcelRepository(table);
  const met = new Map<string, Promise<void>>();
  const forgetMeeting = (otherId: string) => {
    const known = met.get(otherId) ?? forget(table, member, otherId);
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
      setting({ with: formerPartner(id), ...(losesTitle ? { parcel: { id: parcelId } } : {}) }),
      present,
    );
    const mine = keyOf(row);
    if (await attempt(table, [keep, table.remove(mine, present)])) return true;
    // The partner's row is missing because their account is deleted too. If both are deleted now, the second does this.
    if (await table.get(keys.inbox(otherId, id, parcelId), { consistent: true })) return false;
    await deletePartition(table, keys.thread(id, otherId, parcelId));
    return removeIfThere(table, mine);
  });
}

/** Removes what only the two share besides their conversations: that they have met, and the partner's notices. */
async function forget(table: Table, member: ProfileRecord, otherId: string): Promise<void> {
  await table.transact([table.remove(keys.deliveredTogether(member.id, otherId))]);
  for await (const _ of forgetIn(otherId, member, { table }));
}

async function* friends({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const remove = (mirrorOf: (otherId: string) => Key) => (row: Item) => {
    const [, otherId = ''] = String(row['sk']).split('#');
    return removeIfThere(table, keyOf(row), table.remove(mirrorOf(otherId)));
  };
  yield* each(
    itemsOf(table, own(id, 'FR#')),
    remove((friendId) => keys.friend(friendId, id)),
  );
  yield* each(
    tiesOf(table, id, 'block'),
    remove((otherId) => keys.blockedBy(otherId, id)),
  );
  yield* each(
    tiesOf(table, id, 'blocked'),
    remove((otherId) => keys.block(otherId, id)),
  );
}

async function* tiesOf(table: Table, id: string, kind: ItemKind): AsyncGenerator<Item> {
  for await (const item of itemsOf(table, own(id, 'BY#'))) if (isOfKind(item, kind)) yield item;
}

/** Reviews about the member, and reviews by them; the projector subtracts the latter from others' ratings. */
async function* reviews(member: ProfileRecord, tools: DeletionTools): AsyncGenerator<void> {
  const { id } = member;
  const { table } = tools;
  yield* each(tiesOf(table, id, 'review'), (item) => removeIfThere(table, keyOf(item)));
  yield* deleteList({ index: 'gs3', partition: indexes.reviewsBy(id, '').gs3pk })(member, tools);
}

/** Open offers, each with the other member's row, which shows the name, and a mail to its author (rule 124). */
async function* offers({ id }: ProfileRecord, { table, now }: DeletionTools): AsyncGenerator<void> {
  yield* each(itemsOf(table, own(id, 'OFFER#')), (item) => {
    const row = parseOffer(item);
    const gone = former(id);
    const [traveller, owner] = row.ownerId === id ? [row.partner, gone] : [gone, row.partner];
    return removeIfThere(
      table,
      keyOf(item),
      table.remove(keys.offer(row.partner.id, row.id, id)),
      ...(row.offer.by === id
        ? []
        : [offerOver(table, { ...row, partner: traveller }, { why: 'left', owner, now: now() })]),
    );
  });
}

async function* outOfSearch(
  listings: AsyncIterable<Item>,
  kind: 'parcel' | 'trip',
  { table, now }: DeletionTools,
): AsyncGenerator<Item> {
  for await (const listing of listings) {
    const [, id = ''] = String(listing['pk']).split('#');
    await showListing(table, kind, id, now(), listing);
    const { from, to } = kind === 'parcel' ? parcelPosition(parseParcel(listing)) : tripPosition(parseTrip(listing));
    if (!from.placeId || !to.placeId) await forgetChanges(table, kind, id);
    yield listing;
  }
}

/** The member's own parcels with files, photos and history, also in search and in the carrier's list. */
async function* parcels({ id }: ProfileRecord, tools: DeletionTools): AsyncGenerator<void> {
  const { table, files } = tools;
  const list = queryOf({ index: 'gs1', partition: indexes.ownParcels(id, 'todo', '').gs1pk });
  const stored = parcelRepository(table);
  const erase = async (parcelId: string): Promise<boolean> => {
    const parcel = await stored.read(parcelId);
    if (!parcel) return false;
    if (isOnItsWay(parcel)) throw new StillInHand(parcel.id);
    await deleteObjects(files.private, files.private.under(proofPrefix(parcel.id)));
    await deleteParcelContents(tools, parcel);
    const hands = parcel.carrierId
      ? [keys.inHand(id, parcel.carrierId, parcel.id), keys.inHand(parcel.carrierId, id, parcel.id)]
      : [];
    const isErased = await attempt(table, [
      stored.remove(parcel, () => new Refusal('STATE_CHANGED')),
      ...deliveryRepository(table).forget(parcel),
      ...hands.map((key) => table.remove(key)),
      // A delivered parcel keeps its kilos.
      ...(isOpen(parcel) ? await kiloWrites(table, parcel, undefined, tools.now()) : []),
      table.remove(keys.publishedState('parcel', parcel.id)),
    ]);
    // An act that came first has freed the kilos itself, so the parcel is read again.
    return isErased || erase(parcelId);
  };
  yield* each(outOfSearch(itemsOf(table, list), 'parcel', tools), (found) => {
    const [, parcelId = ''] = String(found['pk']).split('#');
    return erase(parcelId);
  });
}

async function* trips({ id }: ProfileRecord, tools: DeletionTools): AsyncGenerator<void> {
  const { table } = tools;
  const list = queryOf({ index: 'gs1', partition: indexes.ownTrips(id, '', '').gs1pk });
  yield* each(outOfSearch(itemsOf(table, list), 'trip', tools), (found) => {
    const [, tripId = ''] = String(found['pk']).split('#');
    return removeIfThere(table, keyOf(found), table.remove(keys.publishedState('trip', tripId)));
  });
}

const namelessFile = 'justificatif';

/** Receipts keep amount, day and file (rule 111). The name and what the member typed are deleted. */
async function* receipts({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const list = queryOf({ index: 'gs1', partition: indexes.ownReceipts(id, '').gs1pk });
  yield* each(itemsOf(table, list), async (item) => {
    const { id: receiptId, fileName, reference, payer } = parseReceipt(item);
    if (fileName === namelessFile && reference === undefined && payer === null) return false;
    await attempt(table, [table.update(keys.upload(receiptId), expression`REMOVE fileName`, present)]);
    return attempt(table, [
      table.update(
        keys.receipt(receiptId),
        expression`SET #record.#fileName = ${namelessFile}, #record.payer = ${null} REMOVE #record.#reference`,
        present,
      ),
    ]);
  });
}

/** A former administrator's row contains their address, and notices of the others what they have done. */
async function* administrator(member: ProfileRecord, { table, now }: DeletionTools): AsyncGenerator<void> {
  const { id } = member;
  const administrators = administratorRepository(table);
  const { isAdmin } = await administrators.standing(id);
  if (isAdmin) throw new Error(`Member ${id} is an administrator: their rights must be taken away first`);
  for (const other of await administrators.list(now()))
    if (other.state !== 'invited') yield* forgetIn(other.id, member, { table });
  if (await removeIfThere(table, keys.administrator(id))) yield;
}

async function* names(profile: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const rowKeys = [...suffixesOf(profile)].map((suffix) => keys.nameSuffix(suffix, profile.id));
  for (let at = 0; at < rowKeys.length; at += 50) {
    const rows = (await table.getMany(rowKeys.slice(at, at + 50), { consistent: true })).filter(
      (row) => row !== undefined,
    );
    if (rows.length === 0) continue;
    await table.transact(rows.map((row) => table.remove(keyOf(row))));
    yield;
  }
}

async function* answers({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const list = { ...queryOf({ partition: keys.idempotency(id, '').pk }), ConsistentRead: true };
  yield* each(itemsOf(table, list), (item) => removeIfThere(table, keyOf(item)));
}

const mails: DeletionStep = (member, tools) =>
  deleteList({ index: 'gs1', partition: indexes.mailsTo(member.id, '').gs1pk })(member, tools);

const tickets: DeletionStep = (member, tools) =>
  deleteList({ index: 'gs1', partition: indexes.ofSignUp(member.id, { pk: '', sk: '' }).gs1pk })(member, tools);

/** Frees the address. The condition protects a new account that already has it. */
async function* address({ id, email }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const isTheirs = expression`memberId = ${id}`;
  if (await attempt(table, [table.remove(keys.emailLock(email), isTheirs)])) yield;
}

/** The rest of the member's partition: counters, statistics of days and months, list settings, sockets, devices. */
async function* rest({ id }: ProfileRecord, { table }: DeletionTools): AsyncGenerator<void> {
  const list = { ...queryOf({ partition: keys.member(id) }), ConsistentRead: true };
  yield* each(itemsOf(table, list), (item) => {
    const [kind, name = ''] = String(item['sk']).split('#');
    const owner =
      kind === 'WS'
        ? [table.remove(keys.connectionOwner(name))]
        : kind === 'PD'
          ? [pushDeviceRepository(table).release(id, name)]
          : [];
    return removeIfThere(table, keyOf(item), ...owner);
  });
}

/** All steps in order: the sign-in first, and last the keys that lead to the rest. */
export const steps = {
  user,
  conversations,
  friends,
  reviews,
  offers,
  deliveries,
  formerDeliveries,
  parcels,
  trips,
  receipts,
  reports,
  files,
  archives,
  administrator,
  answers,
  mails,
  tickets,
  names,
  rest,
  address,
} as const satisfies Readonly<Record<string, DeletionStep>>;
export type StepName = keyof typeof steps;
