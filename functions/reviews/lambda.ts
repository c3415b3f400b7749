import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { reviewRoutes } from '#shared/reviews/contract.ts';
import { reviewHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(reviewRoutes, reviewHandlers(deps), deps, authentication);
