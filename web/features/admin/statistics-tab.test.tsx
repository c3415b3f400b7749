import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { queueNames } from '#shared/admin/queues.ts';
import { Refusal } from '#shared/refusal.ts';
import { hourMs } from '#shared/values/time.ts';
import { anAdminStatistics } from '#test/support/factories.ts';
import { type Answers, fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { StatisticsTab } from '#web/features/admin/statistics-tab.tsx';

const ago = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();

function openTab(answers: Answers) {
  fakeApi({
    adminStatistics: () =>
      anAdminStatistics({
        pendingProfiles: 3,
        pendingProfilesWithDocuments: 2,
        pendingParcels: 4,
        pendingReceipts: 1,
        totalUsers: 12,
      }),
    ...answers,
  });
  renderPart(<StatisticsTab />, { at: '/admin', session: { status: 'member' } });
}

test('the figure of profiles says what it counts, and leads to a list of as many', async () => {
  openTab({});
  const figure = await screen.findByRole('link', { name: /Profils en attente/ });
  expect(figure).toHaveTextContent(/^3 Profils en attente ?Identités et nouveaux noms, adresse confirmée$/);
  expect(figure).toHaveAttribute('href', '/admin?tab=profiles&status=pending');
});

// Payments are promised in working hours: five days hold more than a day of them on any day of the week.
test('the first of each queue says since when it waits, and leads to its queue', async () => {
  openTab({ adminQueues: () => ({ oldest: { profile: ago(12 * 24), parcel: ago(5), receipt: ago(5 * 24) } }) });
  const lineOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li');
  expect(await lineOf('Profils')).toHaveTextContent(
    'ProfilsAttend depuis 12 jours promis sous 24 à 48 heures : délai dépassé',
  );
  expect(await lineOf('Trajets')).toHaveTextContent("TrajetsRien n'attend");
  expect(await lineOf('Colis')).toHaveTextContent(/^ColisAttend depuis 5 h promis sous 24 à 48 heures$/);
  expect(await lineOf('Paiements')).toHaveTextContent(/Attend depuis 5 jours .*délai dépassé/);
  expect(screen.getByRole('link', { name: 'Paiements' })).toHaveAttribute('href', '/admin?tab=receipts&status=pending');
});

test('ages that cannot be read are not shown as empty queues, and are read again on demand', async () => {
  let isDown = true;
  openTab({ adminQueues: () => (isDown ? new Refusal('FAULT') : { oldest: {} }) });
  expect(await screen.findByText('Données indisponibles')).toBeVisible();
  expect(screen.queryByText("Rien n'attend")).toBeNull();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findAllByText("Rien n'attend")).toHaveLength(queueNames.length);
});
