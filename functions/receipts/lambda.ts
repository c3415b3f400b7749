import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { receiptRoutes } from '#shared/receipts/contract.ts';
import { receiptHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), privateBucket: env('PRIVATE_BUCKET') };
export const handler = serve(receiptRoutes, receiptHandlers(deps), deps, authentication);
