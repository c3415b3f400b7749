import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import * as z from 'zod/mini';
import { env } from '#functions/platform/env.ts';

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Node's SHA-256 with the signer's interface. */
class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', toBytes(secret));
  }

  update(chunk: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(chunk));
  }

  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest());
  }
}

function toBytes(data: string | ArrayBuffer | ArrayBufferView): Uint8Array | string {
  if (typeof data === 'string') return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/**
 * The headers of a call of an AWS service, by default a POST to `/`, signed with Signature Version 4. For a single call
 * whose SDK client would be larger than the rest of the function.
 */
export async function signedHeaders(
  request: {
    host: string;
    body: string;
    method?: string;
    path?: string;
    query?: Record<string, string>;
    headers?: Readonly<Record<string, string>>;
  },
  scope: { service: string; region: string; credentials: Credentials; now: number },
): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = scope.credentials;
  const signer = new SignatureV4({
    service: scope.service,
    region: scope.region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) },
    sha256: Sha256,
    // The signature includes the hash of the body either way; only S3 also needs it as a header.
    applyChecksum: false,
  });
  const { headers } = await signer.sign(
    {
      method: request.method ?? 'POST',
      protocol: 'https:',
      hostname: request.host,
      path: request.path ?? '/',
      query: request.query ?? {},
      headers: { ...request.headers, host: request.host },
      body: request.body,
    },
    { signingDate: new Date(scope.now) },
  );
  const { host: _implied, ...sent } = headers;
  return sent;
}

/** Milliseconds for one read of Parameter Store. */
const timeoutMs = 3000;

const known = new Map<string, Promise<string>>();

/**
 * A value that the functions' own stack does not have when it is created. Read once per cold start from the parameter
 * of this name (`infra/naming.ts`). Throws if it cannot be read; the next call tries again.
 */
export function readParameter(name: string): Promise<string> {
  const value = known.get(name) ?? ask(name);
  known.set(name, value);
  value.catch(() => known.delete(name));
  return value;
}

const Answer = z.object({ Parameter: z.object({ Value: z.string() }) });

async function ask(name: string): Promise<string> {
  const region = env('AWS_REGION');
  const endpoint = process.env['AWS_ENDPOINT_URL_SSM'] || `https://ssm.${region}.amazonaws.com`;
  const body = JSON.stringify({ Name: name });
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' };
  const credentials = {
    accessKeyId: env('AWS_ACCESS_KEY_ID'),
    secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env['AWS_SESSION_TOKEN'],
  };
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: await signedHeaders(
      { host: new URL(endpoint).host, body, headers },
      { service: 'ssm', region, credentials, now: Date.now() },
    ),
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`Parameter ${name} cannot be read: ${answer.status}`);
  return Answer.parse(await answer.json()).Parameter.Value;
}

/**
 * The site's own address without a trailing slash: a setting if the site has a domain, else the parameter that the web
 * stack writes (rule 62). A request's Host is never used.
 */
export async function siteUrl(): Promise<string> {
  const url = process.env['SITE_URL'] || (await readParameter(env('SITE_URL_PARAMETER')));
  return url.replace(/\/+$/, '');
}
