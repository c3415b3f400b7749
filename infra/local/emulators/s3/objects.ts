import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { escapeMarkup } from '#infra/local/emulators/xml.ts';
import { encode } from './signature.ts';
import type { ObjectStore, StoredObject } from './store.ts';
import { notImplemented, S3Error } from './store.ts';

export const largestPage = 1000;

/** ListObjectsV2 without delimiter: one page of keys, in the order of their bytes. */
export function listObjects(bucket: string, store: ObjectStore, query: URLSearchParams): string {
  if (query.get('delimiter')) throw notImplemented('A delimiter in ListObjectsV2');
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token ? Buffer.from(token, 'base64url').toString() : (query.get('start-after') ?? '');
  const max = Math.min(Number(query.get('max-keys') ?? largestPage), largestPage);
  const write = query.get('encoding-type') === 'url' ? encode : escapeMarkup;

  const found = store.list().filter(({ key }) => key.startsWith(prefix) && comesAfter(key, after));
  const page = found.slice(0, max);
  const last = page.at(-1);
  const next = last && found.length > page.length ? Buffer.from(last.key).toString('base64url') : undefined;
  return [
    '<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<Name>${bucket}</Name><Prefix>${write(prefix)}</Prefix>`,
    `<KeyCount>${page.length}</KeyCount><MaxKeys>${max}</MaxKeys><IsTruncated>${next !== undefined}</IsTruncated>`,
    next ? `<NextContinuationToken>${next}</NextContinuationToken>` : '',
    ...page.map((object) => entry(object, write)),
    '</ListBucketResult>',
  ].join('');
}

export function comesAfter(key: string, after: string): boolean {
  return after === '' || Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}

function entry({ key, size, etag, modified }: StoredObject, write: (text: string) => string): string {
  const at = new Date(modified).toISOString();
  const name = `<Key>${write(key)}</Key><LastModified>${at}</LastModified><ETag>&quot;${etag}&quot;</ETag>`;
  return `<Contents>${name}<Size>${size}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
}

const keptHeaders = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
];

/** The headers of an upload that belong to the object; `aws-chunked` belongs to the transport. */
export function storedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const [name, value] of Object.entries(headers)) {
    if (!keptHeaders.includes(name) && !name.startsWith('x-amz-meta-')) continue;
    const text = String(value).replace(/^aws-chunked,?\s*/, '');
    if (text) kept[name] = text;
  }
  return kept;
}

interface Read {
  method: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

/** Answers GET and HEAD: conditions, one byte range, and the `response-*` parameters that a signed URL may have. */
export function sendObject(read: Read, object: StoredObject, store: ObjectStore, response: ServerResponse): void {
  const { method, query, headers } = read;
  response.setHeader('etag', `"${object.etag}"`);
  response.setHeader('last-modified', new Date(object.modified).toUTCString());
  if (headers['if-none-match']?.replaceAll('"', '') === object.etag) return void response.writeHead(304).end();

  response.setHeader('accept-ranges', 'bytes');
  for (const [name, value] of Object.entries(object.headers)) response.setHeader(name, value);
  for (const name of keptHeaders) {
    const override = query.get(`response-${name}`);
    if (override) response.setHeader(name, override);
  }
  const range = rangeOf(headers.range, object.size);
  if (range) response.setHeader('content-range', `bytes ${range.from}-${range.to}/${object.size}`);
  else if (headers['x-amz-checksum-mode'] === 'ENABLED') {
    for (const [name, value] of Object.entries(object.checksums)) response.setHeader(name, value);
  }
  const { from, to } = range ?? { from: 0, to: object.size - 1 };
  response.writeHead(range ? 206 : 200, { 'content-length': to - from + 1 });
  response.end(method === 'HEAD' ? undefined : store.read(object).subarray(from, to + 1));
}

/** First and last byte of a `Range` header; several or invalid ranges mean the whole object, as on S3. */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (from > to) throw new S3Error(416, 'InvalidRange', 'The requested range is not satisfiable');
  return { from, to };
}
