import { adminRoutes } from '#shared/admin/contract.ts';
import { identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const adminApi = clientOf(adminRoutes);
export const adminQuery = queriesOf('admin', adminApi);
export const identityDocumentsApi = clientOf(identityDocumentRoutes);
