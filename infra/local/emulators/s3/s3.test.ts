import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { operatorKey } from '../../iam/keys.ts';
import { type ObjectCreated, startS3 } from './s3.ts';

/*
 * Our expectations of S3, tested with its own SDK. With CONFORMANCE_S3_ENDPOINT (and CONFORMANCE_S3_BUCKET, whose CORS
 * rules are those below) the same tests run against another S3, also the real one.
 */
const realEndpoint = process.env.CONFORMANCE_S3_ENDPOINT;
const testedBucket = process.env.CONFORMANCE_S3_BUCKET ?? 'quarantine';
const siteOrigin = 'https://envoyage.example';
const corsRules = {
  CorsRules: [
    {
      AllowedOrigins: [siteOrigin],
      AllowedMethods: ['PUT', 'GET'],
      AllowedHeaders: ['content-type', 'if-none-match', 'x-amz-checksum-sha256'],
      ExposedHeaders: ['ETag'],
      MaxAge: 600,
    },
  ],
};
const photoBytes = randomBytes(50_000);
const photoType = 'image/jpeg';

async function storage(onObjectCreated: (event: ObjectCreated) => void = () => {}, keptDir?: string) {
  const dir = keptDir ?? mkdtempSync(join(tmpdir(), 's3-'));
  const emulator = realEndpoint ? undefined : await startS3({ dir, onObjectCreated });
  emulator?.ensureBucket(testedBucket, { cors: corsRules });
  emulator?.ensureBucket('locked', { isLocked: true });
  const endpoint = realEndpoint ?? emulator?.endpoint;
  const clientWith = (config: S3ClientConfig = {}) =>
    new S3Client({
      endpoint,
      region: process.env.AWS_REGION ?? 'eu-west-3',
      maxAttempts: 1,
      ...(emulator && { credentials: operatorKey }),
      ...config,
    });
  return {
    clientWith,
    client: clientWith(),
    signer: clientWith({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
    prefix: `${randomUUID()}/`,
    async [Symbol.asyncDispose]() {
      await emulator?.close();
      if (!keptDir) rmSync(dir, { recursive: true });
    },
  };
}

type Storage = Awaited<ReturnType<typeof storage>>;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

/** The signed URL of an upload: size, type, hash and write-once are all part of the signature. */
const signUpload = (s3: Storage, name: string, options: { expiresIn?: number; signingDate?: Date } = {}) =>
  getSignedUrl(
    s3.signer,
    new PutObjectCommand({
      Bucket: testedBucket,
      Key: s3.prefix + name,
      ContentType: photoType,
      ContentLength: photoBytes.length,
      ChecksumSHA256: sha256(photoBytes),
      IfNoneMatch: '*',
    }),
    {
      expiresIn: 300,
      signableHeaders: new Set(['content-type']),
      unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      ...options,
    },
  );

const uploadHeaders = { 'content-type': photoType, 'if-none-match': '*', 'x-amz-checksum-sha256': sha256(photoBytes) };

const upload = (url: string, headers: Record<string, string> = uploadHeaders, body: Uint8Array = photoBytes) =>
  fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });

const outcome = async (answer: Response) => ({
  status: answer.status,
  code: /<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1],
});

const put = (s3: Storage, name: string, body: Uint8Array | Readable = photoBytes) =>
  s3.client.send(
    new PutObjectCommand({
      Bucket: testedBucket,
      Key: s3.prefix + name,
      Body: body,
      ContentType: photoType,
      ContentLength: photoBytes.length,
    }),
  );

const read = async (s3: Storage, name: string, range?: string) => {
  const object = await s3.client.send(
    new GetObjectCommand({ Bucket: testedBucket, Key: s3.prefix + name, Range: range }),
  );
  return { ...object, bytes: Buffer.from((await object.Body?.transformToByteArray()) ?? []) };
};

const signRead = (s3: Storage, name: string, options: { expiresIn?: number; signingDate?: Date } = {}) =>
  getSignedUrl(
    s3.client,
    new GetObjectCommand({
      Bucket: testedBucket,
      Key: s3.prefix + name,
      ResponseContentType: 'application/pdf',
      ResponseContentDisposition: 'attachment; filename="reçu.pdf"',
    }),
    options,
  );

test('the signature of an upload covers its size, its type, its hash and write-once', async () => {
  await using s3 = await storage();
  const url = new URL(await signUpload(s3, 'photo'));
  expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe(
    'content-length;content-type;host;if-none-match;x-amz-checksum-sha256',
  );
  expect((await upload(url.href)).status).toBe(200);
  const stored = await read(s3, 'photo');
  expect(stored.bytes.equals(photoBytes)).toBe(true);
  expect(stored.ContentType).toBe(photoType);
});

test('a second upload to the same address is refused', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo');
  await upload(url);
  expect(await outcome(await upload(url))).toEqual({ status: 412, code: 'PreconditionFailed' });
});

test('of many concurrent uploads to one address, one is stored', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo');
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(url)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
});

test('another type, another size, another hash or no write-once is refused by the signature', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo');
  const { 'if-none-match': _, ...overwriting } = uploadHeaders;
  const refused = { status: 403, code: 'SignatureDoesNotMatch' };
  expect(await outcome(await upload(url, { ...uploadHeaders, 'content-type': 'text/html' }))).toEqual(refused);
  expect(await outcome(await upload(url, uploadHeaders, photoBytes.subarray(1)))).toEqual(refused);
  expect(
    await outcome(await upload(url, { ...uploadHeaders, 'x-amz-checksum-sha256': sha256(Buffer.from('x')) })),
  ).toEqual(refused);
  expect(await outcome(await upload(url, overwriting))).toEqual(refused);
});

test('other bytes than the signed hash are refused', async () => {
  await using s3 = await storage();
  const answer = await upload(await signUpload(s3, 'photo'), uploadHeaders, randomBytes(photoBytes.length));
  expect(await outcome(answer)).toEqual({ status: 400, code: 'BadDigest' });
  await expect(read(s3, 'photo')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('an unsigned header of S3 is refused', async () => {
  await using s3 = await storage();
  const answer = await upload(await signUpload(s3, 'photo'), { ...uploadHeaders, 'x-amz-acl': 'public-read' });
  expect(await outcome(answer)).toEqual({ status: 403, code: 'AccessDenied' });
});

test('a signed upload expires and cannot be extended', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo', { signingDate: new Date(Date.now() - 301_000) });
  expect(await outcome(await upload(url))).toEqual({ status: 403, code: 'AccessDenied' });
  const prolonged = new URL(url);
  prolonged.searchParams.set('X-Amz-Expires', '3600');
  expect(await outcome(await upload(prolonged.href))).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
});

test('a signed upload is not valid for another address, method or signature', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo');
  const refused = { status: 403, code: 'SignatureDoesNotMatch' };
  expect(await outcome(await upload(url.replace('/photo', '/other')))).toEqual(refused);
  expect(await outcome(await fetch(url))).toEqual(refused);
  const forged = new URL(url);
  forged.searchParams.set('X-Amz-Signature', '0'.repeat(64));
  expect(await outcome(await upload(forged.href))).toEqual(refused);
});

test('a checksum in the query of a signed address is ignored', async () => {
  await using s3 = await storage();
  const url = await getSignedUrl(
    s3.signer,
    new PutObjectCommand({
      Bucket: testedBucket,
      Key: `${s3.prefix}photo`,
      ChecksumSHA256: sha256(Buffer.from('other')),
    }),
  );
  expect(new URL(url).searchParams.has('x-amz-checksum-sha256')).toBe(true);
  expect((await upload(url, {})).status).toBe(200);
});

test('no read or write is allowed without a signature or with a wrong secret', async () => {
  await using s3 = await storage();
  await put(s3, 'photo');
  const [address = ''] = (await signRead(s3, 'photo')).split('?');
  expect(await outcome(await fetch(address))).toEqual({ status: 403, code: 'AccessDenied' });
  expect(await outcome(await fetch(address, { method: 'PUT', body: 'x' }))).toEqual({
    status: 403,
    code: 'AccessDenied',
  });
  const accessKeyId = (await s3.client.config.credentials()).accessKeyId;
  const stranger = s3.clientWith({ credentials: { accessKeyId, secretAccessKey: 'wrong' } });
  const command = new GetObjectCommand({ Bucket: testedBucket, Key: `${s3.prefix}photo` });
  await expect(stranger.send(command)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
});

test('a signed read returns the file with the signed type and name, until it expires', async () => {
  await using s3 = await storage();
  await put(s3, 'receipt');
  const url = await signRead(s3, 'receipt', { expiresIn: 60 });
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  expect(Buffer.from(await answer.arrayBuffer()).equals(photoBytes)).toBe(true);
  expect((await fetch(`${url}&response-cache-control=public`)).status).toBe(403);
  const late = await signRead(s3, 'receipt', { expiresIn: 60, signingDate: new Date(Date.now() - 61_000) });
  expect(await outcome(await fetch(late))).toEqual({ status: 403, code: 'AccessDenied' });
});

test('a part of a file is read by its range', async () => {
  await using s3 = await storage();
  await put(s3, 'photo');
  const middle = await read(s3, 'photo', 'bytes=100-199');
  expect(middle.ContentRange).toBe('bytes 100-199/50000');
  expect(middle.bytes.equals(photoBytes.subarray(100, 200))).toBe(true);
  expect((await read(s3, 'photo', 'bytes=-10')).bytes.equals(photoBytes.subarray(-10))).toBe(true);
  await expect(read(s3, 'photo', 'bytes=50000-')).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('the default client writes buffers and streams with checksums, and a wrong checksum is refused', async () => {
  await using s3 = await storage();
  await put(s3, 'buffer');
  await put(s3, 'stream', Readable.from([photoBytes.subarray(0, 20_000), photoBytes.subarray(20_000)]));
  expect((await read(s3, 'buffer')).bytes.equals(photoBytes)).toBe(true);
  const streamed = await read(s3, 'stream');
  expect(streamed.bytes.equals(photoBytes)).toBe(true);
  expect(streamed.ContentEncoding).toBeUndefined();
  const wrong = new PutObjectCommand({
    Bucket: testedBucket,
    Key: `${s3.prefix}wrong`,
    Body: photoBytes,
    ChecksumCRC32: 'AAAAAA==',
  });
  await expect(s3.client.send(wrong)).rejects.toMatchObject({ name: 'BadDigest' });
});

test('HEAD describes a file, and a missing one is not found', async () => {
  await using s3 = await storage();
  const Key = `${s3.prefix}photo`;
  await s3.client.send(
    new PutObjectCommand({
      Bucket: testedBucket,
      Key,
      Body: photoBytes,
      ContentType: photoType,
      Metadata: { owner: 'anna' },
    }),
  );
  const head = await s3.client.send(new HeadObjectCommand({ Bucket: testedBucket, Key }));
  const etag = `"${createHash('md5').update(photoBytes).digest('hex')}"`;
  expect(head).toMatchObject({
    ContentLength: photoBytes.length,
    ContentType: photoType,
    Metadata: { owner: 'anna' },
    ETag: etag,
  });
  const missing = new HeadObjectCommand({ Bucket: testedBucket, Key: `${s3.prefix}none` });
  await expect(s3.client.send(missing)).rejects.toMatchObject({ name: 'NotFound' });
});

test('a copy has the bytes of its source, and its own description when one is given', async () => {
  await using s3 = await storage();
  await put(s3, 'source');
  const CopySource = `${testedBucket}/${s3.prefix}source`;
  await s3.client.send(new CopyObjectCommand({ Bucket: testedBucket, Key: `${s3.prefix}same`, CopySource }));
  await s3.client.send(
    new CopyObjectCommand({
      Bucket: testedBucket,
      Key: `${s3.prefix}png`,
      CopySource,
      MetadataDirective: 'REPLACE',
      ContentType: 'image/png',
    }),
  );
  expect(await read(s3, 'same')).toMatchObject({ bytes: photoBytes, ContentType: photoType });
  expect(await read(s3, 'png')).toMatchObject({ bytes: photoBytes, ContentType: 'image/png' });
});

test('keys are listed page by page in their order, with any content, and deleted together', async () => {
  await using s3 = await storage();
  const names = ["a+b (1) & 'x' 😀.jpg", 'b', 'c <é>'];
  for (const name of names) await put(s3, name);
  const list = async (ContinuationToken?: string): Promise<string[]> => {
    const command = new ListObjectsV2Command({
      Bucket: testedBucket,
      Prefix: s3.prefix,
      MaxKeys: 2,
      ContinuationToken,
    });
    const page = await s3.client.send(command);
    const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(s3.prefix.length));
    return page.NextContinuationToken ? [...keys, ...(await list(page.NextContinuationToken))] : keys;
  };
  expect(await list()).toEqual(names);
  await s3.client.send(new DeleteObjectCommand({ Bucket: testedBucket, Key: `${s3.prefix}b` }));
  const Objects = [...names, 'never was'].map((name) => ({ Key: s3.prefix + name }));
  const deleted = await s3.client.send(new DeleteObjectsCommand({ Bucket: testedBucket, Delete: { Objects } }));
  expect(deleted.Deleted).toHaveLength(4);
  expect(await list()).toEqual([]);
});

test('the site may upload from its origin, only with the named headers, and may read a refusal', async () => {
  await using s3 = await storage();
  const url = await signUpload(s3, 'photo');
  const preflight = (origin: string, headers: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': headers },
    });
  const allowed = await preflight(siteOrigin, 'content-type,if-none-match,x-amz-checksum-sha256');
  expect(allowed.status).toBe(200);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(siteOrigin);
  expect(allowed.headers.get('access-control-allow-headers')).toContain('if-none-match');
  expect((await preflight(siteOrigin, 'content-type,x-other')).status).toBe(403);
  expect((await preflight('https://evil.example', 'content-type')).status).toBe(403);

  const refusal = await upload(url, { ...uploadHeaders, 'content-type': 'text/html', origin: siteOrigin });
  expect(refusal.status).toBe(403);
  expect(refusal.headers.get('access-control-allow-origin')).toBe(siteOrigin);
});

test.runIf(!realEndpoint)('an operation that is not emulated says so', async () => {
  await using s3 = await storage();
  const tag = new PutObjectTaggingCommand({ Bucket: testedBucket, Key: 'x', Tagging: { TagSet: [] } });
  await expect(s3.client.send(tag)).rejects.toMatchObject({ name: 'NotImplemented' });
  const elsewhere = new GetObjectCommand({ Bucket: 'unknown', Key: 'x' });
  await expect(s3.client.send(elsewhere)).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test.runIf(!realEndpoint)('listeners get each new file with its plain key', async () => {
  const announced = new EventEmitter<{ created: [ObjectCreated] }>();
  await using s3 = await storage((event) => announced.emit('created', event));
  const heard = once(announced, 'created');
  await put(s3, 'é è.jpg');
  const etag = createHash('md5').update(photoBytes).digest('hex');
  expect(await heard).toEqual([{ bucket: testedBucket, key: `${s3.prefix}é è.jpg`, size: photoBytes.length, etag }]);
});

test.runIf(!realEndpoint)('files survive a restart, and an overwritten file leaves no bytes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 's3-'));
  const command = (Body: string) => new PutObjectCommand({ Bucket: testedBucket, Key: 'kept', Body });
  {
    await using s3 = await storage(undefined, dir);
    await s3.client.send(command('first'));
    await s3.client.send(command('second'));
  }
  await using s3 = await storage(undefined, dir);
  const object = await s3.client.send(new GetObjectCommand({ Bucket: testedBucket, Key: 'kept' }));
  expect(await object.Body?.transformToString()).toBe('second');
  expect(readdirSync(join(dir, testedBucket))).toHaveLength(2);
  rmSync(dir, { recursive: true });
});

test.runIf(!realEndpoint)('an object of a bucket with a lock is neither replaced nor deleted', async () => {
  await using s3 = await storage();
  const object = { Bucket: 'locked', Key: 'log/1' };
  await s3.client.send(new PutObjectCommand({ ...object, Body: 'first', IfNoneMatch: '*' }));
  const refused = { name: 'AccessDenied' };
  const Delete = { Objects: [{ Key: object.Key }] };
  await expect(s3.client.send(new PutObjectCommand({ ...object, Body: 'second' }))).rejects.toMatchObject(refused);
  await expect(s3.client.send(new DeleteObjectCommand(object))).rejects.toMatchObject(refused);
  await expect(s3.client.send(new DeleteObjectsCommand({ Bucket: 'locked', Delete }))).rejects.toMatchObject(refused);
  const { Body } = await s3.client.send(new GetObjectCommand(object));
  expect(await Body?.transformToString()).toBe('first');
});
