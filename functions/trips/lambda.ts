import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { shippedPlaces } from '#functions/listings/places.ts';
import { serve } from '#functions/serve.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { tripHandlers } from './handlers.ts';

const deps = { ...coreDeps(), places: shippedPlaces() };
export const handler = serve(tripRoutes, tripHandlers(deps), deps, authentication);
