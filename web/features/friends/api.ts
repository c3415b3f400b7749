import { friendRoutes } from '#shared/friends/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const friendsApi = clientOf(friendRoutes);
