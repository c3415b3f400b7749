import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Key } from '#functions/platform/keys.ts';
import { openSqs } from './queue.ts';

/** The queue of mails. A message contains only the key of the row, which is the source of truth. */
export function openMailQueue(QueueUrl: string, client: SQSClient = openSqs()) {
  return {
    send: async ({ pk, sk }: Key, DelaySeconds = 0): Promise<void> => {
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ pk, sk }), DelaySeconds }));
    },
    /** Hides a received message for so many seconds, unless it is deleted. */
    hide: async (ReceiptHandle: string, VisibilityTimeout: number): Promise<void> => {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
  };
}
