import { accountRoutes } from '#shared/accounts/contract.ts';
import { clientOf } from '#web/lib/api.ts';

export const accountsApi = clientOf(accountRoutes);
