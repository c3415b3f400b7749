import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { listen, type RunningServer } from './http-server.ts';
import { answerJson, type JsonGuard, operation, ServiceError } from './json-protocol.ts';

const largestBody = 1_048_576;
const longestHidden = 43_200;
const longestDelay = 900;

const NewMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z._default(z.number().check(z.minimum(0), z.maximum(longestDelay)), 0),
});

/**
 * The Simple Queue Service, as far as functions use it: SendMessage and ChangeMessageVisibility. A sent message goes to
 * `onMessage` with the ARN of its queue; the event source mappings (`events/queue.ts`) receive.
 */
export function startSqs(options: {
  queues: readonly string[];
  onMessage: (arn: string, body: string, delaySeconds: number) => void;
  onHide: (arn: string, receiptHandle: string, seconds: number) => boolean;
  port?: number;
  guard?: JsonGuard;
}): Promise<RunningServer> {
  const known = new Map(options.queues.map((arn) => [nameOf(arn, ':'), arn]));
  const arnOf = (queueUrl: string) => {
    const arn = known.get(nameOf(queueUrl, '/'));
    if (!arn) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return arn;
  };
  const operations = {
    ChangeMessageVisibility: operation(
      z.object({
        QueueUrl: z.string(),
        ReceiptHandle: z.string(),
        VisibilityTimeout: z.number().check(z.minimum(0), z.maximum(longestHidden)),
      }),
      ({ QueueUrl, ReceiptHandle, VisibilityTimeout }) => {
        if (!options.onHide(arnOf(QueueUrl), ReceiptHandle, VisibilityTimeout))
          throw new ServiceError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
        return {};
      },
    ),
    SendMessage: operation(NewMessage, ({ QueueUrl, MessageBody, DelaySeconds }) => {
      const arn = arnOf(QueueUrl);
      if (MessageBody === '')
        throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.');
      if (Buffer.byteLength(MessageBody) > largestBody)
        throw new ServiceError(
          'InvalidParameterValue',
          `One or more parameters are invalid. Reason: Message must be shorter than ${largestBody} bytes.`,
        );
      options.onMessage(arn, MessageBody, DelaySeconds);
      return { MessageId: randomUUID(), MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    }),
  };
  return listen((request, response) => answerJson(operations, request, response, options.guard), options.port);
}

const nameOf = (address: string, separator: string): string => address.split(separator).at(-1) ?? '';
