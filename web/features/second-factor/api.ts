import { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const secondFactorApi = clientOf(secondFactorRoutes);
export const secondFactorQuery = queriesOf('secondFactor', secondFactorApi);
