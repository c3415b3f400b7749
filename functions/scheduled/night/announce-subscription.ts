import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { subscriptionEuro, subscriptionFrom } from '#functions/platform/env.ts';
import type { Table } from '#functions/platform/table.ts';
import { yearPrice } from '#shared/receipts/words.ts';
import { coversStart, reminderDays } from '#shared/subscriptions/rules.ts';
import { daysUntil, longDay } from '#shared/values/time.ts';
import { tellMembers } from './tell-members.ts';

/** Days after the first one in which the job catches up on an unsent mail. */
const lookBackDays = 7;

/**
 * Mails members 30, 7 and 0 days before the day from which a subscription is needed, once each (rule 197). Members
 * whose subscription runs on that day are reminded of its own end instead. Of several due mails only the last is sent.
 */
export async function announceSubscription(
  table: Table,
  now: number,
  { hasTime }: { readonly hasTime: () => boolean },
): Promise<number> {
  const from = subscriptionFrom();
  const left = from === undefined ? Number.NaN : daysUntil(from, now);
  const stage = reminderDays.findLast((days) => left <= days);
  if (from === undefined || stage === undefined || left < -lookBackDays) return 0;
  return tellMembers(table, now, {
    name: `subscription-${from}-${stage}`,
    hasTime,
    tell: async ({ id, firstName, ...member }, cause) => {
      if (coversStart(member, from)) return false;
      const facts = { firstName, day: longDay(from), left: String(left), price: yearPrice(subscriptionEuro()) };
      return attempt(table, [mail(table, 'subscriptionStarting', { memberId: id }, facts, cause)]);
    },
  });
}
