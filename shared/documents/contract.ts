import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { documentQueryNames } from '../site/document-query.ts';

const text = z.optional(z.string());

/** Any text: an address that a person typed has a page as well. */
const DocumentQuery = z.object(
  Object.fromEntries(documentQueryNames.map((name) => [name, text])) as Record<
    (typeof documentQueryNames)[number],
    typeof text
  >,
);

/** Edge caches keep a document with listings for 30 s, and use it for 30 s more while they fetch the next one. */
const page = { edgeSeconds: 30, staleSeconds: 30 } as const;

/**
 * Documents of pages with listings, at the paths of the built documents that stand in for them: the edge asks both
 * origins for one path (decision 057).
 */
export const documentRoutes = routes({
  homeDocument: { method: 'GET', path: '/index.html', access: 'anyone', page, reply: z.string() },
  searchDocument: {
    method: 'GET',
    path: '/find-parcels/index.html',
    access: 'anyone',
    query: DocumentQuery,
    page,
    reply: z.string(),
  },
  /** The page of a corridor. The document built at this path is the application alone. */
  corridorDocument: {
    method: 'GET',
    path: '/corridor.html',
    access: 'anyone',
    query: z.object({ page: text, fromPlace: text, toPlace: text }),
    page,
    reply: z.string(),
  },
});
