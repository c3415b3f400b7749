import { siteRoutes } from '#shared/site/contract.ts';
import { clientOf } from '#web/lib/api.ts';

export const siteApi = clientOf(siteRoutes);
