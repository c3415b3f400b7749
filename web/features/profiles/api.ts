import { profileRoutes } from '#shared/profiles/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const profilesApi = clientOf(profileRoutes);
export const profilesQuery = queriesOf('profiles', profilesApi);
