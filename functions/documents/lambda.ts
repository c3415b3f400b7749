import { shippedSlugs } from '#functions/corridors/slugs.ts';
import { coreDeps } from '#functions/deps.ts';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { serve } from '#functions/serve.ts';
import { documentRoutes } from '#shared/documents/contract.ts';
import { documentHandlers, openRenderer } from './handlers.ts';

const deps = {
  ...coreDeps(),
  site: siteUrl,
  slugs: shippedSlugs(),
  renderer: await openRenderer(new URL('./renderer/', import.meta.url)),
};
export const handler = serve(documentRoutes, documentHandlers(deps), deps);
