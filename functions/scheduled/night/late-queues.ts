import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { ageText, type Queue, queueNames } from '#shared/admin/queues.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { dayOf, hourMs, startOfDay } from '#shared/values/time.ts';

/** The nightly job begins at 4:15 in Algiers. A notice of midnight would be older than a bell that was read since. */
const firstRunMs = 4.25 * hourMs;

/**
 * Mails every active administrator while something waits for longer than promised (product 2.4), or a refund for half
 * of the days that the law gives (rule 216). The mail's id and time come from the day and the administrator, so a
 * repeated run writes no second one. Returns how many were written.
 */
export async function mailLateQueues(table: Table, now: number): Promise<number> {
  const admin = queueRepository(table);
  const late = await Promise.all(queueNames.map(async (queue) => [queue, await admin.late(queue, now)] as const));
  const refunds = await admin.owedRefunds(now);
  const count = late.reduce((sum, [, waiting]) => sum + waiting.length, refunds.length);
  if (count === 0) return 0;
  const facts = {
    count: String(count),
    ...(Object.fromEntries(
      late.flatMap(([queue, { length, 0: oldest }]) => [
        [`${queue}Count`, oldest ? String(length) : ''],
        [`${queue}Age`, oldest ? ageText(oldest, now) : ''],
      ]),
    ) as Record<`${Queue}Count` | `${Queue}Age`, string>),
    refundCount: refunds[0] ? String(refunds.length) : '',
    refundAge: refunds[0] ? ageText(refunds[0], now) : '',
  };
  const today = dayOf(now);
  let mailed = 0;
  for (const [memberId, person] of await profileRepository(table).people(
    await administratorRepository(table).active(),
  )) {
    if (!isReachable(person.profile)) continue;
    const { firstName } = person.profile;
    const cause = { id: `late-${today}-${memberId}`, now: startOfDay(today) + firstRunMs };
    if (await attempt(table, [mail(table, 'queuesLate', { memberId }, { firstName, ...facts }, cause)])) mailed += 1;
  }
  return mailed;
}
