import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openArchiveLinks } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { exportRoutes } from '#shared/exports/contract.ts';
import { exportHandlers } from './handlers.ts';

const deps = { ...coreDeps(), linkTo: openArchiveLinks(env('PRIVATE_BUCKET')) };
export const handler = serve(exportRoutes, exportHandlers(deps), deps, authentication);
