import { queryKey } from '#web/lib/api/query.ts';

/** Key of the cached conversation with another member about one parcel, or about none. */
export const threadKey = (userId: string, parcelId: string | undefined) =>
  queryKey('messaging', 'conversation', { params: { userId }, query: { parcel: parcelId } });
