import { S3Client } from '@aws-sdk/client-s3';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import type { UploadKind } from '#shared/values/files.ts';

export const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };

/** Signs addresses with credentials that no bucket knows. */
export const signedFiles = () => openFiles(new S3Client({ region: 'eu-west-3', credentials }));

export const uploadId = '22222222-0000-4000-8000-000000000000';

/** A file that a member has sent and the scanner has accepted. */
export const aCleanFile = (kind: UploadKind, ownerId: string, facts: object = {}) => ({
  pk: `UP#${uploadId}`,
  sk: 'UP',
  id: uploadId,
  kind,
  ownerId,
  contentType: 'image/jpeg',
  sha256: `${'A'.repeat(43)}=`,
  state: 'clean',
  key: `${kind}/file`,
  createdAt: '2026-11-20T09:59:00.000Z',
  ...facts,
});
