import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** The queue of mails. It knows their ids in the outbox only: the row is the truth. */
export function openMailQueue(
  QueueUrl: string,
  client: SQSClient = new SQSClient({
    maxAttempts: 3,
    // The address of a queue names a host of its own, which on one machine is not the emulator's.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
) {
  return {
    /** Tells the mailer of a mail that waits in the outbox. */
    send: async (outboxId: string): Promise<void> => {
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ outboxId }) }));
    },
    /** Hides a received message for so many seconds from now, unless it is deleted. */
    hide: async (ReceiptHandle: string, VisibilityTimeout: number): Promise<void> => {
      await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    },
  };
}
