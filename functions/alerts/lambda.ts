import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { shippedPlaces } from '#functions/listings/places.ts';
import { serve } from '#functions/serve.ts';
import { alertRoutes } from '#shared/alerts/contract.ts';
import { alertHandlers } from './handlers.ts';

const deps = { ...coreDeps(), places: shippedPlaces() };
export const handler = serve(alertRoutes, alertHandlers(deps), deps, authentication);
