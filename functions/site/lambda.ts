import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { siteRoutes } from '#shared/site/contract.ts';
import { siteHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(siteRoutes, siteHandlers(deps), deps);
