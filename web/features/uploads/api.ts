import { uploadRoutes } from '#shared/uploads/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const uploadsApi = clientOf(uploadRoutes);
