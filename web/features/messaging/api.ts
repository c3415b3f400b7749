import { messagingRoutes } from '#shared/messaging/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const messagingApi = clientOf(messagingRoutes);
