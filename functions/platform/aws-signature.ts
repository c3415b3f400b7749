import { createHash, createHmac } from 'node:crypto';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/**
 * The headers of a POST to `/` of an AWS service, signed with Signature Version 4. For the one call whose SDK client
 * would weigh more than everything else the function does.
 */
export function signedHeaders(
  request: { host: string; body: string; headers?: Readonly<Record<string, string>> },
  scope: { service: string; region: string; credentials: Credentials; now: number },
): Record<string, string> {
  const { accessKeyId, secretAccessKey, sessionToken } = scope.credentials;
  const stamp = new Date(scope.now).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.host,
    'x-amz-date': stamp,
    ...(sessionToken ? { 'x-amz-security-token': sessionToken } : {}),
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    'POST',
    '/',
    '',
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n');
  const range = [day, scope.region, scope.service, 'aws4_request'];
  const text = ['AWS4-HMAC-SHA256', stamp, range.join('/'), sha256(canonical)].join('\n');
  const key = range.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, text).toString('hex');
  const { host: _implied, ...sent } = headers;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${range.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
