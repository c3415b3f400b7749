import type { IncomingHttpHeaders } from 'node:http';
import { elements, unescapeMarkup } from '../emulators/xml.ts';
import type { Want } from './access.ts';

export interface S3Call {
  readonly method: string;
  readonly bucket: string;
  /** Empty for a call on the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly exists: boolean;
}

const arnOf = (bucket: string, key?: string) => `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

/**
 * The rights that a call of S3 needs: its own, and that of the key behind an encrypted bucket, which S3 uses in the
 * caller's name. `keyOf` gives the key of a bucket, if it has one of its own.
 * Source: Amazon S3 User Guide, "Required permissions for Amazon S3 API operations".
 */
export function s3Wants(call: S3Call, keyOf: (bucket: string) => string | undefined, region: string): Want[] {
  const { method, bucket, key, query, headers, exists } = call;
  const sealing = (action: string, inBucket: string): Want[] => {
    const resource = keyOf(inBucket);
    const known = {
      'kms:ViaService': `s3.${region}.amazonaws.com`,
      'kms:EncryptionContext:aws:s3:arn': arnOf(inBucket),
      'kms:EncryptionContextKeys': 'aws:s3:arn',
    };
    return resource === undefined ? [] : [{ action, resource, known }];
  };

  if (key === '') {
    if (method === 'POST' && query.has('delete'))
      return elements(call.body.toString(), 'Object')
        .flatMap((object) => elements(object, 'Key').map(unescapeMarkup))
        .map((one) => ({ action: 's3:DeleteObject', resource: arnOf(bucket, one) }));
    const prefix = query.get('prefix');
    if (query.has('versions')) return [{ action: 's3:ListBucketVersions', resource: arnOf(bucket) }];
    return [
      { action: 's3:ListBucket', resource: arnOf(bucket), known: prefix === null ? {} : { 's3:prefix': prefix } },
    ];
  }
  const resource = arnOf(bucket, key);
  switch (method) {
    case 'PUT': {
      const condition = headers['if-none-match'];
      const put: Want = { action: 's3:PutObject', resource, known: condition ? { 's3:if-none-match': condition } : {} };
      const source = headers['x-amz-copy-source'];
      const read: Want[] = source
        ? [{ action: 's3:GetObject', resource: arnOf(decodeURIComponent(String(source)).replace(/^\//, '')) }]
        : [];
      return [put, ...read, ...sealing('kms:GenerateDataKey', bucket)];
    }
    case 'DELETE':
      return [{ action: query.has('versionId') ? 's3:DeleteObjectVersion' : 's3:DeleteObject', resource }];
    default:
      return [{ action: 's3:GetObject', resource }, ...(exists ? sealing('kms:Decrypt', bucket) : [])];
  }
}

export const seesMissing = (bucket: string): Want => ({ action: 's3:ListBucket', resource: arnOf(bucket) });
