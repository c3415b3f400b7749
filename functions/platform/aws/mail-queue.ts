import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Tells the mailer of a mail that waits in the outbox. The queue knows its id only: the row is the truth. */
export function openMailQueue(
  QueueUrl: string,
  client: SQSClient = new SQSClient({
    maxAttempts: 3,
    // The address of a queue names a host of its own, which on one machine is not the emulator's.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
) {
  return async (outboxId: string): Promise<void> => {
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ outboxId }) }));
  };
}
