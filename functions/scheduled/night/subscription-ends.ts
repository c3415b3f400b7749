import { randomUUID } from 'node:crypto';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { coversStart, nextReminder } from '#shared/subscriptions/rules.ts';
import { dayMs, dayOf, daysUntil, longDay } from '#shared/values/time.ts';

/** Days that the job looks back; the first reminder of a running subscription is never older. */
const lookBackDays = 40;

/**
 * Reminds members 30, 7 and 0 days before the end of their subscription, once each: the row leaves the list of its day
 * in the transaction of the mail. The job catches up after a missed night; of several due reminders it sends only one.
 * It sends none while the service is free, and none for an end before the day from which a subscription is needed. Such
 * an end changes nothing, and its member hears of that day instead (`announce-subscription.ts`).
 */
export async function remindOfEnds(table: Table, now: number): Promise<number> {
  const from = subscriptionFrom();
  if (!from) return 0;
  let mailed = 0;
  for (let back = lookBackDays; back >= 0; back--) {
    const { gs2pk } = indexes.subscriptionReminder(dayOf(now - back * dayMs), '');
    for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk })))
      if (await remindOfEnd(table, item, gs2pk, { from, now })) mailed += 1;
  }
  return mailed;
}

/** True if a mail was written. A blocked or deleted member gets none, and their row moves on in the same way. */
async function remindOfEnd(
  table: Table,
  item: Item,
  due: string,
  { from, now }: { from: string; now: number },
): Promise<boolean> {
  const memberId = String(item['pk']).slice(keys.member('').length);
  const end = String(item['end']);
  const next = nextReminder(end, now);
  const moved = table.update(
    keys.subscriptionEnd(memberId),
    next === undefined
      ? expression`REMOVE gs2pk, gs2sk`
      : expression`SET gs2pk = ${indexes.subscriptionReminder(next, memberId).gs2pk}`,
    expression`gs2pk = ${due}`,
  );
  const profile = await profileRepository(table).read(memberId);
  if (!profile || !isReachable(profile) || !coversStart({ subscriptionEnd: end }, from)) {
    await attempt(table, [moved]);
    return false;
  }
  const day = dayOf(Date.parse(end));
  const facts = { firstName: profile.firstName, end: longDay(day), left: String(daysUntil(day, now)) };
  return attempt(table, [moved, mail(table, 'subscriptionEnding', { memberId }, facts, { id: randomUUID(), now })]);
}
