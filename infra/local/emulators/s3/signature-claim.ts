import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './error.ts';

export const algorithm = 'AWS4-HMAC-SHA256';
const clockSkewMs = 15 * 60_000;
const longestExpiryS = 7 * 24 * 3600;

export interface SignedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface Claim {
  credential: string;
  signedHeaders: string[];
  signature: string;
  time: string;
  payload: string;
}

export function readClaim(request: SignedRequest, now: number): Claim {
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
