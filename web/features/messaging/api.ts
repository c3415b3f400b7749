import { messagingRoutes } from '#shared/messaging/contract.ts';
import { clientOf } from '#web/lib/api.ts';
import { queriesOf } from '#web/lib/query.ts';

export const messagingApi = clientOf(messagingRoutes);
export const messagingQuery = queriesOf('messaging', messagingApi);
