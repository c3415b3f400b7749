import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { searchHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(searchRoutes, searchHandlers(deps), deps);
