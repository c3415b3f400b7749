import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Key } from '#functions/platform/keys.ts';

export const openSqs = (): SQSClient =>
  new SQSClient({
    maxAttempts: 3,
    // A queue's URL contains its own host, which on one machine is not the emulator's.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  });

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
