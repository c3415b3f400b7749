import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './store.ts';

const algorithm = 'AWS4-HMAC-SHA256';
const clockSkewMs = 15 * 60_000;
const longestExpiryS = 7 * 24 * 3600;

interface SignedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  time: string;
  payload: string;
}

function readClaim(request: SignedRequest, now: number): Claim {
  if (request.headers.authorization) return headerClaim(request.headers, request.headers.authorization, now);
  if (request.query.get('X-Amz-Algorithm') === algorithm) return presignedClaim(request, now);
  throw new S3Error(403, 'AccessDenied', 'Access Denied');
}

function headerClaim(headers: IncomingHttpHeaders, authorization: string, now: number): Claim {
  const form = /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/;
  const [, credential = '', signed = '', signature = ''] = form.exec(authorization) ?? [];
  if (!signature) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header you provided is invalid.');
  }
  const payload = headers['x-amz-content-sha256'];
  if (typeof payload !== 'string') {
    throw new S3Error(400, 'InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  const time = String(headers['x-amz-date'] ?? '');
  if (!(Math.abs(now - parseTime(time)) <= clockSkewMs)) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    );
  }
  return { credential, signedHeaders: signed.split(';'), signature, time, payload };
}

function presignedClaim({ query, headers }: SignedRequest, now: number): Claim {
  const field = (name: string): string => {
    const value = query.get(name);
    if (value) return value;
    throw new S3Error(400, 'AuthorizationQueryParametersError', `Query-string authentication requires ${name}`);
  };
  const expiresIn = Number(field('X-Amz-Expires'));
  if (!(expiresIn >= 1 && expiresIn <= longestExpiryS)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be between 1 second and a week');
  }
  const time = field('X-Amz-Date');
  const signedAt = parseTime(time);
  if (!(signedAt - now <= clockSkewMs)) throw new S3Error(403, 'AccessDenied', 'Request is not valid yet');
  if (now > signedAt + expiresIn * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired');
  return {
    credential: field('X-Amz-Credential'),
    signedHeaders: field('X-Amz-SignedHeaders').split(';'),
    signature: field('X-Amz-Signature'),
    time,
    payload: String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD'),
  };
}

function parseTime(basic: string): number {
  return Date.parse(basic.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

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
