import { tripRoutes } from '#shared/trips/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const tripsApi = clientOf(tripRoutes);
export const tripsQuery = queriesOf('trips', tripsApi);
