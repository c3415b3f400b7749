import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { adminHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), privateBucket: env('PRIVATE_BUCKET') };
export const handler = serve(adminRoutes, adminHandlers(deps), deps, authentication);
