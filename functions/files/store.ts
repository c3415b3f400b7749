import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { BucketName, Store } from './scanner.ts';

/** Files in S3: read and erased in quarantine, written where they stay. */
export function s3Store(
  buckets: Readonly<Record<BucketName | 'quarantine', string>>,
  client: S3Client = new S3Client({
    maxAttempts: 3,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000 },
  }),
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
      await client.send(
        new PutObjectCommand({
          Bucket: buckets[bucket],
          Key: key,
          Body: bytes,
          ContentType: contentType,
          // Private links sign their own headers; what visitors see never changes under its key.
          CacheControl: bucket === 'media' ? 'public, max-age=31536000, immutable' : 'private, no-store',
        }),
      );
    },

    async erase(key) {
      await client.send(new DeleteObjectCommand({ Bucket: buckets.quarantine, Key: key }));
    },
  };
}
