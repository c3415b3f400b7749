import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { uploadRoutes } from '#shared/uploads/contract.ts';
import { uploadHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), quarantine: env('QUARANTINE_BUCKET') };
export const handler = serve(uploadRoutes, uploadHandlers(deps), deps, authentication);
