import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { Refusal } from '#shared/refusal.ts';

export type Cipher = ReturnType<typeof openCipher>;

const passing = new Set([
  'ThrottlingException',
  'LimitExceededException',
  'KMSInternalException',
  'DependencyTimeoutException',
  'TimeoutError',
  'ECONNREFUSED',
  'ECONNRESET',
]);

/**
 * A key of the key service. The member's id is bound to each sealed text, which opens for this member only. UNAVAILABLE
 * if the service does not answer.
 */
export function openCipher(
  KeyId: string,
  client: KMSClient = new KMSClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: 2000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
) {
  const contextOf = (member: string) => ({ EncryptionContext: { member } });
  return {
    seal: (memberId: string, text: string) =>
      guarded(async (): Promise<string> => {
        const Plaintext = Buffer.from(text);
        const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId, Plaintext, ...contextOf(memberId) }));
        return Buffer.from(CiphertextBlob ?? []).toString('base64');
      }),

    open: (memberId: string, sealed: string) =>
      guarded(async (): Promise<string> => {
        const CiphertextBlob = Buffer.from(sealed, 'base64');
        const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob, ...contextOf(memberId) }));
        return Buffer.from(Plaintext ?? []).toString();
      }),
  };
}

async function guarded<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error) {
      const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
      if (passing.has(error.name) || passing.has(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500)
        throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
    }
    throw error;
  }
}
