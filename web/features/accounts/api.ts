import { accountRoutes } from '#shared/accounts/contract.ts';
import { clientOf } from '#web/lib/api.ts';
import { queriesOf } from '#web/lib/query.ts';

export const accountsApi = clientOf(accountRoutes);
