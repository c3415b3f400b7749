import { useQuery } from '@tanstack/react-query';
import { AdvertisementsTab } from '#web/features/admin/advertisements/advertisements-tab.tsx';
import { adminQuery } from '#web/features/admin/api.ts';
import { BanksTab } from '#web/features/admin/banks/banks-tab.tsx';
import { LogsTab } from '#web/features/admin/logs-tab.tsx';
import { ParcelsTab } from '#web/features/admin/parcels-tab.tsx';
import { ProfilesTab } from '#web/features/admin/profiles-tab.tsx';
import { StatisticsTab } from '#web/features/admin/statistics-tab.tsx';
import { TripsTab } from '#web/features/admin/trips-tab.tsx';
import { useAdminParams } from '#web/features/admin/use-admin-params.ts';
import { SelectField } from '#web/forms/text-field.tsx';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/admin/admin.css';

/** `/admin` (product 2.2): tabs, a select below 768 px; tab and filters are in the address. */
export function AdminPage() {
  const { tab, chooseTab } = useAdminParams();
  const counts = useQuery(adminQuery('adminStatistics')).data;
  const isWide = useMediaQuery('(min-width: 48em)');
  const withCount = (name: string, count: number | undefined) => (count ? `${name} (${count})` : name);
  const tabs = [
    { value: 'statistics', label: 'Statistiques', content: <StatisticsTab /> },
    { value: 'profiles', label: withCount('Profils', counts?.pendingProfiles), content: <ProfilesTab /> },
    { value: 'trips', label: withCount('Trajets', counts?.pendingTrips), content: <TripsTab /> },
    { value: 'parcels', label: withCount('Colis', counts?.pendingParcels), content: <ParcelsTab /> },
    { value: 'banks', label: 'Banques', content: <BanksTab /> },
    { value: 'advertisements', label: 'Publicités', content: <AdvertisementsTab /> },
    { value: 'logs', label: 'Logs', content: <LogsTab /> },
  ];
  return (
    <div className="container page stack">
      <h1 tabIndex={-1}>Panel Admin</h1>
      {isWide ? (
        <div>
          <Tabs label="Rubriques" tabs={tabs} value={tab} onChange={chooseTab} />
        </div>
      ) : (
        <>
          <div className="admin-filters">
            <SelectField
              label="Rubrique"
              name="tab"
              optional="silent"
              options={tabs.map(({ value, label }) => [value, label] as const)}
              value={tab}
              onChange={({ target }) => chooseTab(target.value)}
            />
          </div>
          {tabs.find(({ value }) => value === tab)?.content}
        </>
      )}
    </div>
  );
}
