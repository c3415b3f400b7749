import { coreDeps } from '#functions/deps.ts';
import { siteUrl } from '#functions/platform/site-url.ts';
import { serve } from '#functions/serve.ts';
import { shareRoutes } from '#shared/share/contract.ts';
import { asPages } from './as-pages.ts';
import { shareHandlers } from './handlers.ts';

const deps = { ...coreDeps(), site: siteUrl };
export const handler = asPages(serve(shareRoutes, shareHandlers(deps), deps));
