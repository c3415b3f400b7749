import { escapeMarkup } from '../xml.ts';
import { notImplemented } from './error.ts';
import { encode } from './signature.ts';
import type { ObjectStore, StoredObject } from './store.ts';

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
