import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

/** S3 for every function: three tries of three seconds each, then the call fails. */
export const openS3 = (settings: S3ClientConfig = {}): S3Client =>
  new S3Client({
    maxAttempts: 3,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
    ...settings,
  });
