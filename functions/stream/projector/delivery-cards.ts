import { deliveryRowRepository } from '#functions/deliveries/rows.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys, memberIn } from '#functions/platform/keys.ts';
import type { Item, Table, Write } from '#functions/platform/table.ts';
import { parseProfile, parseStats } from '#functions/profiles/repository.ts';
import { isPresent } from '#shared/deliveries/negotiable.ts';
import { isHalfAgreed } from '#shared/parcels/rules.ts';
import { partnerCard, StatsRecord } from '#shared/profiles/record.ts';
import type { Tie } from '#shared/situation/contract.ts';

const rowsAtOnce = 25;

export function changesCard(before: Item | undefined, after: Item | undefined): boolean {
  if (!before) return false;
  const noStars = StatsRecord.parse({});
  const [old, fresh] = [before, after].map((item) =>
    JSON.stringify(partnerCard('', item && { profile: parseProfile(item), stats: noStars })),
  );
  return old !== fresh;
}

async function cardOfMember(table: Table, memberId: string) {
  const [profile, stats] = await table.getMany([keys.profile(memberId), keys.stats(memberId)], { consistent: true });
  return partnerCard(memberId, profile && { profile: parseProfile(profile), stats: parseStats(stats) });
}

/**
 * Updates a member's card in the lists of the members with whom they deliver (rule 100). After a review it updates only
 * open requests, because only those show the stars. It reads the current values, so events may arrive late or twice.
 * When one of the two is no longer there, a parcel that is not collected shows that its agreement can only be ended.
 */
export async function showCard(table: Table, memberId: string, where: 'all' | 'requests'): Promise<void> {
  const rows = deliveryRowRepository(table);
  const parcels = parcelRepository(table);
  const card = await cardOfMember(table, memberId);
  await eachAttempted(table, rows.showing(memberId, where), (key) => rows.setCard(key, card));
  if (where === 'requests') return;
  for await (const id of rows.notCollectedBy(memberId)) {
    const parcel = await parcels.read(id);
    if (parcel?.carrierId === memberId) await table.transact([parcels.showCarrier(parcel, card)]);
    if (parcel?.ownerId !== memberId) continue;
    const { ownerAway: _old, ...facts } = parcel;
    // A lost verification stops half an agreement alone.
    const isAway = isHalfAgreed(parcel) ? !isPresent(card) : card.unavailable;
    await table.transact([parcels.showAround(isAway ? { ...facts, ownerAway: true } : facts)]);
  }
}

/** Shows a block, or its end, in the requests between the two members, which it stops (rule 183). */
export async function followBlock(table: Table, item: Item): Promise<void> {
  const memberId = memberIn(item);
  const { otherId } = item['record'] as { otherId: string };
  const [mine, theirs] = await table.getMany([keys.block(memberId, otherId), keys.block(otherId, memberId)], {
    consistent: true,
  });
  const tieOf = (own: unknown, other: unknown): Tie | undefined => (own ? 'blocked' : other ? 'hidden' : undefined);
  const rows = deliveryRowRepository(table);
  const parcels = parcelRepository(table);
  for await (const { row, keys: both } of rows.requestsWith(memberId, ({ partner }) => partner.id === otherId)) {
    await attempt(table, [rows.setTie(both[0], tieOf(mine, theirs))]);
    await attempt(table, [rows.setTie(both[1], tieOf(theirs, mine))]);
    const parcel = row.offer ? undefined : await parcels.read(row.id);
    if (!parcel?.carrierId || ![memberId, otherId].includes(parcel.carrierId)) continue;
    const carrierTie = parcel.ownerId === memberId ? tieOf(mine, theirs) : tieOf(theirs, mine);
    const { carrierTie: _old, ...facts } = parcel;
    await table.transact([parcels.showAround({ ...facts, ...(carrierTie ? { carrierTie } : {}) })]);
  }
}

async function eachAttempted<T>(table: Table, all: AsyncIterable<T>, write: (one: T) => Write): Promise<void> {
  let batch: T[] = [];
  const flush = async () => {
    await Promise.all(batch.map((one) => attempt(table, [write(one)])));
    batch = [];
  };
  for await (const one of all) {
    batch.push(one);
    if (batch.length === rowsAtOnce) await flush();
  }
  await flush();
}

/**
 * A new assignment shows each of the two to the other with their current card. The parcel stores older cards, and one
 * of them may have changed while the assignment was being written.
 */
export async function showPartners(table: Table, before: Item | undefined, after: Item | undefined): Promise<void> {
  const [old, fresh] = [before, after].map((item) => item && parseParcel(item));
  if (!fresh?.carrierId || !fresh.assignedAt || old?.assignedAt === fresh.assignedAt) return;
  const { id, ownerId, carrierId, assignedAt } = fresh;
  const { setCard } = deliveryRowRepository(table);
  const [owner, carrier] = await Promise.all([cardOfMember(table, ownerId), cardOfMember(table, carrierId)]);
  await attempt(table, [setCard(keys.carry(carrierId, assignedAt, id), owner)]);
  await attempt(table, [setCard(keys.given(ownerId, assignedAt, id), carrier)]);
}
