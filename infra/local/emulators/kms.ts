import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeAtomically } from './atomic-file.ts';
import { listen, type RunningServer } from './http-server.ts';
import { answerJson, type JsonGuard, operation, ServiceError } from './json-protocol.ts';

const Context = z._default(z.record(z.string(), z.string()), {});
const Keys = z.record(z.string(), z.string());
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The Key Management Service, as far as functions use it: Encrypt and Decrypt with symmetric keys. A sealed text opens
 * only with the encryption context of its sealing. Keys are made once and kept in `file`.
 */
export function startKms(options: {
  keys: readonly string[];
  file: string;
  port?: number;
  guard?: JsonGuard;
}): Promise<RunningServer> {
  const known = z.parse(Keys, existsSync(options.file) ? JSON.parse(readFileSync(options.file, 'utf8')) : {});

  function keyOf(arn: string): Buffer {
    if (!options.keys.includes(arn)) throw new ServiceError('NotFoundException', `Key '${arn}' does not exist`);
    if (!known[arn]) {
      known[arn] = randomBytes(32).toString('base64');
      writeAtomically(options.file, JSON.stringify(known));
    }
    return Buffer.from(known[arn] ?? '', 'base64');
  }

  const operations = {
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
  return listen((request, response) => answerJson(operations, request, response, options.guard), options.port);
}

export const keyOfSealed = (ciphertextBlob: string): string => partsOf(ciphertextBlob)[0] ?? '';

const partsOf = (ciphertextBlob: string) => Buffer.from(ciphertextBlob, 'base64').toString().split('|');

/** A context in one form, for any order of its names. */
const bytesOf = (context: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).toSorted(([one], [other]) => one.localeCompare(other))));
