import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { aJpeg, aPdf } from '#test/support/images.ts';
import { mockClass } from '#test/support/run/mock-class.ts';

const objectKey = 'quarantine/id_document/sub-1/up-1';
const uploadItem = {
  kind: 'id_document',
  ownerId: 'sub-1',
  contentType: 'image/jpeg',
  createdAt: '2026-03-01T10:00:00.000Z',
  state: 'issued',
};

/** The scanner as deployed, over a table with one upload and buckets that keep their objects. */
async function aScanner({
  item = uploadItem,
  file,
}: {
  item?: Record<string, unknown> | undefined;
  file?: Uint8Array;
}) {
  for (const name of ['TABLE', 'QUARANTINE_BUCKET', 'IDENTITY_BUCKET', 'PRIVATE_BUCKET', 'MEDIA_BUCKET']) {
    vi.stubEnv(name, name.toLowerCase());
  }
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  vi.stubEnv('TRIES', '5');
  const upload: Record<string, unknown> = { ...item };
  const objects = new Map<string, Uint8Array>(file ? [[`quarantine_bucket/${objectKey}`, file]] : []);

  mockClass(DynamoDBDocumentClient)
    .on(UpdateCommand)
    .callsFake(({ ConditionExpression, ExpressionAttributeValues: values, UpdateExpression }) => {
      const from = Object.keys(values)
        .map((name) => name.slice(1))
        .filter((state) => ConditionExpression.includes(`:${state}`));
      if (!from.includes(upload['state'] as string)) {
        throw new ConditionalCheckFailedException({ message: 'no', $metadata: {} });
      }
      upload['state'] = values[UpdateExpression.match(/#state = (:\w+)/)[1]];
      for (const name of ['key', 'size', 'reason']) if (`:${name}` in values) upload[name] = values[`:${name}`];
      return { Attributes: { ...upload } };
    });
  const s3 = mockClass(S3Client);
  const nameOf = ({ Bucket, Key }: { Bucket?: string; Key?: string }) => `${Bucket}/${Key}`;
  s3.on(GetObjectCommand).callsFake((input) => {
    const bytes = objects.get(nameOf(input));
    if (!bytes) throw new NoSuchKey({ message: 'gone', $metadata: {} });
    return { ContentLength: bytes.length, Body: { transformToByteArray: async () => bytes } };
  });
  s3.on(PutObjectCommand).callsFake((input) => {
    if (input.IfNoneMatch === '*' && objects.has(nameOf(input))) {
      throw new S3ServiceException({
        name: 'PreconditionFailed',
        $fault: 'client',
        $metadata: { httpStatusCode: 412 },
      });
    }
    objects.set(nameOf(input), input.Body);
  });
  s3.on(DeleteObjectCommand).callsFake((input) => void objects.delete(nameOf(input)));

  const { handler } = await import('./scanner-lambda.ts');
  return { handler, upload, objects, s3 };
}

const arrival = (key = objectKey, received = 1): SQSEvent =>
  ({
    Records: [
      {
        messageId: 'm-1',
        attributes: { ApproximateReceiveCount: String(received) },
        body: JSON.stringify({ Records: [{ s3: { object: { key: encodeURIComponent(key) } } }] }),
      },
    ],
  }) as SQSEvent;

test('a clean document moves to its bucket and leaves quarantine', async () => {
  const { handler, upload, objects } = await aScanner({ file: aJpeg({ comment: 'home' }) });
  expect(await handler(arrival())).toEqual({ batchItemFailures: [] });
  const key = `documents/sub-1/${Date.parse(uploadItem.createdAt)}-up-1.jpg`;
  expect(upload).toMatchObject({ state: 'clean', key });
  expect([...objects.keys()]).toEqual([`identity_bucket/${key}`]);
  expect(Buffer.from(objects.get(`identity_bucket/${key}`) ?? []).includes('home')).toBe(false);
});

test('two documents whose upload targets were made in one millisecond have different keys', async () => {
  const { handler, upload, objects } = await aScanner({ file: aJpeg() });
  await handler(arrival());
  const first = [...objects];
  upload['state'] = 'issued';
  objects.set('quarantine_bucket/quarantine/id_document/sub-1/up-2', aJpeg({ width: 80 }));
  await handler(arrival('quarantine/id_document/sub-1/up-2'));
  expect([...objects]).toEqual([...first, [`identity_bucket/${String(upload['key'])}`, expect.anything()]]);
});

test('a file that was judged is never overwritten', async () => {
  const { handler, upload, objects } = await aScanner({ file: aJpeg({ width: 80 }) });
  const place = `identity_bucket/documents/sub-1/${Date.parse(uploadItem.createdAt)}-up-1.jpg`;
  const judged = aJpeg();
  objects.set(place, judged);
  expect(await handler(arrival())).toEqual({ batchItemFailures: [] });
  expect(upload).toMatchObject({ state: 'clean' });
  expect(objects.get(place)).toBe(judged);
});

test('a repeated event changes nothing', async () => {
  const { handler, upload, objects } = await aScanner({ file: aJpeg() });
  await handler(arrival());
  const after = { upload: { ...upload }, objects: [...objects] };
  await handler(arrival());
  expect({ upload, objects: [...objects] }).toEqual(after);
});

test('a refused file is erased and its member is told why in French', async () => {
  const { handler, upload, objects } = await aScanner({ file: aPdf() });
  await handler(arrival());
  expect(upload).toMatchObject({ state: 'rejected', reason: expect.stringContaining('ne correspond pas') });
  expect(objects.size).toBe(0);
});

test('a file over 5 MB is refused without being read', async () => {
  const { handler, upload, s3 } = await aScanner({});
  const transformToByteArray = vi.fn<() => Promise<Uint8Array>>();
  s3.on(GetObjectCommand).resolves({ ContentLength: 5_242_881, Body: { transformToByteArray } as never });
  await handler(arrival());
  expect(upload).toMatchObject({ state: 'rejected', reason: 'Le fichier dépasse 5 Mo.' });
  expect(transformToByteArray).not.toHaveBeenCalled();
});

test('an interrupted try is finished by the next', async () => {
  const { handler, upload, s3 } = await aScanner({ file: aJpeg() });
  s3.on(PutObjectCommand).rejectsOnce(new Error('S3 is away'));
  expect(await handler(arrival())).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
  expect(upload).toMatchObject({ state: 'scanning' });
  expect(await handler(arrival())).toEqual({ batchItemFailures: [] });
  expect(upload).toMatchObject({ state: 'clean' });
});

test('after the last try the member is informed, and the scan can still be repeated', async () => {
  const { handler, upload, objects, s3 } = await aScanner({ file: aJpeg() });
  s3.on(PutObjectCommand).rejects(new Error('S3 is away'));
  for (const received of [1, 2, 3, 4]) await handler(arrival(objectKey, received));
  expect(upload).toMatchObject({ state: 'scanning' });
  expect(await handler(arrival(objectKey, 5))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
  expect(upload).toMatchObject({ state: 'failed' });
  s3.on(PutObjectCommand).callsFake((input) => void objects.set(`${input.Bucket}/${input.Key}`, input.Body));
  await handler(arrival());
  expect(upload).toMatchObject({ state: 'clean' });
});

test('no message is lost when the table does not answer until the last try', async () => {
  const { handler } = await aScanner({ file: aJpeg() });
  mockClass(DynamoDBDocumentClient).on(UpdateCommand).rejects(new Error('The table is away'));
  expect(await handler(arrival(objectKey, 5))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm-1' }] });
});

test.each([
  ['of another owner', 'quarantine/id_document/sub-2/up-1'],
  ['of another kind', 'quarantine/face_photo/sub-1/up-1'],
])('a key with %s than the upload is never accepted', async (_, key) => {
  const { handler, objects } = await aScanner({ file: aJpeg() });
  objects.set(`quarantine_bucket/${key}`, aJpeg());
  await handler(arrival(key));
  expect([...objects.keys()]).toEqual([`quarantine_bucket/${objectKey}`]);
});

test('browsers may cache a public picture for an hour, and nothing may cache a private file', async () => {
  const kept = async (kind: string) => {
    const { handler, objects, s3 } = await aScanner({ item: { ...uploadItem, kind } });
    objects.set(`quarantine_bucket/quarantine/${kind}/sub-1/up-1`, aJpeg());
    await handler(arrival(`quarantine/${kind}/sub-1/up-1`));
    return s3.commandCalls(PutObjectCommand)[0]?.args[0].input.CacheControl;
  };
  expect(await kept('avatar')).toBe('public, max-age=3600');
  expect(await kept('proof')).toBe('private, no-store');
});

test("S3's own test event is ignored", async () => {
  const { handler, s3 } = await aScanner({});
  const event = { Records: [{ messageId: 'm-1', body: JSON.stringify({ Event: 's3:TestEvent' }) }] } as SQSEvent;
  expect(await handler(event)).toEqual({ batchItemFailures: [] });
  expect(s3.calls()).toHaveLength(0);
});

test.each([
  [{ kind: 'proof', target: 'parcel-9' }, 'private_bucket/proofs/parcel-9/up-1'],
  [{ kind: 'parcel_file' }, 'private_bucket/parcels/sub-1/up-1'],
  [{ kind: 'advertisement_picture' }, 'media_bucket/media/up-1'],
  [{ kind: 'receipt_file' }, `private_bucket/receipts/sub-1/${Date.parse(uploadItem.createdAt)}-up-1.jpg`],
  [{ kind: 'face_photo' }, `identity_bucket/photos/sub-1/${Date.parse(uploadItem.createdAt)}-up-1.jpg`],
])('%o goes to its bucket and key', async (attributes, place) => {
  const { handler, objects } = await aScanner({ item: { ...uploadItem, ...attributes } });
  const key = `quarantine/${attributes.kind}/sub-1/up-1`;
  objects.set(`quarantine_bucket/${key}`, aJpeg());
  await handler(arrival(key));
  expect([...objects.keys()]).toEqual([place]);
});
