import { randomUUID } from 'node:crypto';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { settleAlertMail } from '#functions/alerts/alert-mail.ts';
import { settleAgreement } from '#functions/deliveries/agreement/expiry.ts';
import { settleOffer } from '#functions/deliveries/offers/closing.ts';
import { mail } from '#functions/mail/outbox.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { type DueKinds, settleQuarters } from '#functions/platform/due.ts';
import { indexes, memberIn } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { expression, type Item, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { waitedMs } from '#shared/admin/queues.ts';
import { getsMailsOf, isReachable } from '#shared/profiles/record.ts';
import { hourMs } from '#shared/values/time.ts';

/** The kinds of items that end or are sent by themselves, each with what happens at its moment. */
export const dueKinds: DueKinds = { alertMail: settleAlertMail, given: settleAgreement, offer: settleOffer };

/**
 * Sends a mail about messages that are unread for a quarter of an hour, once for each conversation until it is read
 * (rule 107). A row leaves its quarter in the transaction of its mail, so repeated or parallel runs send no mail twice.
 */
export async function remind(table: Table, now: number): Promise<number> {
  const count = await settleQuarters(table, now, {
    job: 'reminders',
    listOf: (quarter, part) => ({ index: 'gs2', partition: indexes.reminder(quarter, part, '').gs2pk }),
    settle: (item, { partition }) => settle(table, item, partition, now),
  });
  logger.info('reminders mailed', { count });
  return count;
}

/** True if a mail was written: the member gets such mails, and no member of the two is blocked or deleted. */
async function settle(table: Table, item: Item, quarter: string, now: number): Promise<boolean> {
  const { with: other, parcel, unread } = parseInbox(item);
  const memberId = memberIn(item);
  const people = await profileRepository(table).people([memberId, other.id]);
  const [me, sender] = [memberId, other.id].map((id) => people.get(id)?.profile);
  const isWanted = me && getsMailsOf('messages', me) && isReachable(me) && sender && isReachable(sender);
  const settled = table.update(
    { pk: String(item['pk']), sk: String(item['sk']) },
    expression`SET gs2pk = ${indexes.reminded(memberId).gs2pk}`,
    expression`gs2pk = ${quarter}`,
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
    answers: parcel ? await answeredIn(table, parcel.id, other.id) : '',
  };
  return attempt(table, [settled, mail(table, 'unreadMessages', { memberId }, facts, { id: randomUUID(), now })]);
}

/** The kind of the open problem of this delivery that the other one has answered, or empty. */
async function answeredIn(table: Table, parcelId: string, otherId: string): Promise<string> {
  const problem = (await parcelRepository(table).read(parcelId))?.problem;
  return problem?.answeredAt && problem.by !== otherId ? problem.kind : '';
}

/**
 * Hours of working days, rounded down, that the oldest receipt has waited for an administrator; 0 if none waits. The
 * alarm `ReceiptsWait` counts this line of the log.
 */
export async function logOldestReceipt(table: Table, now: number): Promise<number> {
  const since = await queueRepository(table).oldest('receipt');
  const oldestReceiptHours = since ? Math.floor(waitedMs('receipt', since, now) / hourMs) : 0;
  logger.info('oldest receipt', { oldestReceiptHours });
  return oldestReceiptHours;
}
