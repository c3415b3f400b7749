import { noticeRoutes } from '#shared/notices/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const devicesApi = clientOf(noticeRoutes);
export const devicesQuery = queriesOf('notices', devicesApi);
