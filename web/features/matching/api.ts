import { matchingRoutes } from '#shared/matching/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const matchingQuery = queriesOf('matching', clientOf(matchingRoutes));
