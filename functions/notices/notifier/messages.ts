import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import { openSqs } from '#functions/platform/aws/queue.ts';

/**
 * A listing that has become visible in searches, or whose place or facts there have changed. `since`: the alerts of its
 * earlier routes, and those up to this sort key, have been handled.
 */
const Came = z.object({
  kind: z.enum(['parcel', 'trip']),
  id: z.string(),
  since: z.optional(z.object({ route: z.int(), after: z.string() })),
});
export type Came = z.infer<typeof Came>;

/** A message of the notifier's queue. It has ids alone, because each thing is read again when it is handled. */
export const NotifierMessage = z.union([
  z.object({ came: Came }),
  z.object({ push: z.object({ memberId: z.string(), noticeId: z.string() }) }),
  z.object({
    message: z.object({
      memberId: z.string(),
      otherId: z.string(),
      parcelId: z.optional(z.string()),
      seq: z.int(),
    }),
  }),
]);
export type NotifierMessage = z.infer<typeof NotifierMessage>;

/** A message is pushed if it is unread for so long (rule 151). */
export const messageDelaySeconds = 30;

export type NoticeQueue = ReturnType<typeof openNoticeQueue>;

export function openNoticeQueue(QueueUrl: string, client: SQSClient = openSqs()) {
  return async (message: NotifierMessage, DelaySeconds = 0): Promise<void> => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
  };
}
