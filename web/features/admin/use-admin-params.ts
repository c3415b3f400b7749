import { adminTabs } from '#shared/admin/queues.ts';
import { paths, type QueryName } from '#shared/site/paths.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';

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
