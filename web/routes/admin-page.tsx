import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw, UserCog } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type Queue, queueNames, queues } from '#shared/admin/queues.ts';
import { useAdminParams } from '#web/features/admin/admin-list.tsx';
import { AdministratorsView } from '#web/features/admin/administrators/administrators-view.tsx';
import { AdvertisementsTab } from '#web/features/admin/advertisements/advertisements-tab.tsx';
import { adminQuery } from '#web/features/admin/api.ts';
import { BanksTab } from '#web/features/admin/banks/banks-tab.tsx';
import { ParcelsTab } from '#web/features/admin/listings/parcels-tab.tsx';
import { TripsTab } from '#web/features/admin/listings/trips-tab.tsx';
import { LogsTab } from '#web/features/admin/logs/logs-tab.tsx';
import { ProfilesTab } from '#web/features/admin/profiles/profiles-tab.tsx';
import { ReceiptsTab } from '#web/features/admin/receipts/receipts-tab.tsx';
import { ReportsTab } from '#web/features/admin/reports/reports-tab.tsx';
import { StatisticsTab } from '#web/features/admin/statistics-tab.tsx';
import { secondFactorQuery } from '#web/features/second-factor/api.ts';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { SetUp } from '#web/features/second-factor/set-up.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { noteProvenUntil, putOffQuestion } from '#web/lib/session/second-factor.ts';
import { useSession } from '#web/lib/session/session.ts';
import { AppearingHeading } from '#web/ui/appearing-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/admin/admin.css';

/** `/admin` (product 2.2). At the first visit the set-up of the second factor replaces it. */
export function AdminPage() {
  const standing = useQuery(secondFactorQuery('secondFactorStanding'));
  const until = standing.data?.provenUntil;
  useEffect(() => {
    if (until) noteProvenUntil(until);
  }, [until]);
  if (standing.data?.isSetUp) return <Panel />;
  if (standing.data) return <FirstSetUp onDone={() => void standing.refetch()} />;
  return (
    <div className="container page stack">
      <h1 tabIndex={-1}>Panel Admin</h1>
      {standing.error ? (
        <PanelLoadFailed error={standing.error} onRetry={() => void standing.refetch()} />
      ) : (
        <CardSkeletons count={3} />
      )}
    </div>
  );
}

function FirstSetUp({ onDone }: { onDone: () => void }) {
  const { me } = useSession();
  useEffect(putOffQuestion, []);
  return (
    <div className="container page stack set-up">
      <h1 tabIndex={-1}>Protégez votre accès au panel</h1>
      <p>
        Le panel contient des données personnelles : votre mot de passe seul ne l'ouvre pas. Configurez une fois la
        validation en deux étapes. Un code de votre téléphone vous sera ensuite demandé toutes les 30 minutes.
      </p>
      <SetUp email={me?.email ?? ''} done="Ouvrir le panel" onDone={onDone} />
    </div>
  );
}

const queueTabs: Readonly<Record<Queue, ReactNode>> = {
  profile: <ProfilesTab />,
  trip: <TripsTab />,
  parcel: <ParcelsTab />,
  report: <ReportsTab />,
  receipt: <ReceiptsTab />,
};

/** Tabs, a select below 768 px; tab and filters are in the address. */
function Panel() {
  const { tab, chooseTab } = useAdminParams();
  const [hasReturned, setReturned] = useState(false);
  const counts = useQuery(adminQuery('adminStatistics')).data;
  const isWide = useMediaQuery('(min-width: 48em)');
  const tabs = [
    { value: 'statistics', label: 'Statistiques', content: <StatisticsTab /> },
    ...queueNames.map((queue) => {
      const { tab: value, label, counter } = queues[queue];
      const count = counts?.[counter];
      return { value, label: count ? `${label} (${count})` : label, content: queueTabs[queue] };
    }),
    { value: 'banks', label: 'Banques', content: <BanksTab /> },
    { value: 'advertisements', label: 'Publicités', content: <AdvertisementsTab /> },
    { value: 'logs', label: 'Logs', content: <LogsTab /> },
  ];
  const leave = () => {
    setReturned(true);
    chooseTab('statistics');
  };
  if (tab === 'administrators') return <AdministratorsView onLeave={leave} />;
  const select = (
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
  );
  return (
    <div className="container page stack">
      {hasReturned ? <AppearingHeading>Panel Admin</AppearingHeading> : <h1 tabIndex={-1}>Panel Admin</h1>}
      <div className="cluster">
        <RefreshButton />
        <Button size="small" onClick={() => chooseTab('administrators')}>
          <UserCog size={18} aria-hidden="true" /> Gestion Administrateurs
        </Button>
      </div>
      <div>
        <Tabs label="Rubriques" tabs={tabs} value={tab} onChange={chooseTab} chooser={isWide ? undefined : select} />
      </div>
    </div>
  );
}

/** Reads again what the chosen tab shows, and the counts of all. */
function RefreshButton() {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await queries.refetchQueries({ type: 'active' });
    setBusy(false);
  };
  return (
    <SubmitButton type="button" variant="default" size="small" busy={busy} onClick={() => void refresh()}>
      <RefreshCw size={18} aria-hidden="true" /> Actualiser
    </SubmitButton>
  );
}
