import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { type Key } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Delivery } from './deliver.ts';
import { type MailRow, parseMail } from './outbox.ts';
import { betweenMails, leftToday, MailsHeld, type Quota } from './ses.ts';

export interface MailerDeps {
  readonly table: Table;
  readonly quota: () => Promise<Quota>;
  readonly deliver: (row: MailRow) => Promise<Delivery>;
  readonly hasTime: () => boolean;
  /** Keeps a message in the queue for longer than its visibility timeout. */
  readonly hide: (receiptHandle: string) => Promise<void>;
  /** Waits for this time, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const Queued = z.object({ pk: z.string(), sk: z.string() });

/**
 * Sends the mails of a batch one after the other, as fast as SES accepts them. A mail that could not be sent goes back
 * to the queue, which delivers it again after its visibility timeout. When SES accepts none, all remaining mails go
 * back untried and are hidden for longer, so that their tries last for more than a day.
 */
export async function mailBatch(records: readonly SQSRecord[], deps: MailerDeps): Promise<SQSBatchResponse> {
  const quota = await deps.quota().catch((error: Error) => {
    logger.error('quota of SES not known', { error });
    return undefined;
  });
  const failed = new Set<string>();
  const held: SQSRecord[] = [];
  let left = quota ? leftToday(quota) : 0;
  let isHeld = false;
  let sent = 0;
  for (const record of records) {
    const { messageId, body } = record;
    if (!quota || isHeld || left <= 0) {
      held.push(record);
      continue;
    }
    if (!deps.hasTime()) {
      failed.add(messageId);
      continue;
    }
    try {
      const row = await waiting(deps.table, z.parse(Queued, JSON.parse(body)));
      if (!row) continue;
      if (sent > 0) await deps.pause(betweenMails(quota));
      if ((await deps.deliver(row)) === 'sent') {
        sent += 1;
        left -= 1;
      }
    } catch (error) {
      isHeld = error instanceof MailsHeld;
      if (isHeld) held.push(record);
      else failed.add(messageId);
      logger.error('mail not sent', { messageId, error: error as Error });
    }
  }
  if (held.length > 0) logger.warn('mails held', { heldMails: held.length, isHeld, leftToday: left });
  for (const { messageId, receiptHandle } of held) {
    failed.add(messageId);
    await deps.hide(receiptHandle).catch((error: Error) => logger.warn('a held mail comes back early', { error }));
  }
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/** The row while its mail waits. The API has often sent a link before the queue delivers its message. */
async function waiting(table: Table, key: Key): Promise<MailRow | undefined> {
  const item = await table.get(key, { consistent: true });
  const row = item && parseMail(item);
  return row?.state === 'pending' ? row : undefined;
}
