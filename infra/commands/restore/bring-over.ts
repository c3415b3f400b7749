import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { deletionRepository, parseDeletion } from '#functions/account-deletion/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Item, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';

/** Items that a scan passes on; it reads the whole table all the same. */
const wanted = {
  FilterExpression: '#kind IN (:tombstone, :departure, :log)',
  ExpressionAttributeNames: { '#kind': 'kind' },
  ExpressionAttributeValues: { ':tombstone': 'tombstone', ':departure': 'departure', ':log': 'log' },
};

/** Data of the current table that a return to an earlier moment must keep. */
export interface BroughtOver {
  /** Accounts that are deleted again in the restored table. */
  readonly erased: number;
  readonly leaving: number;
  readonly lines: number;
}

/**
 * Prepares a restored table to take the place of the present one: lines of the log are added, and accounts that were
 * deleted since are closed again, without a mail. The deletion job does the rest once the table is in use.
 * It may be repeated. `now` in milliseconds.
 */
export async function bringOver(present: Table, restored: Table, now: number): Promise<BroughtOver> {
  const found = { erased: 0, leaving: 0, lines: 0 };
  for await (const { Items = [] } of paginateScan(
    { client: present.documents },
    { TableName: present.name, ConsistentRead: true, ...wanted },
  )) {
    for (const item of Items as Item[]) {
      if (isOfKind(item, 'log') && (await addLine(restored, item))) found.lines += 1;
      if (isOfKind(item, 'tombstone') && (await closeAgain(restored, item, now))) found.erased += 1;
      if (isOfKind(item, 'departure') && (await scheduleAgain(restored, item, now))) found.leaving += 1;
    }
  }
  return found;
}

const addLine = (restored: Table, line: Item) =>
  attempt(restored, [restored.put({ ...line, pk: String(line['pk']), sk: String(line['sk']), kind: 'log' }, absent)]);

/** True when the restored table still had the account. */
async function closeAgain(restored: Table, stone: Item, now: number): Promise<boolean> {
  const memberId = memberOf(stone);
  const putStone = restored.put({ ...stone, ...keys.tombstone(memberId), kind: 'tombstone' });
  const profile = await profileRepository(restored).read(memberId);
  await restored.transact([
    putStone,
    ...(profile
      ? [
          restored.remove(keys.profile(memberId), atVersion(profile.version)),
          // Rights that were taken away before the end; the deletion refuses administrators.
          restored.remove(keys.administrator(memberId)),
          deletionRepository(restored).put({ memberId, profile }, now),
        ]
      : []),
  ]);
  return profile !== undefined;
}

/** True when the member had asked for the deletion since. Their fourteen days start again. */
async function scheduleAgain(restored: Table, item: Item, now: number): Promise<boolean> {
  const { memberId, profile: ended } = parseDeletion(item);
  if (ended) return false;
  const profile = await profileRepository(restored).read(memberId);
  if (!profile || profile.leavesOn !== undefined) return false;
  return attempt(restored, deletionRepository(restored).schedule(profile, now, Math.ceil(now / 1000)));
}

const memberOf = ({ pk }: Item): string => String(pk).slice(keys.tombstone('').pk.length);
