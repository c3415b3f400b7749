import { matchingRoutes } from '#shared/matching/contract.ts';
import { clientOf } from '#web/lib/api.ts';
import { queriesOf } from '#web/lib/query.ts';

export const matchingQuery = queriesOf('matching', clientOf(matchingRoutes));
