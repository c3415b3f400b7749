import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { serve } from '#functions/serve.ts';
import { reportRoutes } from '#shared/reports/contract.ts';
import { reportHandlers } from './handlers.ts';

const deps = coreDeps();
export const handler = serve(reportRoutes, reportHandlers(deps), deps, authentication);
