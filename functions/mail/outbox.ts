import * as z from 'zod/mini';
import { queryOf } from '../platform/http/list.ts';
import { kindAmong } from '../platform/item-kind.ts';
import { indexes, type Key, keys } from '../platform/keys.ts';
import { itemsOf } from '../platform/pages.ts';
import { absent, type Item, keyOf, type Table, type Write } from '../platform/table.ts';
import { channels } from './channels.ts';
import type { MailName, Mails } from './mails.ts';

/** Recipient of a mail to ourselves: the address of the settings, which the sender has. */
export const ourselves = { memberId: 'contact' } as const;

/** Recipient of an invitation: the address of the mail's own facts. */
export const invitedAddress = { memberId: 'invited' } as const;

/** Recipient of the last mail to a deleted account: the address of the mail's own facts. */
export const formerAddress = { memberId: 'former' } as const;

export const OutboxRecord = z.object({
  id: z.string(),
  mail: z.string(),
  memberId: z.string(),
  data: z.record(z.string(), z.string()),
  createdAt: z.string(),
  /** `refused`: SES will never accept it. */
  state: z.enum(['pending', 'sent', 'skipped', 'refused']),
  /** When the member opened it in their list. */
  readAt: z.optional(z.string()),
  /** When the lease of a dead sender expires. */
  leaseUntil: z.optional(z.int()),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** A mail with the key of its row. */
export type MailRow = Key & OutboxRecord;

export const parseMail = (item: Item): MailRow => ({ ...keyOf(item), ...OutboxRecord.parse(item['record']) });

const month = 30 * 86_400;

/** Whether the item is the row of a mail, of those that the member's list shows or of the others. */
export const isMail = (item: Item | undefined): item is Item => kindAmong(['outbox', 'notice'], item) !== undefined;

/**
 * One mail, written in the transaction of its cause. The dispatcher sends it after that transaction. If the member's
 * list shows it, its row is in their partition and is the notice, too (rule 135). A repeated write finds the row of the
 * first one only with the same `id` and `now`, so jobs take both from their cause.
 */
export function mail<Name extends MailName>(
  table: Table,
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  facts: { id: string; now: number },
): Write {
  const record: OutboxRecord = {
    id: facts.id,
    mail: name,
    memberId: to.memberId,
    data,
    createdAt: new Date(facts.now).toISOString(),
    state: 'pending',
  };
  const listed = { ...keys.notice(to.memberId, noticeIdOf(record)), kind: 'notice' } as const;
  const unlisted = { ...keys.outbox(facts.id), ...indexes.mailsTo(to.memberId, facts.id), kind: 'outbox' } as const;
  return table.put(
    {
      ...(channels[name].isListed ? listed : unlisted),
      ...indexes.outbox(record.createdAt, facts.id),
      record,
      ttl: Math.floor(facts.now / 1000) + month,
    },
    absent,
  );
}

/** The id of a notice in the API: the end of its key. */
export const noticeIdOf = ({ createdAt, id }: Pick<OutboxRecord, 'createdAt' | 'id'>): string => `${createdAt}#${id}`;

/** Mails of one day that still wait and were written before a moment; both ISO. */
export async function* unsentMails(
  table: Table,
  { day, before }: { day: string; before: string },
): AsyncGenerator<Key> {
  const query = queryOf({ index: 'gs2', partition: indexes.outbox(day, '').gs2pk, sort: { before } });
  const waiting = {
    ...query,
    FilterExpression: '#record.#state = :state',
    ExpressionAttributeNames: { '#record': 'record', '#state': 'state' },
    ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':state': 'pending' },
  };
  for await (const item of itemsOf(table, waiting)) yield keyOf(item);
}
