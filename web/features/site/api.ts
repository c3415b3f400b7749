import { siteRoutes } from '#shared/site/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const siteApi = clientOf(siteRoutes);
