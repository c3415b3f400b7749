import { randomUUID } from 'node:crypto';
import { mail } from '#functions/mail/outbox.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { quarterMs, quarterOf, reminderParts } from '#functions/messaging/reminder.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, memberIn } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { getsNews, isReachable } from '#shared/profiles/record.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';

/** Quarters that each run reads. Once an hour a run reads those of a whole day, in case the job did not run. */
const lookBack = 4;
const longLookBack = 96;

/**
 * Sends a mail about messages that are unread for a quarter of an hour, once for each conversation until it is read
 * (rule 107). A row leaves its quarter in the transaction of its mail, so repeated or parallel runs send no mail twice.
 */
export async function remind(table: Table, now: number): Promise<number> {
  const quarters = now % hourMs < 5 * minuteMs ? longLookBack : lookBack;
  const failed: unknown[] = [];
  let mailed = 0;
  for (let back = quarters; back >= 1; back--) {
    const quarter = quarterOf(now - back * quarterMs);
    for (let part = 0; part < reminderParts; part++) {
      const { gs2pk } = indexes.reminder(quarter, part, '');
      for await (const item of itemsOf(table, queryOf({ index: 'gs2', partition: gs2pk }))) {
        try {
          if (await settle(table, item, gs2pk, now)) mailed += 1;
        } catch (error) {
          failed.push(error);
        }
      }
    }
  }
  logger.info('reminders mailed', { count: mailed });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} could not be reminded`);
  return mailed;
}

/** True if a mail was written: the member gets such mails, and no member of the two is blocked or deleted. */
async function settle(table: Table, item: Item, quarter: string, now: number): Promise<boolean> {
  const { with: other, parcel, unread } = parseInbox(item);
  const memberId = memberIn(item);
  const people = await profileRepository(table).people([memberId, other.id]);
  const [me, sender] = [memberId, other.id].map((id) => people.get(id)?.profile);
  const isWanted = me && getsNews(me) && isReachable(me) && sender && isReachable(sender);
  const settled = table.update(
    { pk: String(item['pk']), sk: String(item['sk']) },
    { expression: 'SET gs2pk = :reminded', values: { ':reminded': indexes.reminded(memberId).gs2pk } },
    { expression: 'gs2pk = :quarter', values: { ':quarter': quarter } },
  );
  if (!isWanted) {
    await attempt(table, [settled]);
    return false;
  }
  const facts = {
    firstName: me.firstName,
    otherName: `${sender.firstName} ${sender.lastName}`,
    otherId: other.id,
    count: String(unread),
    title: parcel?.title ?? '',
    parcelId: parcel?.id ?? '',
  };
  return attempt(table, [settled, mail(table, 'unreadMessages', { memberId }, facts, { id: randomUUID(), now })]);
}
