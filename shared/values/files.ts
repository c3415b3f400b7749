import * as z from 'zod/mini';

export const maxFileBytes = 5 * 1024 * 1024;

export const contentTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'application/pdf'] as const;
export type ContentType = (typeof contentTypes)[number];

/** The kinds of files that members send: accepted types, and the bucket for clean files. */
export const uploadKinds = {
  id_document: { types: ['image/jpeg', 'image/png', 'application/pdf'], bucket: 'identity' },
  face_photo: { types: ['image/jpeg', 'image/png'], bucket: 'identity' },
  parcel_file: { types: ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'], bucket: 'private' },
  proof: { types: ['image/jpeg', 'image/png'], bucket: 'private' },
  receipt_file: { types: ['image/jpeg', 'image/png', 'application/pdf'], bucket: 'private' },
  avatar: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'], bucket: 'media' },
  advertisement_picture: { types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'], bucket: 'media' },
} as const satisfies Record<string, { types: readonly ContentType[]; bucket: 'identity' | 'private' | 'media' }>;

export type UploadKind = keyof typeof uploadKinds;
export const DocumentKind = z.enum(['id_document', 'face_photo'], 'Type de document inconnu');
export type DocumentKind = z.infer<typeof DocumentKind>;

const wrongType: Record<UploadKind, string> = {
  id_document: 'Format non supporté : choisissez un fichier JPG, PNG ou PDF.',
  face_photo: 'Format non supporté : choisissez une photo JPG ou PNG.',
  parcel_file: 'Veuillez téléverser une image ou un document PDF.',
  proof: 'Format non supporté : choisissez une photo JPG ou PNG.',
  receipt_file: 'Veuillez sélectionner une image (JPG, PNG) ou un PDF.',
  avatar: 'Type de fichier non supporté',
  advertisement_picture: 'Format non supporté : choisissez une image JPG, PNG, GIF ou WebP.',
};
const tooLarge: Record<UploadKind, string> = {
  id_document: 'La taille du fichier doit être inférieure à 5MB',
  face_photo: 'La taille du fichier doit être inférieure à 5MB',
  parcel_file: 'La taille du fichier ne doit pas dépasser 5 Mo.',
  proof: 'La taille du fichier ne doit pas dépasser 5 Mo.',
  receipt_file: 'La taille du fichier ne doit pas dépasser 5MB.',
  avatar: 'Fichier trop volumineux',
  advertisement_picture: 'La taille du fichier ne doit pas dépasser 5 Mo.',
};

/** Why a chosen file is refused before sending, in French; undefined if it is accepted. */
export function fileProblem(kind: UploadKind, file: { type: string; size: number }): string | undefined {
  if (!(uploadKinds[kind].types as readonly string[]).includes(file.type)) return wrongType[kind];
  if (file.size > maxFileBytes) return tooLarge[kind];
  return file.size < 1 ? 'Ce fichier est vide.' : undefined;
}

export function fileProblemTitle(kind: UploadKind, { size }: { size: number }): string {
  if (size > maxFileBytes) return 'Fichier trop volumineux';
  if (size === 0) return 'Fichier vide';
  return kind === 'receipt_file' || kind === 'avatar' ? 'Type de fichier non supporté' : 'Format non supporté';
}

/** The browser's description of a file for an upload target. `sha256` is base64 of the 32 bytes. */
export const fileFields = {
  fileName: z
    .string('Fichier manquant')
    .check(z.minLength(1, 'Fichier manquant'), z.maxLength(255, 'Nom de fichier trop long')),
  contentType: z.string('Format non supporté').check(z.maxLength(100, 'Format non supporté')),
  size: z.int('Taille de fichier incorrecte').check(z.gte(1, 'Ce fichier est vide.')),
  sha256: z
    .string('Rechargez la page, puis réessayez.')
    .check(z.regex(/^[A-Za-z0-9+/]{43}=$/, 'Rechargez la page, puis réessayez.')),
};

/** A one-time upload target for one file: PUT it to `url` with `headers` before `expiresAt` (300 s). */
export const Upload = z.object({
  uploadId: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: z.string(),
});
export type Upload = z.infer<typeof Upload>;

/** A temporary link to a stored file. */
export const FileLink = z.object({ url: z.string(), kind: z.enum(['image', 'pdf']), expiresAt: z.string() });
export type FileLink = z.infer<typeof FileLink>;

/** 202: the scanner still checks the file; the client calls again. */
export const Scanning = z.object({ state: z.literal('scanning') });
