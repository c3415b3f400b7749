import { useQueryClient } from '@tanstack/react-query';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';
import { inPages } from '#web/lib/api/use-pages.ts';

const listKey = queryKey('admin', 'adminAdvertisements');

export function useListed() {
  const queries = useQueryClient();
  const change = (to: (items: readonly AdminAdvertisement[], page: number) => readonly AdminAdvertisement[]) =>
    inPages(queries, listKey, to);
  const followed = () => touch(queries, ['site', 'advertisements'], ['admin', 'adminLogs']);
  return {
    added: (advertisement: AdminAdvertisement): void => {
      change((items, page) => (page === 0 ? [advertisement, ...items] : items));
      void followed();
    },
    changed: (advertisement: AdminAdvertisement): void => {
      change((items) => items.map((known) => (known.id === advertisement.id ? advertisement : known)));
      void followed();
    },
    removed: ({ id }: AdminAdvertisement): void => {
      change((items) => items.filter((known) => known.id !== id));
      void followed();
    },
    overtaken: () => void touch(queries, ['admin', 'adminAdvertisements'], ['site', 'advertisements']),
  };
}
