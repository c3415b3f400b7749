import { exportRoutes } from '#shared/exports/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const exportsApi = clientOf(exportRoutes);
export const exportsQuery = queriesOf('exports', exportsApi);
