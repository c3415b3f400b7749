import * as z from 'zod/mini';
import { routes } from '../route.ts';

export const siteRoutes = routes({
  health: { method: 'GET', path: '/health', access: 'anyone', reply: z.object({ ok: z.literal(true) }) },
});
