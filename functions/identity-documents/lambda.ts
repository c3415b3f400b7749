import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import { identityDocumentHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), identityBucket: env('IDENTITY_BUCKET') };
export const handler = serve(identityDocumentRoutes, identityDocumentHandlers(deps), deps, authentication);
