import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { friendRoutes } from '#shared/friends/contract.ts';
import { friendHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(friendRoutes, friendHandlers(deps), deps, authentication);
