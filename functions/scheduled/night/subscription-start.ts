import { firstMonth, previousMonth } from '#functions/admin/repository.ts';
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

/** Days after the first one for which a mail that no night has sent is made up for. */
const lookBackDays = 7;

/** How far all members are told, by the month in which they joined, the newest first. */
interface Reached {
  readonly month: string;
  /** Where the next page of the month begins. */
  readonly from?: Record<string, unknown>;
}

/**
 * Tells members 30, 7 and 0 days before the day from which a subscription is needed, each time once (rule 197): all of
 * them but those whose subscription runs on that day, who are reminded of its own end. The table keeps the page that is
 * reached, so a night that ends too early goes on there, and other nights read one item. The mail of a member has a
 * fixed id, so a page that is read again sends none twice. Of mails that are due together only the last is sent.
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
  let at = kept ?? { month: monthOf(new Date(now).toISOString()) };
  let mailed = 0;
  while (at.month >= firstMonth && hasTime()) {
    const joined = queryOf({ index: 'gs3', partition: indexes.all('PROFILE', at.month, '').gs3pk });
    const page = await table.query({ ...joined, ExclusiveStartKey: at.from });
    await someAtOnce(
      eachOf(page.items),
      () => true,
      async (item) => {
        const { id, firstName, ...profile } = parseProfile(item);
        if (!isReachable(profile) || coversStart(profile, from)) return;
        const facts = { firstName, day: longDay(from), left: String(left) };
        const write = mail(table, 'subscriptionStarting', { memberId: id }, facts, { id: `${name}-${id}`, now });
        if (await attempt(table, [write])) mailed += 1;
      },
    );
    at = page.last ? { month: at.month, from: page.last } : { month: previousMonth(at.month) };
    await table.transact([table.put({ ...mark, record: at })]);
  }
  return mailed;
}

async function* eachOf(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
