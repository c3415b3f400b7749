import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { matchingRoutes } from '#shared/matching/contract.ts';
import { matchingHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(matchingRoutes, matchingHandlers(deps), deps, authentication);
