import * as z from 'zod/mini';
import { routes } from '../route.ts';

/** Links that members share: a page for link previews, which leads browsers to the dialog (decision 043). */
export const shareRoutes = routes({
  sharedParcel: {
    method: 'GET',
    path: '/p/{parcelId}',
    access: 'anyone',
    page: { edgeSeconds: 60 },
    reply: z.string(),
  },
  sharedTrip: { method: 'GET', path: '/t/{tripId}', access: 'anyone', page: { edgeSeconds: 60 }, reply: z.string() },
});
