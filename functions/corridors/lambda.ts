import { coreDeps } from '#functions/deps.ts';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { serve } from '#functions/serve.ts';
import { corridorRoutes } from '#shared/corridors/contract.ts';
import { corridorHandlers } from './handlers.ts';
import { shippedSlugs } from './slugs.ts';

const deps = { ...coreDeps(), slugs: shippedSlugs(), site: siteUrl };
export const handler = serve(corridorRoutes, corridorHandlers(deps), deps);
