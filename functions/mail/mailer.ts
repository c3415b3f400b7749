import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Delivery } from './deliver.ts';
import { OutboxRecord } from './outbox.ts';
import { betweenMails, leftToday, type Quota } from './pace.ts';
import { MailsHeld } from './refused.ts';

export interface MailerDeps {
  readonly table: Table;
  readonly quota: () => Promise<Quota>;
  readonly deliver: (row: OutboxRecord) => Promise<Delivery>;
  /** Waits for this time, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

const Waiting = z.object({ outboxId: z.string() });

/**
 * Sends the mails of a batch one after the other, as fast as SES takes them. A mail that could not be sent goes back to
 * the queue, and when SES takes none now, all that follow go back untried: the queue gives them again after its
 * visibility timeout, for longer than a day.
 */
export async function mailBatch(records: readonly SQSRecord[], deps: MailerDeps): Promise<SQSBatchResponse> {
  const quota = await deps.quota();
  const between = betweenMails(quota);
  const failed = new Set<string>();
  let left = leftToday(quota);
  let isHeld = false;
  let sent = 0;
  for (const { messageId, body } of records) {
    if (isHeld || left <= 0) {
      failed.add(messageId);
      continue;
    }
    try {
      const row = await waiting(deps.table, z.parse(Waiting, JSON.parse(body)).outboxId);
      if (!row) continue;
      if (sent > 0) await deps.pause(between);
      if ((await deps.deliver(row)) === 'sent') {
        sent += 1;
        left -= 1;
      }
    } catch (error) {
      failed.add(messageId);
      isHeld = error instanceof MailsHeld;
      logger.error('mail not sent', { messageId, error: error as Error });
    }
  }
  if (isHeld || left <= 0) logger.warn('mails held', { count: failed.size, isHeld, leftToday: left });
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

/** The row while its mail waits; the API has sent most links before the queue knows of them. */
async function waiting(table: Table, outboxId: string): Promise<OutboxRecord | undefined> {
  const item = await table.get(keys.outbox(outboxId), { consistent: true });
  const row = item && OutboxRecord.parse(item['record']);
  return row?.state === 'pending' ? row : undefined;
}
