import { messagingRoutes } from '#shared/messaging/contract.ts';
import { clientOf } from '#web/lib/api.ts';

export const messagingApi = clientOf(messagingRoutes);
