import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { listen, type RunningServer, readBody } from './http-server.ts';

interface ReceivedPush {
  readonly endpoint: string;
  readonly ttl: number;
  /** Our key that the call names. */
  readonly key: string;
  /** Encrypted, base64. */
  readonly body: string;
  readonly at: string;
}

export interface PushServiceStandIn extends RunningServer {
  pushes: () => ReceivedPush[];
  behave: (status: number) => void;
}

/** Services take no more (RFC 8030). */
const largestBody = 4096;
const longestToken = 86_400;

/**
 * Takes the place of the browser makers' push services: `/<host>/<path>` is `https://<host>/<path>`. It refuses calls
 * that they refuse: other methods, a missing lifetime or encoding, a wrong signature, a large body.
 */
export async function startPushService(now: () => number = Date.now): Promise<PushServiceStandIn> {
  const received: ReceivedPush[] = [];
  let status = 201;
  const server = await listen(async (request, response) => {
    const endpoint = `https:/${request.url ?? '/'}`;
    const body = await readBody(request);
    const answer = status === 201 ? judge(request, endpoint, body, now()) : status;
    if (answer === 201)
      received.push({
        endpoint,
        ttl: Number(request.headers['ttl']),
        key: /k=([\w-]+)$/.exec(String(request.headers.authorization))?.[1] ?? '',
        body: body.toString('base64'),
        at: new Date(now()).toISOString(),
      });
    response.writeHead(answer).end();
  });
  return {
    ...server,
    pushes: () => received.toReversed(),
    behave: (next) => {
      status = next;
    },
  };
}

function judge({ method, headers }: IncomingMessage, endpoint: string, body: Buffer, now: number): number {
  if (method !== 'POST') return 405;
  if (!/^\d+$/.test(String(headers['ttl'])) || headers['content-encoding'] !== 'aes128gcm') return 400;
  if (body.length > largestBody) return 413;
  return isSigned(String(headers.authorization), new URL(endpoint).origin, now) ? 201 : 403;
}

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().check(z.regex(/^(mailto|https):/)) });

/** The signature of RFC 8292, for this service and at most a day. */
function isSigned(authorization: string, audience: string, now: number): boolean {
  const [, head = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const { data } = z.safeParse(Claims, JSON.parse(Buffer.from(claims, 'base64url').toString()));
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  let publicKey: KeyObject;
  try {
    publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  } catch {
    return false;
  }
  const isOurs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const seconds = now / 1000;
  return isOurs && data?.aud === audience && data.exp > seconds && data.exp <= seconds + longestToken;
}
