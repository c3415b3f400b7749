import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { asPages } from '#functions/share/pages.ts';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { noticeHandlers } from './handlers.ts';

const deps = coreDeps();
const served = serve(noticeRoutes, noticeHandlers(deps), deps, authentication);
const pages = asPages(served);

/** Refusals are pages where a browser navigates, else data. */
export const handler = (...call: Parameters<typeof pages>) =>
  (call[0].routeKey.endsWith(noticeRoutes.mailStop.path) ? pages : served)(...call);
