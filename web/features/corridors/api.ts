import { corridorRoutes } from '#shared/corridors/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const corridorsQuery = queriesOf('corridors', clientOf(corridorRoutes));
