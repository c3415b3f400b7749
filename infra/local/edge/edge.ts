import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Behaviour } from '#infra/local/assembly/distribution.ts';
import type { OriginRequest, OriginResponse } from '#infra/local/compute/http-api.ts';
import type { BucketOrigin } from './bucket-origins.ts';
import { edgeCache, sameTag } from './edge-cache.ts';

const compressible = /^(text\/|application\/(json|javascript|xml|manifest\+json|problem\+json)|image\/svg\+xml)/;
/** CloudFront compresses no smaller answers. */
const smallest = 1000;
const keptAtMost = 500;

/**
 * Compresses answers as CloudFront does on cached paths, with Brotli where the browser accepts it; a strong ETag
 * becomes weak. Compressed bytes are cached by their content.
 */
function compressor(): (response: OriginResponse, acceptEncoding: string | undefined) => OriginResponse {
  const kept = new Map<string, Buffer>();

  return (response, acceptEncoding = '') => {
    const encoding = /\bbr\b/.test(acceptEncoding) ? 'br' : /\bgzip\b/.test(acceptEncoding) ? 'gzip' : undefined;
    const type = String(response.headers['content-type'] ?? '');
    const suits = response.body.length >= smallest && compressible.test(type) && !response.headers['content-encoding'];
    if (!encoding || !suits) return response;
    const key = `${encoding} ${createHash('sha1').update(response.body).digest('base64')}`;
    const body = kept.get(key) ?? compress(encoding, response.body);
    if (kept.size < keptAtMost) kept.set(key, body);
    const etag = response.headers['etag'];
    return {
      ...response,
      headers: {
        ...response.headers,
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        ...(typeof etag === 'string' && { etag: etag.startsWith('W/') ? etag : `W/${etag}` }),
      },
      body,
    };
  };
}

function compress(encoding: 'br' | 'gzip', body: Buffer): Buffer {
  if (encoding === 'gzip') return gzipSync(body);
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

export type Origin =
  | { readonly kind: 'bucket'; readonly get: BucketOrigin }
  | { readonly kind: 'api'; readonly send: (request: OriginRequest) => Promise<OriginResponse> }
  | { readonly kind: 'socket' };

export type Edge = ReturnType<typeof edge>;

/**
 * CloudFront on this machine: chooses the behaviour, runs its functions, forwards what its policies
 * allow, caches what may be cached, answers `If-None-Match`, compresses, and adds the response headers.
 */
export function edge(behaviours: readonly Behaviour[], originOf: (host: string) => Origin) {
  const rows = behaviours.map((behaviour) => {
    const origin = originOf(behaviour.origin.host);
    const { fallback } = behaviour;
    const second = fallback && originOf(fallback.origin.host);
    const send = origin.kind === 'api' && sendWithin(origin, behaviour, second);
    const cached = send && behaviour.cache ? edgeCache(behaviour.cache, send) : undefined;
    return { behaviour, origin, cached };
  });
  const compress = compressor();
  const find = (path: string) => {
    const row = rows.find(({ behaviour }) => behaviour.matches(path));
    if (!row) throw new Error(`No behaviour of the distribution takes ${path}.`);
    return row;
  };

  return {
    find,
    socketHeaders: (request: IncomingMessage, behaviour: Behaviour) =>
      originHeaders(plainHeaders(request), behaviour, addressOf(request)),
    async answer(request: IncomingMessage, body: Buffer) {
      if (isTooLong(request)) return tooLong;
      const method = request.method ?? 'GET';
      const { pathname, search } = requestedUrl(request);
      const { behaviour, origin, cached } = find(pathname);
      const finish = (response: OriginResponse, more: Record<string, string> = {}) => ({
        ...response,
        headers: { ...response.headers, ...behaviour.responseHeaders, ...more },
      });
      if (!behaviour.methods.includes(method)) return finish(notAllowed);

      const viewer = { method, uri: pathname, query: search.slice(1), headers: plainHeaders(request) };
      const sent = (await behaviour.viewerRequest?.(viewer, addressOf(request))) ?? viewer;
      if ('status' in sent) return finish({ ...sent, body: Buffer.alloc(0) });

      if (origin.kind === 'socket') return finish(notAllowed);
      if (origin.kind === 'bucket') {
        const found = unchanged(await origin.get(sent.uri), viewer.headers);
        const told = found.status < 400 ? await behaviour.viewerResponse?.(sent, found, addressOf(request)) : undefined;
        return finish(compress({ ...found, ...told }, viewer.headers['accept-encoding']));
      }
      const forwarded: OriginRequest = {
        method,
        path: behaviour.origin.path + sent.uri,
        query: sent.query,
        headers: originHeaders(sent.headers, behaviour, addressOf(request)),
        body,
        sourceIp: addressOf(request),
      };
      if (!cached) return finish(await origin.send(forwarded));
      const { xCache, ...response } = await cached(forwarded);
      const answer = compress(unchanged(response, viewer.headers), viewer.headers['accept-encoding']);
      return finish(answer, { 'x-cache': `${xCache} from cloudfront` });
    },
  };
}

/**
 * Calls of an API, answered by the second origin of its group when the first one fails or is too slow. Without a group
 * CloudFront waits longer than API Gateway.
 */
const sendWithin =
  (
    { send }: Origin & { kind: 'api' },
    { origin, fallback }: Behaviour,
    second: Origin | undefined,
  ): ((request: OriginRequest) => Promise<OriginResponse>) =>
  async (request) => {
    if (!fallback || second?.kind !== 'bucket' || !['GET', 'HEAD'].includes(request.method)) return send(request);
    const first = await Promise.race([send(request), wait(origin.timeoutMs, undefined, { ref: false })]);
    if (first && !fallback.statuses.includes(first.status)) return first;
    return second.get(fallback.origin.path + request.path.slice(origin.path.length));
  };

/** No header of the visitor is forwarded without an origin request policy. */
function originHeaders(
  headers: Readonly<Record<string, string>>,
  behaviour: Behaviour,
  ip: string,
): Record<string, string> {
  const { host: _, ...rest } = headers;
  return {
    ...(behaviour.forwardsViewer ? rest : { 'user-agent': 'Amazon CloudFront' }),
    host: behaviour.origin.host,
    via: '2.0 localhost (CloudFront)',
    'x-forwarded-for': behaviour.forwardsViewer && rest['x-forwarded-for'] ? `${rest['x-forwarded-for']}, ${ip}` : ip,
    'x-forwarded-proto': 'https',
    'x-forwarded-port': '443',
    ...behaviour.origin.headers,
  };
}

function unchanged<Answer extends OriginResponse>(response: Answer, headers: Readonly<Record<string, string>>): Answer {
  if (response.status !== 200 || !sameTag(headers['if-none-match'], response.headers['etag'])) return response;
  const { 'content-type': _, ...rest } = response.headers;
  return { ...response, status: 304, headers: rest, body: Buffer.alloc(0) };
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [
      name,
      (values ?? []).join(name === 'cookie' ? '; ' : ','),
    ]),
  );
}

function addressOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace('::ffff:', '');
}

export const requestedUrl = ({ url = '/' }: IncomingMessage): URL =>
  new URL(url.startsWith('/') ? `http://localhost${url}` : url);

/** CloudFront's quotas in bytes: of a URL, and of a request without its body. */
const urlLimit = 8192;
const requestLimit = 20_480;

/** Source: CloudFront Developer Guide, "Maximum length of a request and maximum length of a URL". */
function isTooLong({ method = '', url = '', headers: { host = '' }, rawHeaders }: IncomingMessage): boolean {
  const line = `${method} ${url} HTTP/1.1\r\n`;
  // Two bytes follow each name (« : ») and each value (a line break).
  const size = rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, Buffer.byteLength(line));
  return Buffer.byteLength(`https://${host}${url}`) > urlLimit || size > requestLimit;
}

const tooLong: OriginResponse = {
  status: 413,
  headers: { 'content-type': 'text/html', connection: 'close' },
  body: Buffer.from('<html><head><title>413 Request Entity Too Large</title></head></html>'),
};

const notAllowed: OriginResponse = {
  status: 403,
  headers: { 'content-type': 'text/plain' },
  body: Buffer.from('This distribution is not configured to allow the HTTP request method that was used.'),
};
