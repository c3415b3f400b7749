import { type ContentType, type UploadKind, uploadKinds } from '#shared/values/files.ts';

export type FileBucket = (typeof uploadKinds)[UploadKind]['bucket'];

/** An upload, as far as its keys need it. `target` is the parcel of a delivery proof. */
export interface KeyedUpload {
  readonly uploadId: string;
  readonly kind: UploadKind;
  readonly ownerId: string;
  readonly contentType: ContentType;
  readonly createdAt: string;
  readonly target?: string | undefined;
}

const extensions: Record<ContentType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** The key of an unscanned file. The scanner reads kind, owner and upload from it. */
export const quarantineKey = (kind: UploadKind, ownerId: string, uploadId: string) =>
  `quarantine/${kind}/${ownerId}/${uploadId}`;

/**
 * Bucket and key of a clean file: the same at every try, and unique to its upload. Owner, time and extension of
 * documents and photos are those of product 1.3.
 */
export function cleanFileKey(upload: KeyedUpload): { bucket: FileBucket; key: string } {
  const { kind, ownerId, uploadId } = upload;
  const stamped = `${ownerId}/${Date.parse(upload.createdAt)}-${uploadId}.${extensions[upload.contentType]}`;
  switch (kind) {
    case 'id_document':
      return { bucket: 'identity', key: `documents/${stamped}` };
    case 'face_photo':
      return { bucket: 'identity', key: `photos/${stamped}` };
    case 'parcel_file':
      return { bucket: 'private', key: `parcels/${ownerId}/${uploadId}` };
    case 'proof':
      return { bucket: 'private', key: `${proofPrefix(upload.target ?? ownerId)}${uploadId}` };
    case 'receipt_file':
      return { bucket: 'private', key: `receipts/${stamped}` };
    case 'advertisement_picture':
    case 'avatar':
      return { bucket: 'media', key: `media/${uploadId}` };
  }
}

export const uploadIdIn = (key: string): string => /([^/]{36})(\.[a-z]+)?$/.exec(key)?.[1] ?? key;

export const proofPrefix = (parcelId: string) => `proofs/${parcelId}/`;

export const archivePrefix = (archiveId: string) => `exports/${archiveId}/`;

/** Prefixes of a member's files under their id, except receipts, which stay (rule 111). */
export const memberPrefixes = (memberId: string): (readonly ['quarantine' | FileBucket, string])[] => [
  ...(Object.keys(uploadKinds) as UploadKind[]).map(
    (kind) => ['quarantine', quarantineKey(kind, memberId, '')] as const,
  ),
  ['identity', `documents/${memberId}/`],
  ['identity', `photos/${memberId}/`],
  ['private', `parcels/${memberId}/`],
];
