import { siteRoutes } from '#shared/site/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const siteApi = clientOf(siteRoutes);
export const siteQuery = queriesOf('site', siteApi);
