import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeAtomically } from './atomic-file.ts';
import { listen, type RunningServer } from './http-server.ts';
import { answerJson, type JsonGuard, operation, ServiceError } from './json-protocol.ts';

const Context = z._default(z.record(z.string(), z.string()), {});
const Keys = z.record(z.string(), z.string());
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypt and Decrypt with symmetric keys, which are made once and kept in `file`. */
function kms({ keys, file }: { keys: readonly string[]; file: string }) {
  const known = z.parse(Keys, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

  function keyOf(arn: string): Buffer {
    if (!keys.includes(arn)) throw new ServiceError('NotFoundException', `Key '${arn}' does not exist`);
    if (!known[arn]) {
      known[arn] = randomBytes(32).toString('base64');
      writeAtomically(file, JSON.stringify(known));
    }
    return Buffer.from(known[arn] ?? '', 'base64');
  }

  return {
    Encrypt: operation(
      z.object({ KeyId: z.string(), Plaintext: z.string(), EncryptionContext: Context }),
      ({ KeyId, Plaintext, EncryptionContext }) => {
        const nonce = randomBytes(nonceBytes);
        const cipher = createCipheriv('aes-256-gcm', keyOf(KeyId), nonce);
        cipher.setAAD(bytesOf(EncryptionContext));
        const sealed = Buffer.concat([cipher.update(Plaintext, 'base64'), cipher.final()]);
        const blob = [KeyId, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')].join('|');
        return { KeyId, CiphertextBlob: Buffer.from(blob).toString('base64') };
      },
    ),
    Decrypt: operation(
      z.object({ KeyId: z.optional(z.string()), CiphertextBlob: z.string(), EncryptionContext: Context }),
      ({ KeyId, CiphertextBlob, EncryptionContext }) => {
        const [arn = '', content = ''] = partsOf(CiphertextBlob);
        if (KeyId !== undefined && KeyId !== arn)
          throw new ServiceError('IncorrectKeyException', 'The key ID in the request does not identify the key');
        const key = keyOf(arn);
        const bytes = Buffer.from(content, 'base64');
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
          decipher.setAAD(bytesOf(EncryptionContext));
          decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
          const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
          return { KeyId: arn, Plaintext: opened.toString('base64') };
        } catch {
          throw new ServiceError(
            'InvalidCiphertextException',
            'The text or its encryption context is not the sealed one',
          );
        }
      },
    ),
  };
}

export const keyOfSealed = (ciphertextBlob: string): string => partsOf(ciphertextBlob)[0] ?? '';

const partsOf = (ciphertextBlob: string) => Buffer.from(ciphertextBlob, 'base64').toString().split('|');

/** A context in one form, for any order of its names. */
const bytesOf = (context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).toSorted(([one], [other]) => one.localeCompare(other))));

/** The Parameter Store, read only: the values that the stacks of the template write on AWS. */
const ssm = ({ parameters }: { parameters: Readonly<Record<string, string>> }) => ({
  GetParameter: operation(z.object({ Name: z.string() }), ({ Name }) => {
    const Value = parameters[Name];
    if (Value === undefined) throw new ServiceError('ParameterNotFound', `Parameter ${Name} not found.`);
    return { Parameter: { Name, Value, Type: 'String', Version: 1, DataType: 'text' } };
  }),
});

const largestBody = 1_048_576;
const longestHidden = 43_200;
const longestDelay = 900;

const NewMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z._default(z.number().check(z.minimum(0), z.maximum(longestDelay)), 0),
});

export interface QueueOptions {
  queues: readonly string[];
  onMessage: (arn: string, body: string, delaySeconds: number) => void;
  onHide: (arn: string, receiptHandle: string, seconds: number) => boolean;
}

/**
 * SendMessage and ChangeMessageVisibility. A sent message goes to `onMessage` with the ARN of its queue; the event
 * source mappings (`events/queue.ts`) receive.
 */
function sqs({ queues, onMessage, onHide }: QueueOptions) {
  const known = new Map(queues.map((arn) => [nameOf(arn, ':'), arn]));
  const arnOf = (queueUrl: string) => {
    const arn = known.get(nameOf(queueUrl, '/'));
    if (!arn) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return arn;
  };
  return {
    ChangeMessageVisibility: operation(
      z.object({
        QueueUrl: z.string(),
        ReceiptHandle: z.string(),
        VisibilityTimeout: z.number().check(z.minimum(0), z.maximum(longestHidden)),
      }),
      ({ QueueUrl, ReceiptHandle, VisibilityTimeout }) => {
        if (!onHide(arnOf(QueueUrl), ReceiptHandle, VisibilityTimeout))
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
      onMessage(arn, MessageBody, DelaySeconds);
      return { MessageId: randomUUID(), MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    }),
  };
}

const nameOf = (address: string, separator: string): string => address.split(separator).at(-1) ?? '';

/** Services of the JSON protocol without a state that others read, each as far as functions use it. */
const services = { KMS: kms, SSM: ssm, SQS: sqs };

export function startJsonService<Name extends keyof typeof services>(
  name: Name,
  options: Parameters<(typeof services)[Name]>[0],
  guard?: JsonGuard,
): Promise<RunningServer> {
  const operationsOf = services[name] as (of: typeof options) => Parameters<typeof answerJson>[0];
  const operations = operationsOf(options);
  return listen((request, response) => answerJson(operations, request, response, guard));
}
