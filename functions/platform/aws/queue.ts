import { SQSClient } from '@aws-sdk/client-sqs';

export const openSqs = (): SQSClient =>
  new SQSClient({
    maxAttempts: 3,
    // A queue's URL contains its own host, which on one machine is not the emulator's.
    useQueueUrlAsEndpoint: false,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  });
