import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { asPages } from '#functions/share/as-pages.ts';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { noticeHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = asPages(serve(noticeRoutes, noticeHandlers(deps), deps));
