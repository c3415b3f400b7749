import { firstMonth, previousMonth } from '#functions/admin/lists/by-month.ts';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { coversStart, reminderDays } from '#shared/subscriptions/rules.ts';
import { daysUntil, longDay, monthOf } from '#shared/values/time.ts';
import { someAtOnce } from './night.ts';

/** Days after the first one in which the job catches up on an unsent mail. */
const lookBackDays = 7;

/** The progress through all members, by the month in which they joined, the newest first. */
interface Reached {
  readonly month: string;
  readonly from?: Record<string, unknown>;
  /** When the first night of this stage began, in milliseconds: the time of its mails. */
  readonly begunAt?: number;
}

/**
 * Mails members 30, 7 and 0 days before the day from which a subscription is needed, once each (rule 197). Members
 * whose subscription runs on that day are reminded of its own end instead. The table stores the page that was reached,
 * so a night that ends too early continues there, and other nights read one item. A member's mail has a fixed id, so
 * rereading a page sends none twice. Of several due mails only the last is sent.
 */
export async function announceStart(
  table: Table,
  now: number,
  { hasTime }: { readonly hasTime: () => boolean },
): Promise<number> {
  const from = subscriptionFrom();
  const left = from === undefined ? Number.NaN : daysUntil(from, now);
  const stage = reminderDays.findLast((days) => left <= days);
  if (from === undefined || stage === undefined || left < -lookBackDays) return 0;
  const name = `subscription-${from}-${stage}`;
  const mark = keys.done(name);
  const kept = (await table.get(mark, { consistent: true }))?.['record'] as Reached | undefined;
  const { begunAt = now } = kept ?? {};
  let at: Reached = { ...(kept ?? { month: monthOf(new Date(now).toISOString()) }), begunAt };
  if (kept?.begunAt === undefined) await table.transact([table.put({ ...mark, record: at })]);
  let mailed = 0;
  while (at.month >= firstMonth && hasTime()) {
    const joined = queryOf({ index: 'gs3', partition: indexes.all('profile', at.month, '').gs3pk });
    const page = await table.query({ ...joined, ExclusiveStartKey: at.from });
    await someAtOnce(
      eachOf(page.items),
      () => true,
      async (item) => {
        const { id, firstName, ...profile } = parseProfile(item);
        if (!isReachable(profile) || coversStart(profile, from)) return;
        const facts = { firstName, day: longDay(from), left: String(left) };
        const cause = { id: `${name}-${id}`, now: begunAt };
        if (await attempt(table, [mail(table, 'subscriptionStarting', { memberId: id }, facts, cause)])) mailed += 1;
      },
    );
    at = page.last ? { month: at.month, from: page.last, begunAt } : { month: previousMonth(at.month), begunAt };
    await table.transact([table.put({ ...mark, record: at })]);
  }
  return mailed;
}

async function* eachOf(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
