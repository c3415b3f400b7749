import { profileRoutes } from '#shared/profiles/contract.ts';
import { clientOf } from '#web/lib/api.ts';
import { queriesOf } from '#web/lib/query.ts';

export const profilesApi = clientOf(profileRoutes);
export const profilesQuery = queriesOf('profiles', profilesApi);
