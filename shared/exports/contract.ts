import * as z from 'zod/mini';
import { routes } from '../route.ts';

/** How long the link of the mail gives the archive, in milliseconds. */
export const archiveLinkMs = 3_600_000;

/** Archives that a member may ask for in a day. */
export const archivesADay = 2;

const ArchivePart = z.object({ name: z.string(), bytes: z.int(), url: z.string() });

/** A member's archive of their data, as they read it: the last one that they asked for. */
export const Archive = z.object({
  state: z.enum(['none', 'preparing', 'ready', 'failed']),
  requestedAt: z.optional(z.string()),
  parts: z.optional(z.array(ArchivePart)),
  /** ISO: until when that link gives the files. Past when it no longer does. */
  until: z.optional(z.string()),
});
export type Archive = z.infer<typeof Archive>;

export const exportRoutes = routes({
  /**
   * The archive is made within minutes and its link is mailed. While one is prepared, another call changes nothing.
   * Blocked members too: a copy of one's data is a right by law.
   */
  exportMyData: {
    method: 'POST',
    path: '/me/export',
    access: 'signedIn',
    whileLeaving: true,
    idempotency: 'required',
    reply: Archive,
  },
  /** `archive`: the secret of the link in the mail. Without it the answer contains no files. */
  myExport: {
    method: 'GET',
    path: '/me/export',
    access: 'signedIn',
    whileLeaving: true,
    query: z.object({
      archive: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, 'Lien invalide'))),
    }),
    limits: [{ by: 'member', count: 600, seconds: 3600 }],
    reply: Archive,
  },
});
