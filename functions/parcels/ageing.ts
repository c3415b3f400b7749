import { newestEvents } from '#functions/deliveries/events.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { type AgeRow, leaveList, lookAfter, moveTo } from '#functions/platform/ageing.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression, type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { deleteFile, deleteProofPhoto, type FileTools } from '#functions/uploads/delete-files-and-rows.ts';
import type { ProofRecord } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isClosed } from '#shared/parcels/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { ageDays, daysAfter, laterDay } from '#shared/values/ageing.ts';
import { dayOf } from '#shared/values/time.ts';
import { parcelRepository, parseParcel } from './repository.ts';

/**
 * The day on which a parcel ended: its hand-over, return or cancellation; without a carrier its last day. Undefined
 * while a carrier has it or will have it.
 */
async function endOf(table: Table, parcel: ParcelRecord): Promise<string | undefined> {
  if (!isClosed(parcel)) return parcel.carrierId === undefined ? parcel.deadline : undefined;
  const ended = parcel.status === 'returned' ? parcel.returnConfirmedAt : parcel.deliveredAt;
  // A cancelled or settled parcel has only its event.
  const at = (parcel.status === 'cancelled' ? undefined : ended) ?? (await newestEvents(table, parcel.id)).at(-1)?.at;
  return at === undefined ? parcel.deadline : dayOf(Date.parse(at));
}

/**
 * Lists a parcel under the last day of its file, or under today when that has passed. A parcel with a carrier is
 * checked after its last day.
 */
async function listByAge(table: Table, parcel: ParcelRecord, now: number): Promise<Write> {
  const end = (await endOf(table, parcel)) ?? parcel.deadline;
  return lookAfter(table, keys.parcel(parcel.id).pk, laterDay(daysAfter(end, ageDays.parcelFile), dayOf(now)));
}

export async function followAge(
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  now: number,
): Promise<void> {
  if (!after) return;
  const [old, fresh] = [before && parseParcel(before), parseParcel(after)];
  const isSame =
    old?.deadline === fresh.deadline && isClosed(old) === isClosed(fresh) && (old.file !== undefined || !fresh.file);
  if (!isSame) await table.store(await listByAge(table, fresh, now));
}

/** Deletes the expired files of a parcel: first its own, later the photos of its hand-overs. True if it deleted any. */
export async function ageParcel(tools: FileTools, row: AgeRow, today: string): Promise<boolean> {
  const { table } = tools;
  const parcels = parcelRepository(table);
  const parcel = await parcels.read(row.key.pk.slice(keys.parcel('').pk.length));
  const end = parcel && (await endOf(table, parcel));
  if (!parcel) return gone(table, leaveList(table, row), false);
  if (!end) return gone(table, moveTo(table, row, daysAfter(today, ageDays.parcelFile)), false);
  const [fileDay, proofsDay] = [daysAfter(end, ageDays.parcelFile), daysAfter(end, ageDays.proofs)];
  if (today <= fileDay) return gone(table, moveTo(table, row, fileDay), false);
  const { file, ...rest } = parcel;
  if (file) {
    const saved = parcels.save({ ...rest, fileErased: true, version: parcel.version + 1 }, changed);
    if (!(await attempt(table, [saved]))) return false;
    await deleteFile(tools, { kind: 'parcel_file', ...file });
  }
  if (today <= proofsDay) return gone(table, moveTo(table, row, proofsDay), file !== undefined);
  const photos = (await deliveryRepository(table).proofs(parcel.id)).filter(({ key }) => key !== undefined);
  for (const photo of photos) await deleteProofPhoto(tools, photo, keepFacts(table, parcel.id, photo));
  return gone(table, leaveList(table, row), file !== undefined || photos.length > 0);
}

const changed = () => new Refusal('STATE_CHANGED');

async function gone(table: Table, write: Write, isErased: boolean): Promise<boolean> {
  await attempt(table, [write]);
  return isErased;
}

/** Keeps the time and author in the photo's row. */
const keepFacts = (table: Table, parcelId: string, { id, at }: ProofRecord): Write =>
  table.update(
    keys.proof(parcelId, at, id),
    expression`REMOVE #record.#key, #record.#contentType, #record.#sha256`,
    present,
  );
