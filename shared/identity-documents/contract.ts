import { FileLink } from '../files.ts';
import { routes } from '../route.ts';

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
