import type { ReactNode } from 'react';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import type { usePages } from '#web/lib/api/use-pages.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

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
