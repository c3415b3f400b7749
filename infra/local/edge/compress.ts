import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { OriginResponse } from '../compute/http-api.ts';

const compressible = /^(text\/|application\/(json|javascript|xml|manifest\+json|problem\+json)|image\/svg\+xml)/;
/** CloudFront compresses no smaller answers. */
const smallest = 1000;
const keptAtMost = 500;

/**
 * Compresses answers as CloudFront does on cached paths, with Brotli where the browser accepts it; a strong ETag
 * becomes weak. Compressed bytes are cached by their content.
 */
export function compressor(): (response: OriginResponse, acceptEncoding: string | undefined) => OriginResponse {
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
