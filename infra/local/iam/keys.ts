import { createHash } from 'node:crypto';

export interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export const operatorKey: KeyPair = { accessKeyId: 'local', secretAccessKey: 'local' };

export const edgeKey: KeyPair = keyOf('service cloudfront');

/**
 * The key pair of a function, made from its name. DynamoDB Local accepts only letters and digits in the first part, so
 * that it is readable: `identity-documents` has `LOCALIDENTITYDOCUMENTS`.
 */
export const functionKey = (name: string): KeyPair => keyOf(name);

function keyOf(name: string): KeyPair {
  return {
    accessKeyId: `LOCAL${name.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()}`,
    secretAccessKey: createHash('sha256').update(`key of ${name}`).digest('base64url'),
  };
}

/** The access key in the signature of a request: of its header, or of a presigned address. */
export function accessKeyIn(authorization: string | undefined, query?: URLSearchParams): string | undefined {
  const credential = /Credential=([^,\s]+)/.exec(authorization ?? '')?.[1] ?? query?.get('X-Amz-Credential');
  return credential?.split('/')[0];
}
