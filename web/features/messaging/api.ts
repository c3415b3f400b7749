import { messagingRoutes } from '#shared/messaging/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queryKey } from '#web/lib/api/query.ts';

export const messagingApi = clientOf(messagingRoutes);

/** Key of the cached conversation with another member about one parcel, or about none. */
export const threadKey = (userId: string, parcelId: string | undefined) =>
  queryKey('messaging', 'conversation', { params: { userId }, query: { parcel: parcelId } });
