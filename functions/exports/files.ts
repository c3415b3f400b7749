import type { ContentType, UploadKind } from '#shared/values/files.ts';
import { uploadKinds } from '#shared/values/files.ts';

export interface OwnFile {
  readonly path: string;
  readonly bucket: 'identity' | 'private' | 'media';
  readonly key: string;
}

const extensions: Readonly<Record<ContentType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

export const ownFile = (
  kind: UploadKind,
  { key, contentType }: { readonly key: string; readonly contentType: ContentType },
  name: string,
): OwnFile => ({ path: `${name}.${extensions[contentType]}`, bucket: uploadKinds[kind].bucket, key });
