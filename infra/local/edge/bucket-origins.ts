import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { decodePart } from '#infra/local/compute/http-api.ts';
import type { OriginResponse } from '../compute/http-api.ts';
import { type KeyPair, operatorKey } from '../iam/keys.ts';

export type BucketOrigin = (path: string) => Promise<BucketAnswer>;

type BucketAnswer = OriginResponse & { readonly headers: Readonly<Record<string, string>> };

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** Paths with a hash of the content below them, as in `site-content.ts`. */
const hashed = /^\/(assets|places\/[^/]+)\//;

/** Files into which `site-content.ts` writes the site's address. */
const addressed = /\.(html|xml|txt)$/;

/**
 * The built site with its data. Pages get the site's address in place of the placeholder. Hashed files are cached
 * permanently and pages are revalidated, as in the deployment of the web stack.
 */
export function siteOrigin(address: { placeholder: string; url: string }, ...folders: string[]): BucketOrigin {
  const roots = folders.map((folder) => resolve(folder));
  const read = async (path: string) => {
    for (const root of roots) {
      const file = resolve(join(root, path));
      const body = file.startsWith(root + sep) ? await readFile(file).catch(() => undefined) : undefined;
      if (body) return body;
    }
    return undefined;
  };
  /** Answers with immutable content. Reading them each time is a twelfth of the gateway's work in browser tests. */
  const fixed = new Map<string, BucketAnswer>();
  return async (path) => {
    const known = fixed.get(path);
    if (known) return known;
    const file = decodePart(path);
    const found = await read(file);
    if (!found) return denied;
    const body = addressed.test(file)
      ? Buffer.from(found.toString().replaceAll(address.placeholder, address.url))
      : found;
    const answer = {
      status: 200,
      headers: {
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'cache-control': hashed.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: `"${createHash('md5').update(body).digest('hex')}"`,
      },
      body,
    };
    if (hashed.test(path)) fixed.set(path, answer);
    return answer;
  };
}

/** A bucket that is read with a signature, as CloudFront's origin access control reads it. */
export function bucketOrigin(
  bucket: string,
  endpoint: string,
  region: string,
  credentials: KeyPair = operatorKey,
): BucketOrigin {
  const s3 = new S3Client({ endpoint, region, credentials });
  return async (path) => {
    const Key = decodePart(path.slice(1));
    const object = await s3.send(new GetObjectCommand({ Bucket: bucket, Key })).catch(() => undefined);
    if (!object?.Body) return denied;
    const { ContentType, CacheControl, ContentDisposition, ETag } = object;
    return {
      status: 200,
      headers: {
        'content-type': ContentType ?? 'application/octet-stream',
        ...(CacheControl && { 'cache-control': CacheControl }),
        ...(ContentDisposition && { 'content-disposition': ContentDisposition }),
        ...(ETag && { etag: ETag }),
      },
      body: Buffer.from(await object.Body.transformToByteArray()),
    };
  };
}

/** S3 does not say that an object is missing without the right to list its bucket. */
const denied: BucketAnswer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code></Error>'),
};
