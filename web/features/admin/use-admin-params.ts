import { useSearchParams } from 'react-router-dom';

const adminTabs = ['statistics', 'profiles', 'trips', 'parcels', 'logs'] as const;

/** Tab and filters are in the address; another tab starts without filters. */
export function useAdminParams() {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('tab');
  return {
    tab: adminTabs.find((tab) => tab === wanted) ?? 'statistics',
    chooseTab: (tab: string) => setParams({ tab }),
    filter: (name: string) => params.get(name) ?? '',
    setFilters: (filters: Readonly<Record<string, string>>) =>
      setParams((current) => {
        for (const [name, value] of Object.entries(filters)) {
          if (value) current.set(name, value);
          else current.delete(name);
        }
        return current;
      }),
  };
}
