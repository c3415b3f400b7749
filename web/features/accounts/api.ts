import { accountRoutes } from '#shared/accounts/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const accountsApi = clientOf(accountRoutes);
