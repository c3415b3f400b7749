import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { messagingHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(messagingRoutes, messagingHandlers(deps), deps, authentication);
