import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { FileLink } from '../values/files.ts';

/** The documents sent for a profile, and the document for a new name. */
export const DocumentName = z.enum(['id_document', 'face_photo', 'name_document'], 'Type de document inconnu');
export type DocumentName = z.infer<typeof DocumentName>;

/** A slice of its own: the only role besides the scanner that may read identity files. */
export const identityDocumentRoutes = routes({
  profileDocument: {
    method: 'GET',
    path: '/admin/profiles/{userId}/documents/{kind}',
    access: { party: 'profileJudge', of: 'userId' },
    limits: [{ by: 'member', count: 100, seconds: 3600 }],
    reply: FileLink,
  },
});
