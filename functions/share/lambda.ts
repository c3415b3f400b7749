import { coreDeps } from '#functions/deps.ts';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { serve } from '#functions/serve.ts';
import { shareRoutes } from '#shared/share/contract.ts';
import { shareHandlers } from './handlers.ts';
import { asPages } from './pages.ts';

const deps = { ...coreDeps(), site: siteUrl };
export const handler = asPages(serve(shareRoutes, shareHandlers(deps), deps));
