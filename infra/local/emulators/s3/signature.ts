import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './error.ts';
import { algorithm, type Claim, readClaim, type SignedRequest } from './signature-claim.ts';

/**
 * Verifies Signature Version 4, in the header or in a presigned URL: the key, the time, every signed header, and that
 * no `x-amz-*` header is unsigned. `secretOf` knows the secrets of the keys. Source: Amazon S3 API Reference,
 * "Authenticating Requests".
 * @returns the key, and the signed payload hash or one of its constants such as UNSIGNED-PAYLOAD
 * @throws S3Error
 */
export function verifySignature(
  request: SignedRequest,
  now: number,
  secretOf: (accessKeyId: string) => string | undefined,
): { accessKeyId: string; payload: string } {
  const claim = readClaim(request, now);
  const [accessKeyId = '', ...scope] = claim.credential.split('/');
  const secret = secretOf(accessKeyId);
  if (secret === undefined) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  refuseUnsignedHeaders(request.headers, claim.signedHeaders);

  const stringToSign = [algorithm, claim.time, scope.join('/'), sha256(canonicalRequest(request, claim))].join('\n');
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`);
  if (!sameText(hmac(key, stringToSign).toString('hex'), claim.signature)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
  return { accessKeyId, payload: claim.payload };
}

/** The payload hash need not be a signed header: it is a line of the signed request itself. */
function refuseUnsignedHeaders(headers: IncomingHttpHeaders, signed: readonly string[]): void {
  const unsigned = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-') && name !== 'x-amz-content-sha256' && !signed.includes(name),
  );
  if (!signed.includes('host')) unsigned.push('host');
  if (unsigned.length > 0) {
    const text = 'There were headers present in the request which were not signed';
    throw new S3Error(403, 'AccessDenied', `${text}: ${unsigned.join(', ')}`);
  }
}

function canonicalRequest({ method, path, query, headers }: SignedRequest, claim: Claim): string {
  const encodedPath = path
    .split('/')
    .map((segment) => encode(decodeURIComponent(segment)))
    .join('/');
  const parameters = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]): [string, string] => [encode(name), encode(value)])
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  const signed = claim.signedHeaders.map((name) => {
    const value = String(headers[name] ?? '');
    return `${name}:${value.trim().replace(/ +/g, ' ')}`;
  });
  const names = claim.signedHeaders.join(';');
  return [method, encodedPath, parameters.join('&'), ...signed, '', names, claim.payload].join('\n');
}

/** Percent-encoding for Signature Version 4: everything but letters, digits and `-._~`. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
