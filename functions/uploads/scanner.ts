import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { openS3 } from '#functions/platform/aws/s3.ts';
import { FileRefusal, type FileRefusalCode, scanLimits } from '#functions/uploads/sanitize/limits.ts';
import { type FileVerdict, sanitize } from '#functions/uploads/sanitize/sanitize.ts';
import type { ContentType } from '#shared/values/files.ts';
import { cleanFileKey, type FileBucket, type KeyedUpload } from './file-keys.ts';

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

interface CleanFile {
  readonly key: string;
  readonly size: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The states of uploads: each step is conditional on the one before, so a repeated event changes nothing. */
export interface Uploads {
  /** Claims the upload (again, after a failed try); undefined if it is decided or unknown. */
  begin(uploadId: string): Promise<KeyedUpload | undefined>;
  accept(uploadId: string, file: CleanFile): Promise<void>;
  /** Ends the wait for this scan: the member must send the file again. */
  giveUp(uploadId: string): Promise<void>;
  /** `reason` is a French sentence for the member. */
  reject(uploadId: string, reason: string): Promise<void>;
}

export interface Store {
  /** Size in bytes of the sent file, undefined if it no longer exists; `bytes` reads it. */
  open(key: string): Promise<{ size: number; bytes: () => Promise<Uint8Array> } | undefined>;
  /** Writes once: a file of an earlier try stays. */
  write(bucket: FileBucket, key: string, bytes: Uint8Array, contentType: ContentType): Promise<void>;
  delete(key: string): Promise<void>;
}

export type ScanOutcome = 'clean' | 'ignored' | FileRefusalCode;

/**
 * Promotes or rejects the file under one quarantine key (`quarantine/<kind>/<owner>/<uploadId>`). Idempotent: it writes
 * the clean file before the upload's new state and deletes the original last, so a retry finds a decided upload and
 * only deletes.
 */
export async function scan(key: string, { uploads, store }: { uploads: Uploads; store: Store }): Promise<ScanOutcome> {
  const [root, kind, ownerId, uploadId] = key.split('/');
  if (root !== 'quarantine' || !uploadId) return 'ignored';
  const upload = await uploads.begin(uploadId);
  const isOwn = upload !== undefined && upload.kind === kind && upload.ownerId === ownerId;
  const outcome = isOwn ? await applyVerdict(key, upload, { uploads, store }) : 'ignored';
  await store.delete(key);
  return outcome;
}

/** The file stays, so that the scan can be repeated. */
export async function giveUp(key: string, uploads: Uploads): Promise<void> {
  const [root, , , uploadId] = key.split('/');
  if (root === 'quarantine' && uploadId) await uploads.giveUp(uploadId);
}

async function applyVerdict(
  key: string,
  upload: KeyedUpload,
  { uploads, store }: { uploads: Uploads; store: Store },
): Promise<ScanOutcome> {
  const arrived = await store.open(key);
  if (!arrived) return 'ignored';
  const verdict: FileVerdict =
    arrived.size > scanLimits.maxBytes ? tooHeavy() : await sanitize(await arrived.bytes(), upload.contentType);
  if (!verdict.ok) {
    await uploads.reject(upload.uploadId, verdict.reason);
    return verdict.code;
  }
  const { bucket, key: cleanKey } = cleanFileKey(upload);
  const { bytes, width, height } = verdict;
  await store.write(bucket, cleanKey, bytes, verdict.contentType);
  await uploads.accept(upload.uploadId, { key: cleanKey, size: bytes.length, width, height });
  return 'clean';
}

/** Checked before reading, so that a too large file never fills the memory. */
function tooHeavy(): FileVerdict {
  const { code, message } = new FileRefusal('too_heavy');
  return { ok: false, code, reason: message };
}
