import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { aCard, anAdminParcel, anAdminProfile, anAdminStatistics, aTrip, karim } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { AdvertisementsTab } from '#web/features/admin/advertisements/advertisements-tab.tsx';
import { BanksTab } from '#web/features/admin/banks/banks-tab.tsx';
import { ParcelsTab } from '#web/features/admin/listings/parcels-tab.tsx';
import { TripsTab } from '#web/features/admin/listings/trips-tab.tsx';
import { LogsTab } from '#web/features/admin/logs/logs-tab.tsx';
import { ProfilesTab } from '#web/features/admin/profiles/profiles-tab.tsx';
import { ReceiptsTab } from '#web/features/admin/receipts/receipts-tab.tsx';
import { toasts } from '#web/lib/toast.ts';

const nothing = () => ({ items: [] });
const statistics = anAdminStatistics({
  totalUsers: 1,
});

test.each<[heading: string, tab: ReactElement, empty: string]>([
  ['Validation des Profils Utilisateurs', <ProfilesTab key="p" />, 'Aucun profil'],
  ['Validation des Trajets', <TripsTab key="t" />, 'Aucun trajet disponible'],
  ['Validation des Colis', <ParcelsTab key="c" />, 'Aucun colis disponible'],
  ['Panel de Paiement', <ReceiptsTab key="r" />, 'Aucun reçu de paiement trouvé.'],
  ['Gestion des Banques', <BanksTab key="b" />, 'Aucune banque enregistrée'],
  ['Gestion des Publicités', <AdvertisementsTab key="a" />, 'Aucune publicité'],
  ["Logs d'Administration", <LogsTab key="l" />, 'Aucun log disponible'],
])('%s: with nothing in it the tab says so', async (heading, tab, empty) => {
  fakeApi({
    adminStatistics: () => statistics,
    adminProfiles: nothing,
    adminTrips: nothing,
    adminParcels: nothing,
    adminReceipts: nothing,
    adminBanks: nothing,
    adminAdvertisements: nothing,
    adminLogs: nothing,
  });
  renderPage(tab, { at: '/admin', me: karim });
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  expect(await screen.findByText((text) => text.startsWith(empty))).toBeVisible();
});

test('a member who is blocked, and one whose block ends, are named as such', async () => {
  const profile = anAdminProfile({ status: 'approved' });
  fakeApi({
    adminStatistics: () => statistics,
    adminProfiles: () => ({ items: [profile] }),
    blockProfile: () => ({ ...profile, status: 'blocked', version: profile.version + 1 }),
    unblockProfile: () => ({ ...profile, status: 'pending', version: profile.version + 2 }),
  });
  renderPage(<ProfilesTab />, { at: '/admin', me: karim });
  expect(await screen.findByText(/^Inscrit le /)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer : Amel Benali' }));
  const question = await screen.findByRole('dialog', { name: /^Bloquer Amel Benali/ });
  expect(question).toHaveTextContent('ses annonces quittent la recherche, et ses propositions ne peuvent plus être');
  expect(question).toHaveTextContent('Débloquer ce profil ne rendra pas sa vérification : son identité devra être');
  await userEvent.type(screen.getByLabelText(/Motif \*/), 'Fraude');
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer le profil' }));
  await waitFor(() => expect(toasts.get()[0]).toMatchObject({ title: 'Profil bloqué' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Débloquer : Amel Benali' }));
  await waitFor(() => expect(toasts.get()[0]).toMatchObject({ title: 'Profil débloqué' }));
});

test('an owner whose name is not known is N/A', async () => {
  const owner = aCard({ firstName: '', lastName: '' });
  fakeApi({
    adminTrips: () => ({ items: [{ ...aTrip({ owner }), adminStatus: 'pending' }] }),
    adminParcels: () => ({ items: [anAdminParcel({ owner })] }),
  });
  renderPage(
    <>
      <TripsTab />
      <ParcelsTab />
    </>,
    { at: '/admin', me: karim },
  );
  await waitFor(() => expect(screen.getAllByText('N/A')).toHaveLength(2));
});
