import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { notifyOf } from '#functions/alerts/notify.ts';
import { isOvertaken } from '#functions/mail/deals.ts';
import { isMailName, mails } from '#functions/mail/mails.ts';
import { parseMail } from '#functions/mail/outbox.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { isPushWanted } from '#shared/notices/choices.ts';
import { isHidden } from '#shared/profiles/record.ts';
import { hasEnded, pushDeviceRepository, type StoredDevice } from '../push-devices.ts';
import { type NoticeQueue, NotifierMessage } from './messages.ts';
import type { PushPayload, PushService } from './push-service.ts';

export interface NotifierDeps {
  readonly table: Table;
  /** Milliseconds. */
  readonly now: () => number;
  readonly push: PushService;
  readonly newId: () => string;
  readonly queueNotice: NoticeQueue;
}

/** Handles the messages of a batch side by side. A failed one comes again, and may push a second time. */
export async function notifyBatch(records: readonly SQSRecord[], deps: NotifierDeps): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  await Promise.all(
    records.map(async ({ messageId, body }) => {
      try {
        await notify(z.parse(NotifierMessage, JSON.parse(body)), deps);
      } catch (error) {
        logger.error('not notified', { messageId, error: error as Error });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }),
  );
  return { batchItemFailures };
}

async function notify(message: NotifierMessage, deps: NotifierDeps): Promise<void> {
  if ('came' in message) await notifyOf(deps, message.came);
  else if ('push' in message) await pushNotice(message.push, deps);
  else await pushMessage(message.message, deps);
}

/** Pushes a notice that is still unread, unless its alert is for the morning (rule 145). */
async function pushNotice({ memberId, noticeId }: { memberId: string; noticeId: string }, deps: NotifierDeps) {
  const item = await deps.table.get(keys.notice(memberId, noticeId), { consistent: true });
  const notice = item && parseMail(item);
  if (!notice || notice.readAt || notice.data['when'] === 'day') return;
  // A newer release wrote it, which reads the message again.
  if (!isMailName(notice.mail)) throw new Error(`There is no notice named ${notice.mail}`);
  if (await isOvertaken(deps.table, notice)) return;
  await pushTo(memberId, { group: mails[notice.mail].group, id: noticeId }, deps);
}

/** Pushes a message that is still unread and the last of its conversation. */
async function pushMessage(
  {
    memberId,
    otherId,
    parcelId,
    seq,
  }: { memberId: string; otherId: string; parcelId?: string | undefined; seq: number },
  deps: NotifierDeps,
) {
  const item = await deps.table.get(keys.inbox(memberId, otherId, parcelId), { consistent: true });
  const row = item && parseInbox(item);
  if (!row || row.unread === 0 || row.lastSeq !== seq) return;
  const sender = await profileRepository(deps.table).read(otherId);
  if (!sender || isHidden(sender)) return;
  await pushTo(memberId, { group: 'messages' }, deps);
}

async function pushTo(memberId: string, payload: PushPayload, { table, now, push }: NotifierDeps): Promise<void> {
  const devices = pushDeviceRepository(table);
  const member = await profileRepository(table).read(memberId);
  if (!member || isHidden(member) || !isPushWanted(member.noticeChoices, payload.group)) return;
  if (payload.id !== undefined && payload.id <= (member.noticesReadUpTo ?? '')) return;
  await Promise.all(
    (await devices.of(memberId, now())).map(async (device) => {
      // The dispatcher may not have seen a device that was added beside the end of its session.
      const outcome = hasEnded(device, member) ? 'gone' : await sendTo(push, device, payload);
      if (outcome === 'gone') await devices.end(memberId, device);
      // The alarms PushesRefused and PushesDropped count these fields.
      else if (outcome === 'refused') logger.error('push refused', { refusedPushes: 1, memberId });
      else if (outcome === 'failed') logger.warn('push given up', { droppedPushes: 1, memberId });
    }),
  );
}

/** A device that cannot be sent to holds up no other. */
const sendTo = (push: PushService, device: StoredDevice, payload: PushPayload) =>
  push.send(device, payload).catch((error: unknown) => {
    logger.error('push not sent', error as Error);
    return 'failed' as const;
  });
