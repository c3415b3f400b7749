import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { deliveryHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), privateBucket: env('PRIVATE_BUCKET') };
export const handler = serve(deliveryRoutes, deliveryHandlers(deps), deps, authentication);
