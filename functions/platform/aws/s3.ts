import {
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';

/** S3 for every function: three tries of three seconds each, then the call fails. */
export const openS3 = (settings: S3ClientConfig = {}): S3Client =>
  new S3Client({
    maxAttempts: 3,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
    ...settings,
  });

/** Stores an object under a key that holds none yet; a repeated call changes nothing. */
export async function putOnce(client: S3Client, object: PutObjectCommandInput): Promise<void> {
  await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' })).catch((error: unknown) => {
    if (!(error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412)) throw error;
  });
}
