import type { ReactNode } from 'react';
import { adminTabs } from '#shared/admin/queues.ts';
import { paths, type QueryName } from '#shared/site/paths.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import type { usePages } from '#web/lib/api/use-pages.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

type Filter = QueryName<typeof paths.admin>;

/** Tab and filters are in the address; another tab starts without filters. */
export function useAdminParams() {
  const [params, setParams] = usePageQuery(paths.admin);
  const wanted = params.get('tab');
  return {
    tab: adminTabs.find((tab) => tab === wanted) ?? 'statistics',
    chooseTab: (tab: string) => setParams([['tab', tab]]),
    filter: (name: Filter) => params.get(name) ?? '',
    setFilters: (...filters: readonly [Filter, string][]) =>
      setParams((current) => {
        for (const [name, value] of filters) {
          if (value) current.set(name, value);
          else current.delete(name);
        }
        return current;
      }),
  };
}

interface AdminListProps<Item> {
  list: Pick<
    ReturnType<typeof usePages<{ items: Item[]; next?: string | undefined }>>,
    'pages' | 'error' | 'retry' | 'more'
  >;
  empty: string;
  failed?: string;
  queue?: { end: string; waits: (item: Item) => boolean } | false;
  children: (items: readonly Item[]) => ReactNode;
}

export function AdminList<Item>({
  list,
  empty,
  failed = 'Impossible de charger les données',
  queue,
  children,
}: AdminListProps<Item>) {
  const items = list.pages?.flatMap((page) => page.items);
  const isDone = queue && items && !list.more.hasMore && !items.some(queue.waits);
  return (
    <>
      {list.error && <PanelLoadFailed title={failed} error={list.error} onRetry={list.retry} />}
      {!items && !list.error && <CardSkeletons count={3} />}
      {items?.length === 0 && !list.more.hasMore && !isDone && <EmptyState drawing="documents" title={empty} />}
      {items && items.length > 0 && children(items)}
      {isDone && (
        <p tabIndex={-1} data-queue="end" className="card queue-end">
          {queue.end}
        </p>
      )}
      <MoreButton {...list.more} />
    </>
  );
}
