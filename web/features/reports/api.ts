import { reportRoutes } from '#shared/reports/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const reportsApi = clientOf(reportRoutes);
