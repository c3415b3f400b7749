import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { shippedPlaces } from '#functions/listings/places.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { parcelHandlers } from './handlers.ts';

const deps = { ...coreDeps(), files: openFiles(), privateBucket: env('PRIVATE_BUCKET'), places: shippedPlaces() };
export const handler = serve(parcelRoutes, parcelHandlers(deps), deps, authentication);
