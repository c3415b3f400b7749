import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { accountRepository } from '#functions/accounts/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { MailRefusal } from '#shared/accounts/me.ts';

/** The relevant fields of SES events, in the envelope of EventBridge. Source: "SES events schema reference". */
const Event = z.object({
  time: z.string(),
  detail: z.object({
    /** Our mails have one recipient. A report may name another mailbox, to which the first one forwards. */
    mail: z.object({ destination: z.array(z.string()) }),
    bounce: z.optional(
      z.object({
        bounceType: z.string(),
        bouncedRecipients: z.optional(z.array(z.object({ status: z.optional(z.nullable(z.string())) }))),
      }),
    ),
    complaint: z.optional(z.object({ complaintFeedbackType: z.optional(z.nullable(z.string())) })),
  }),
});

/** A full mailbox may empty, and « not spam » withdraws a complaint. */
function whyRefused({ bounce, complaint }: z.infer<typeof Event>['detail']): MailRefusal['why'] | undefined {
  const codes = bounce?.bouncedRecipients?.map(({ status }) => status) ?? [];
  // SES calls some bounces transient that their code (RFC 3463) does not; 5.2.2 is a full mailbox.
  const isForGood = codes.some((code) => code?.startsWith('5.') && code !== '5.2.2');
  if (bounce?.bounceType === 'Permanent' || isForGood) return 'bounce';
  return complaint && complaint.complaintFeedbackType !== 'not-spam' ? 'complaint' : undefined;
}

/**
 * Notes on the profiles of a batch of events that their address rejects mails, if it is still their address. A failed
 * event goes back to its queue. Events may repeat and come in any order.
 */
export async function noteRefusals(records: readonly SQSRecord[], table: Table): Promise<SQSBatchResponse> {
  const failed: string[] = [];
  for (const { messageId, body } of records) {
    try {
      await noteRefusal(table, body);
    } catch (error) {
      failed.push(messageId);
      logger.error('refused mail not noted', { messageId, error: error as Error });
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

async function noteRefusal(table: Table, body: string): Promise<void> {
  const { time, detail } = z.parse(Event, JSON.parse(body));
  const why = whyRefused(detail);
  if (!why) return;
  for (const address of detail.mail.destination) {
    const email = address.toLowerCase();
    const lock = await accountRepository(table).lockOf(email);
    if (!lock?.memberId) continue;
    const isNew = await attempt(table, [
      profileRepository(table).refuseMails(lock.memberId, email, { since: time, why }),
    ]);
    if (isNew) logger.info('mails no longer reach a member', { memberId: lock.memberId, why });
  }
}
