import { elements, escapeMarkup, unescapeMarkup } from '../xml.ts';
import { comesAfter, largestPage } from './listing.ts';
import type { ObjectStore } from './store.ts';

/** ListObjectVersions, limited to delete markers, because nothing here is ever overwritten. */
export function listMarks(store: ObjectStore, query: URLSearchParams): string {
  const after = query.get('key-marker') ?? '';
  const found = store
    .marks()
    .filter(({ object }) => comesAfter(object.key, after))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a.object.key), Buffer.from(b.object.key)));
  const page = found.slice(0, largestPage);
  const more = found.length > page.length ? page.at(-1) : undefined;
  return [
    '<ListVersionsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">',
    `<IsTruncated>${more !== undefined}</IsTruncated>`,
    more
      ? `<NextKeyMarker>${escapeMarkup(more.object.key)}</NextKeyMarker><NextVersionIdMarker>${more.versionId}</NextVersionIdMarker>`
      : '',
    ...page.map(
      ({ versionId, at, object }) =>
        `<DeleteMarker><Key>${escapeMarkup(object.key)}</Key><VersionId>${versionId}</VersionId><IsLatest>true</IsLatest><LastModified>${new Date(at).toISOString()}</LastModified></DeleteMarker>`,
    ),
    '</ListVersionsResult>',
  ].join('');
}

/** DeleteObjects: a key that does not exist counts as deleted, as on S3; a quiet request returns only errors. */
export function deleteObjects(store: ObjectStore, document: string): string {
  const keys = elements(document, 'Object').flatMap((object) => elements(object, 'Key').map(unescapeMarkup));
  for (const key of keys) store.remove(key);
  const quiet = elements(document, 'Quiet')[0] === 'true';
  const deleted = quiet ? [] : keys.map((key) => `<Deleted><Key>${escapeMarkup(key)}</Key></Deleted>`);
  return `<DeleteResult>${deleted.join('')}</DeleteResult>`;
}
