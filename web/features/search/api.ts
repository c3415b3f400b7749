import { searchRoutes } from '#shared/search/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const searchApi = clientOf(searchRoutes);
export const searchQuery = queriesOf('search', searchApi);
