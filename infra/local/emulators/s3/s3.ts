import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { listen, readBody } from '#infra/local/emulators/http-server.ts';
import { elements, escapeMarkup, unescapeMarkup } from '#infra/local/emulators/xml.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { type Payload, readPayload } from './body.ts';
import { allowOrigin, answerPreflight, type CorsConfiguration, type CorsRule, corsRulesOf } from './cors.ts';
import { comesAfter, largestPage, listObjects, sendObject, storedHeaders } from './objects.ts';
import { verifySignature } from './signature.ts';
import { notImplemented, type ObjectStore, openStore, S3Error, type StoredObject } from './store.ts';

/** ListObjectVersions, limited to delete markers, because nothing here is ever overwritten. */
function listMarks(store: ObjectStore, query: URLSearchParams): string {
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
function deleteObjects(store: ObjectStore, document: string): string {
  const keys = elements(document, 'Object').flatMap((object) => elements(object, 'Key').map(unescapeMarkup));
  for (const key of keys) store.remove(key);
  const quiet = elements(document, 'Quiet')[0] === 'true';
  const deleted = quiet ? [] : keys.map((key) => `<Deleted><Key>${escapeMarkup(key)}</Key></Deleted>`);
  return `<DeleteResult>${deleted.join('')}</DeleteResult>`;
}

/** `key` is the plain key, not encoded; `size` in bytes. */
export interface ObjectCreated {
  bucket: string;
  key: string;
  size: number;
  etag: string;
}

export interface S3 {
  endpoint: string;
  /**
   * Registers the bucket with the `CorsConfiguration` of its template; objects of an earlier run are found again.
   * `isLocked`: with an object lock that keeps every version. `keepsVersions`: what is deleted can come back.
   */
  ensureBucket(name: string, options?: { cors?: CorsConfiguration; isLocked?: boolean; keepsVersions?: boolean }): void;
  close(): Promise<void>;
}

/** The guard's view of a call with a valid signature. */
interface GuardedCall {
  accessKeyId: string;
  method: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: Buffer;
  exists: boolean;
}

/**
 * Knows the keys and the rights of callers. Without a guard the operator's key opens everything, and there is no other.
 */
export interface S3Guard {
  secretOf: (accessKeyId: string) => string | undefined;
  /** Throws an S3Error when the call may not be made. */
  check: (call: GuardedCall) => void;
}

interface Options {
  dir: string;
  port?: number;
  now?: () => number;
  onObjectCreated: (event: ObjectCreated) => void;
  guard?: S3Guard;
}

interface Bucket {
  name: string;
  store: ObjectStore;
  cors: CorsRule[];
  isLocked: boolean;
}

interface Request {
  method: string;
  path: string;
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
}

interface Call extends Request {
  target: Bucket;
  payload: Payload;
  now: number;
  bucketNamed: (name: string) => Bucket;
  onCreated: (object: StoredObject) => void;
}

/** Parameters that only change how a request is signed, named or answered; any other one is an operation. */
const neutralParameter = /^(x-id|X-Amz-.*|x-amz-checksum-.*|x-amz-sdk-checksum-algorithm|response-.*)$/;

/**
 * S3 on disk, path-style, for the operations that the product calls. It verifies what real S3 verifies (signature,
 * signed headers, expiry, hashes, write-once), because a test against a less strict S3 proves nothing.
 */
export async function startS3(options: Options): Promise<S3> {
  const buckets = new Map<string, Bucket>();
  const now = options.now ?? Date.now;
  const guard = options.guard ?? openToOperator;

  const bucketNamed = (name: string): Bucket => {
    const bucket = buckets.get(name);
    if (!bucket) throw new S3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  };

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = readRequest(message);
    const raw = await readBody(message);
    response.setHeader('x-amz-request-id', randomUUID());
    const rules = buckets.get(request.bucket)?.cors ?? [];
    if (request.method === 'OPTIONS') return answerPreflight(rules, message, response);
    allowOrigin(rules, message, response);
    const { accessKeyId, payload } = verifySignature(request, now(), guard.secretOf);
    const target = bucketNamed(request.bucket);
    guard.check({ ...request, accessKeyId, body: raw, exists: target.store.get(request.key) !== undefined });
    const call = {
      ...request,
      target,
      payload: readPayload(raw, request.headers, payload),
      now: now(),
      bucketNamed,
      onCreated: ({ key, size, etag }: StoredObject) =>
        setImmediate(() => options.onObjectCreated({ bucket: target.name, key, size, etag })),
    };
    return request.key === '' ? answerBucket(call, response) : answerObject(call, response);
  };

  const server = await listen(
    async (message, response) => {
      await answer(message, response).catch((error: unknown) => sendError(message, response, error));
    },
    options.port,
    options.now,
  );
  return {
    ...server,
    ensureBucket: (name, { cors, isLocked = false, keepsVersions = false } = {}) => {
      const store = buckets.get(name)?.store ?? openStore(join(options.dir, name), keepsVersions, now);
      buckets.set(name, { name, store, cors: corsRulesOf(cors), isLocked });
    },
  };
}

const openToOperator: S3Guard = {
  secretOf: (accessKeyId) => (accessKeyId === operatorKey.accessKeyId ? operatorKey.secretAccessKey : undefined),
  check: () => {},
};

function readRequest(message: IncomingMessage): Request {
  const [, path = '/', search = ''] = /^([^?]*)\??(.*)$/.exec(message.url ?? '/') ?? [];
  try {
    const [bucket = '', ...key] = path.slice(1).split('/').map(decodeURIComponent);
    const { method = '', headers } = message;
    return { method, path, bucket, key: key.join('/'), query: new URLSearchParams(search), headers };
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.");
  }
}

function putObject({ target, key, headers, payload, now, onCreated }: Call, response: ServerResponse): void {
  checkWriteConditions(target, key, headers);
  requireUnlocked(target, key);
  const { bytes, checksums } = payload;
  const object = target.store.put({ key, modified: now, headers: storedHeaders(headers), checksums }, bytes);
  onCreated(object);
  response.writeHead(200, { etag: `"${object.etag}"`, ...checksums }).end();
}

function copyObject({ target, key, headers, now, onCreated, bucketNamed }: Call, response: ServerResponse): void {
  checkWriteConditions(target, key, headers);
  requireUnlocked(target, key);
  const [path = ''] = decodeURIComponent(String(headers['x-amz-copy-source'])).split('?');
  const [bucketName = '', ...keyParts] = path.replace(/^\//, '').split('/');
  const { store } = bucketNamed(bucketName);
  const source = existing(store, keyParts.join('/'));
  const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
  const description = { key, modified: now, headers: replaces ? storedHeaders(headers) : source.headers };
  const object = target.store.put({ ...description, checksums: source.checksums }, store.read(source));
  onCreated(object);
  const modified = new Date(object.modified).toISOString();
  sendXml(
    response,
    200,
    `<CopyObjectResult><LastModified>${modified}</LastModified><ETag>"${object.etag}"</ETag></CopyObjectResult>`,
  );
}

function answerObject(call: Call, response: ServerResponse): void {
  const versionId = call.query.get('versionId');
  if (call.method === 'DELETE' && versionId) {
    requireUnlocked(call.target, call.key);
    call.target.store.unmark(call.key, versionId);
    response.writeHead(204).end();
    return;
  }
  const unknown = [...call.query.keys()].find((name) => !neutralParameter.test(name));
  if (unknown) throw notImplemented(`${call.method} with ?${unknown}`);
  switch (call.method) {
    case 'GET':
    case 'HEAD':
      return sendObject(call, existing(call.target.store, call.key), call.target.store, response);
    case 'PUT':
      return call.headers['x-amz-copy-source'] ? copyObject(call, response) : putObject(call, response);
    case 'DELETE':
      requireUnlocked(call.target, call.key);
      call.target.store.remove(call.key);
      response.writeHead(204).end();
      return;
    default:
      throw notImplemented(`${call.method} on an object`);
  }
}

function answerBucket({ method, query, target, payload }: Call, response: ServerResponse): void {
  if (method === 'GET' && query.get('list-type') === '2') {
    return sendXml(response, 200, listObjects(target.name, target.store, query));
  }
  if (method === 'GET' && query.has('versions')) return sendXml(response, 200, listMarks(target.store, query));
  if (method === 'POST' && query.has('delete')) {
    if (target.isLocked) throw locked();
    return sendXml(response, 200, deleteObjects(target.store, payload.bytes.toString()));
  }
  throw notImplemented(`${method} on a bucket with ?${[...query.keys()].join('&')}`);
}

function existing(store: ObjectStore, key: string): StoredObject {
  const object = store.get(key);
  if (!object) throw new S3Error(404, 'NoSuchKey', 'The specified key does not exist.');
  return object;
}

function checkWriteConditions({ store }: Bucket, key: string, headers: IncomingMessage['headers']): void {
  if (headers['if-match'] !== undefined) throw notImplemented('If-Match on a write');
  const condition = headers['if-none-match'];
  if (condition !== undefined && condition !== '*') throw notImplemented('If-None-Match with an ETag on a write');
  if (condition === '*' && store.get(key)) {
    const text = 'At least one of the pre-conditions you specified did not hold';
    throw new S3Error(412, 'PreconditionFailed', text);
  }
  const chunked = headers['transfer-encoding'] !== undefined && headers['x-amz-decoded-content-length'] === undefined;
  if (chunked) throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
}

/**
 * S3 would add a version or a mark to a locked object and keep the old version. Without versions the only safe answer
 * is the one that S3 gives to a deletion of the version itself.
 */
function requireUnlocked({ isLocked, store }: Bucket, key: string): void {
  if (isLocked && store.get(key)) throw locked();
}

const locked = () => new S3Error(403, 'AccessDenied', 'Access Denied because object protected by object lock.');

function sendError(message: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (!(error instanceof S3Error)) throw error;
  if (message.method === 'HEAD') return void response.writeHead(error.status).end();
  const { status, code, message: text } = error;
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${escapeMarkup(text)}</Message></Error>`);
}

function sendXml(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`);
}
