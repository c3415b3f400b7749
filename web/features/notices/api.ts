import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { type Notice, noticeRoutes } from '#shared/notices/contract.ts';
import type { Body } from '#shared/route.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { meKey, queryKey } from '#web/lib/api/query.ts';
import { amend, inPages, usePages } from '#web/lib/api/use-pages.ts';
import { toast } from '#web/lib/toast.ts';

const noticesApi = clientOf(noticeRoutes);
const listKey = queryKey('notices', 'myNotices');

export const useNotices = () =>
  usePages(listKey, (cursor, options) => noticesApi.myNotices({ query: { cursor } }, options));

type Read = Body<(typeof noticeRoutes)['readNotices']>;
type Pages = InfiniteData<{ items: readonly Notice[] }>;

/** Marks notices as read: on the screen immediately, and back if the call fails. */
export function useReadNotices() {
  const queries = useQueryClient();
  const showUnread = (unread: number) => amend<Me>(queries, meKey, (me) => ({ ...me, unreadNotices: unread }));
  return useMutation({
    mutationFn: (body: Read) => noticesApi.readNotices({ body }),
    onMutate: (body) => {
      const lists = queries.getQueriesData<Pages>({ queryKey: listKey });
      const unread = queries.getQueryData<Me>(meKey)?.unreadNotices ?? 0;
      const isMeant = ({ id }: Notice) => ('ids' in body ? body.ids.includes(id) : id <= body.upTo);
      const shown = lists.flatMap(([, list]) => list?.pages ?? []).flatMap(({ items }) => items);
      const marked = shown.filter((notice) => isMeant(notice) && !notice.isRead).length;
      inPages<Notice>(queries, listKey, (items) =>
        items.map((notice) => (isMeant(notice) ? { ...notice, isRead: true } : notice)),
      );
      showUnread('ids' in body ? unread - marked : 0);
      return { lists, unread };
    },
    onSuccess: ({ unread }) => showUnread(unread),
    onError: (error, body, before) => {
      if (before) {
        for (const [key, list] of before.lists) if (list) amend<Pages>(queries, key, () => list);
        showUnread(before.unread);
      }
      // A member who opened a notice is on its page by now.
      if ('upTo' in body) toast.failed('Notifications non marquées', error);
    },
  });
}
