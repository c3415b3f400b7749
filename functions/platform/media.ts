import { DeleteObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { openS3 } from './s3.ts';

export type Media = ReturnType<typeof openMedia>;

/** Files that are used in one place (faces of members, files of parcels) and erased when they are not used there any more. */
export function openMedia(bucket: string, client: S3Client = openS3()) {
  return {
    async erase(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
