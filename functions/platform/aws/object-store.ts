import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { disposition, savedFileName } from '#shared/uploads/file-types.ts';
import type { ContentType, FileLink } from '#shared/values/files.ts';
import { openS3, putOnce } from './s3.ts';

/** An upload target is valid for 300 s; links to files are valid for 300 s (identity) or 3600 s (product 2.9). */
export const uploadSeconds = 300;
export const linkSeconds = { identity: 300, other: 3600 } as const;

// The default client adds the checksum of an empty body to a presigned PUT, which no real upload can match.
const openClient = () => openS3({ requestChecksumCalculation: 'WHEN_REQUIRED' });

export type Files = ReturnType<typeof openFiles>;

/** Signs S3 addresses; sends nothing. */
export function openFiles(client: S3Client = openClient()) {
  return {
    /**
     * A one-time upload target for one file. Size, type, SHA-256 and `if-none-match` are part of the signature, so S3
     * itself refuses other bytes (400), another type or size (403) and a second write (412).
     */
    async uploadTarget(
      bucket: string,
      key: string,
      file: { contentType: string; size: number; sha256: string },
      now: number,
    ): Promise<{ url: string; headers: Record<string, string>; expiresAt: string }> {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        ContentType: file.contentType,
        ContentLength: file.size,
        ChecksumSHA256: file.sha256,
        IfNoneMatch: '*',
      });
      const url = await getSignedUrl(client, command, {
        expiresIn: uploadSeconds,
        signableHeaders: new Set(['content-type']),
        // Otherwise the SDK moves the checksum into the query, where S3 ignores it.
        unhoistableHeaders: new Set(['x-amz-checksum-sha256']),
      });
      return {
        url,
        headers: { 'content-type': file.contentType, 'if-none-match': '*', 'x-amz-checksum-sha256': file.sha256 },
        expiresAt: new Date(now + uploadSeconds * 1000).toISOString(),
      };
    },

    /**
     * A temporary link to a clean file. By default images are shown and a PDF is downloaded. `ownName` is the member's
     * name of the file.
     */
    async link(
      bucket: string,
      key: string,
      contentType: ContentType,
      seconds: number,
      now: number,
      { how, ownName }: { how?: 'inline' | 'attachment'; ownName?: string | undefined } = {},
    ): Promise<FileLink> {
      const isPdf = contentType === 'application/pdf';
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition(
          how ?? (isPdf ? 'attachment' : 'inline'),
          savedFileName(ownName, contentType),
        ),
        ResponseCacheControl: 'private, no-store',
      });
      return {
        url: await getSignedUrl(client, command, { expiresIn: seconds }),
        kind: isPdf ? 'pdf' : 'image',
        expiresAt: new Date(now + seconds * 1000).toISOString(),
      };
    },
  };
}

/**
 * Signs links to ZIPs of members' own data. They are valid as long as a link to identity documents, which they contain.
 */
export const openArchiveLinks =
  (bucket: string, client: S3Client = openClient()) =>
  (key: string, name: string): Promise<string> =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket: bucket,
        Key: key,
        ResponseContentType: 'application/zip',
        ResponseContentDisposition: `attachment; filename="${name}"`,
        ResponseCacheControl: 'private, no-store',
      }),
      { expiresIn: linkSeconds.identity },
    );

export function openReader(bucket: string, client: S3Client = openS3()) {
  return {
    /** Undefined if there is none, because it was just deleted. */
    async read(key: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
  };
}

/** Writes large files into one bucket, each once: a repeated call changes nothing. */
export function openWriter(
  bucket: string,
  // A hundred megabytes take longer than the three seconds of other calls.
  client: S3Client = openS3({
    requestHandler: { requestTimeout: 60_000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
) {
  return {
    write: (key: string, bytes: Uint8Array, contentType: string): Promise<void> =>
      putOnce(client, { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
  };
}

export type FileStore = ReturnType<typeof openFileStore>;

/** Deletes and lists the files of one bucket. Only `functions/uploads/delete-files-and-rows.ts` calls `delete`. */
export function openFileStore(bucket: string, client: S3Client = openS3()) {
  return {
    async delete(key: string): Promise<void> {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },

    async *under(prefix: string): AsyncGenerator<string> {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }));
        for (const { Key } of page.Contents ?? []) if (Key) yield Key;
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}
