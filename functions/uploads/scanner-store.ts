import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { openS3 } from '#functions/platform/aws/s3.ts';
import type { FileBucket } from './file-keys.ts';
import type { Store } from './scanner.ts';

/** Files in S3: read and deleted in quarantine, written to their final bucket. */
export function s3Store(
  buckets: Readonly<Record<FileBucket | 'quarantine', string>>,
  client: S3Client = openS3(),
): Store {
  return {
    async open(key) {
      try {
        const { Body, ContentLength = 0 } = await client.send(
          new GetObjectCommand({ Bucket: buckets.quarantine, Key: key }),
        );
        return Body && { size: ContentLength, bytes: () => Body.transformToByteArray() };
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async write(bucket, key, bytes, contentType) {
      const put = new PutObjectCommand({
        Bucket: buckets[bucket],
        Key: key,
        Body: bytes,
        ContentType: contentType,
        IfNoneMatch: '*',
        // Private links sign their own headers. A deleted public picture must expire in browsers within an hour.
        CacheControl: bucket === 'media' ? 'public, max-age=3600' : 'private, no-store',
      });
      try {
        await client.send(put);
      } catch (error) {
        if (!(error instanceof S3ServiceException) || error.name !== 'PreconditionFailed') throw error;
      }
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket: buckets.quarantine, Key: key }));
    },
  };
}
