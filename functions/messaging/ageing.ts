import { type AgeRow, leaveList, moveTo } from '#functions/platform/ageing.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { expression, recordHaving, type Table } from '#functions/platform/table.ts';
import { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { ageDays, daysAfter } from '#shared/values/ageing.ts';
import { dayOf } from '#shared/values/time.ts';

const batch = 100;

/**
 * Erases the messages of a thread after a long silence, and its rows in both lists, which show a part of the last one.
 * The head stays with the number of the last erased message: the two have written to each other, and later messages
 * continue the numbers. True when it erased messages; an unfinished thread continues in the next night.
 */
export async function ageThread(table: Table, row: AgeRow, today: string, hasTime: () => boolean): Promise<boolean> {
  const { pk } = row.key;
  const headKey: Key = { pk, sk: keys.threadHead('', '').sk };
  const item = await table.get(headKey, { consistent: true });
  if (!item) {
    await attempt(table, [leaveList(table, row)]);
    return false;
  }
  const head = ThreadRecord.parse(item['record']);
  const erasedBefore = head.erasedUpTo ?? 0;
  // An earlier night has begun.
  if (erasedBefore > 0 && !(await eraseMessages(table, pk, erasedBefore, hasTime))) return true;
  if (head.seq === erasedBefore) {
    await attempt(table, [leaveList(table, row), stillAt(table, headKey, head)]);
    return false;
  }
  const lastDay = daysAfter(await lastActivity(table, pk, head), ageDays.messages);
  if (today <= lastDay) {
    await attempt(table, [moveTo(table, row, lastDay)]);
    return false;
  }
  const [a = '', b = ''] = head.members;
  const begun = await attempt(table, [
    table.update(
      headKey,
      expression`SET #record.erasedUpTo = ${head.seq} REMOVE #record.opening`,
      recordHaving('seq', head.seq),
    ),
    table.remove(keys.inbox(a, b, head.parcelId)),
    table.remove(keys.inbox(b, a, head.parcelId)),
  ]);
  if (begun && (await eraseMessages(table, pk, head.seq, hasTime)))
    await attempt(table, [leaveList(table, row), stillAt(table, headKey, head)]);
  return begun;
}

/** A message that was written in between keeps the thread in the list. */
const stillAt = (table: Table, key: Key, { seq }: ThreadRecord) =>
  table.check(key, recordHaving('seq', seq), () => new Refusal('STATE_CHANGED'));

/** The day of the last message, or of the last new reading by one of the two. */
async function lastActivity(table: Table, pk: string, { readUpTo }: ThreadRecord): Promise<string> {
  const { items } = await table.query({
    ...queryOf({ partition: pk, sort: { beginsWith: 'M#' } }),
    ScanIndexForward: false,
    Limit: 1,
  });
  const written = items.map(({ record }) => MessageRecord.parse(record).createdAt);
  const moments = [...written, ...Object.values(readUpTo).map(({ at }) => at)];
  return dayOf(Date.parse(moments.toSorted().at(-1) ?? ''));
}

/** Removes all messages up to a number, the oldest first. False if time ran out. */
async function eraseMessages(table: Table, pk: string, upTo: number, hasTime: () => boolean): Promise<boolean> {
  const [, last] = [keys.message('', '', undefined, 1).sk, keys.message('', '', undefined, upTo).sk];
  const query = queryOf({ partition: pk, sort: { between: [keys.message('', '', undefined, 1).sk, last] } });
  for (;;) {
    const { items } = await table.query({
      ...query,
      Limit: batch,
      ProjectionExpression: 'pk, sk',
      ConsistentRead: true,
    });
    if (items.length === 0) return true;
    if (!hasTime()) return false;
    await table.transact(items.map(({ sk }) => table.remove({ pk, sk: String(sk) })));
  }
}
