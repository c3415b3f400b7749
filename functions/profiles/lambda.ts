import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { profileRoutes } from '#shared/profiles/contract.ts';
import { profileHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(profileRoutes, profileHandlers(deps), deps, authentication);
