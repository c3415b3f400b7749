import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { openSqs } from '#functions/platform/aws/queue.ts';
import type { NotifierMessage } from './messages.ts';

export type NoticeQueue = ReturnType<typeof openNoticeQueue>;

export function openNoticeQueue(QueueUrl: string, client: SQSClient = openSqs()) {
  return async (message: NotifierMessage, DelaySeconds = 0): Promise<void> => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message), DelaySeconds }));
  };
}
