import { parcelRoutes } from '#shared/parcels/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const parcelsApi = clientOf(parcelRoutes);
export const parcelsQuery = queriesOf('parcels', parcelsApi);
