import * as z from 'zod/mini';
import { hourMs } from '#shared/values/time.ts';
import { linkToken } from '../platform/derived.ts';
import { queryOf, where } from '../platform/http/list.ts';
import { indexes, type Key, keys } from '../platform/keys.ts';
import { kindAmong } from '../platform/kinds.ts';
import { itemsOf } from '../platform/pages.ts';
import { absent, expression, type Item, keyOf, recordHaving, type Table, type Write } from '../platform/table.ts';
import type { FoundMail } from './mails/alerts.ts';
import { type MailName, type Mails, mails } from './mails.ts';

/** Recipient of a mail to ourselves: the address of the settings, which the sender has. */
export const ourselves = { memberId: 'contact' } as const;

/** Recipient of an invitation: the address of the mail's own facts. */
export const invitedAddress = { memberId: 'invited' } as const;

export const formerAddress = { memberId: 'former' } as const;

/** Recipient of mails about a visitor's report: the address that they typed, which may be a stranger's. */
export const typedAddress = { memberId: 'typed' } as const;

export const OutboxRecord = z.object({
  id: z.string(),
  mail: z.string(),
  memberId: z.string(),
  data: z.record(z.string(), z.string()),
  createdAt: z.string(),
  /** `gathered`: another mail tells of it, at `mailAt`. `refused`: SES will never accept it. */
  state: z.enum(['pending', 'gathered', 'sent', 'skipped', 'refused']),
  mailAt: z.optional(z.string()),
  /** The mail and the push wait until then, and say what is true by then. */
  mailAfter: z.optional(z.string()),
  readAt: z.optional(z.string()),
  /** When the lease of a dead sender expires. */
  leaseUntil: z.optional(z.int()),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** It names its reader, who gets the answer. A granted objection leaves nothing to contest. */
export function objectionOf({
  memberId,
  data: { about, isObjection, outcome },
}: Pick<OutboxRecord, 'memberId' | 'data'>): { readonly objection?: string } {
  const isGranted = isObjection !== undefined && outcome === 'acted';
  return about === undefined || isGranted ? {} : { objection: linkToken('objection', `${about}.${memberId}`) };
}

export type MailRow = Key & OutboxRecord;

export const parseMail = (item: Item): MailRow => ({ ...keyOf(item), ...OutboxRecord.parse(item['record']) });

const month = 30 * 86_400;

export const isMail = (item: Item | undefined): item is Item => kindAmong(['outbox', 'notice'], item) !== undefined;

/**
 * One mail, written in the transaction of its cause. The dispatcher sends it after that transaction, or after
 * `mailAfter` (milliseconds); a quiet one is only a notice, without mail and push. If the member's
 * list shows it, its row is in their partition and is the notice, too (rule 135). A repeated write finds the row of the
 * first one only with the same `id` and `now`, so jobs take both from their cause.
 */
export function mail<Name extends MailName>(
  table: Table,
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  { mailAfter, isQuiet, ...facts }: { id: string; now: number; mailAfter?: number; isQuiet?: boolean },
): Write {
  const record = recordOf(name, to, data, facts);
  const waits = mailAfter === undefined ? {} : { mailAfter: new Date(mailAfter).toISOString() };
  return rowOf(table, { ...record, ...waits, ...(isQuiet ? { state: 'skipped' } : {}) }, facts.now);
}

/**
 * A notice without a mail of its own: the mail of alerts that is due at `mailAt` tells of it (rule 141). Without that
 * moment the member gets no such mails. All times are in milliseconds.
 */
export function gatheredNotice<Name extends MailName>(
  table: Table,
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  { mailAt, ...facts }: { id: string; now: number; mailAt: number | undefined },
): Write {
  const record = recordOf(name, to, data, facts);
  const gathered =
    mailAt === undefined
      ? ({ state: 'skipped' } as const)
      : ({ state: 'gathered', mailAt: new Date(mailAt).toISOString() } as const);
  return rowOf(table, { ...record, ...gathered }, facts.now);
}

const recordOf = <Name extends MailName>(
  name: Name,
  to: { memberId: string },
  data: Mails[Name],
  facts: { id: string; now: number },
): OutboxRecord & { mail: Name } => ({
  id: facts.id,
  mail: name,
  memberId: to.memberId,
  data: data as Record<string, string>,
  createdAt: new Date(facts.now).toISOString(),
  state: 'pending',
});

function rowOf(table: Table, record: OutboxRecord & { mail: MailName }, now: number): Write {
  const { id, memberId } = record;
  const listed = { ...keys.notice(memberId, noticeIdOf(record)), kind: 'notice' } as const;
  const unlisted = { ...keys.outbox(id), ...indexes.mailsTo(memberId, id), kind: 'outbox' } as const;
  return table.put(
    {
      ...(mails[record.mail].isListed ? listed : unlisted),
      ...indexes.outbox(record.createdAt, id),
      record,
      ttl: Math.floor(now / 1000) + month,
    },
    absent,
  );
}

/** The id of a notice in the API: the end of its key. */
export const noticeIdOf = ({ createdAt, id }: Pick<OutboxRecord, 'createdAt' | 'id'>): string => `${createdAt}#${id}`;

const gatheringMs = 50 * hourMs;

/** The facts of the member's unread notices that wait for the mail of this moment (ISO), oldest first. */
export async function noticesToMail(table: Table, memberId: string, mailAt: string): Promise<FoundMail[]> {
  const first = new Date(Date.parse(mailAt) - gatheringMs).toISOString();
  const key = keys.notice(memberId, '');
  const query = queryOf({ partition: key.pk, sort: { between: [`${key.sk}${first}`, `${key.sk}${mailAt}`] } });
  const gathered = {
    ...where(query, expression`#record.mailAt = ${mailAt} AND attribute_not_exists(#record.readAt)`),
    ConsistentRead: true,
  };
  const found: FoundMail[] = [];
  for await (const item of itemsOf(table, gathered)) found.push(parseMail(item).data as unknown as FoundMail);
  return found;
}

/** Mails of one day that still wait and were written before a moment; both ISO. */
export async function* unsentMails(
  table: Table,
  { day, before }: { day: string; before: string },
): AsyncGenerator<Key> {
  const query = queryOf({ index: 'gs2', partition: indexes.outbox(day, '').gs2pk, sort: { before } });
  for await (const item of itemsOf(table, where(query, recordHaving('state', 'pending')))) yield keyOf(item);
}
