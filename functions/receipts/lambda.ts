import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { env } from '#functions/platform/env.ts';
import { openFiles } from '#functions/platform/object-store.ts';
import { serve } from '#functions/serve.ts';
import { receiptRoutes } from '#shared/receipts/contract.ts';
import { receiptHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), privateBucket: env('PRIVATE_BUCKET') };
export const handler = serve(receiptRoutes, receiptHandlers(deps), deps, authentication);
