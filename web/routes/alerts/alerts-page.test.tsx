import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anAlert, karim } from '#test/support/factories.ts';
import { fakeApi, refusal } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { AlertsPage } from './alerts-page.tsx';

const open = () => renderPage(<AlertsPage />, { at: '/alerts', me: karim });
const later = '2099-05-24';

test('each alert shows its search, its last day and the way to its listings', async () => {
  fakeApi({ myAlerts: () => ({ items: [anAlert({ until: later, filter: 'weight-5' })] }) });
  open();
  expect(await screen.findByRole('heading', { name: 'Trajets de Paris à Alger, 5 kg au moins' })).toBeVisible();
  expect(screen.getByText("jusqu'au 24 mai 2099")).toBeVisible();
  expect(screen.getByText('1 alerte sur 10')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir les annonces' })).toHaveAttribute(
    'href',
    '/find-parcels?tab=trips&fromCountry=FR&fromCity=Paris&fromPlace=2988507&toCountry=DZ&toCity=Alger&toPlace=2507480&filter=weight-5',
  );
});

test('the choice of the time is saved with the whole alert', async () => {
  let alert = anAlert({ until: later });
  const asked = fakeApi({
    myAlerts: () => ({ items: [alert] }),
    editAlert: ({ body }) => (alert = { ...alert, when: (body as typeof alert).when }),
  });
  open();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /Quand/ }), 'Désactivée');
  expect(await screen.findByText('Enregistré')).toBeVisible();
  expect(asked.find(({ row }) => row === 'editAlert')).toMatchObject({
    params: { alertId: 'alert' },
    body: {
      kind: 'trip',
      from: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
      to: { countryCode: 'DZ', city: 'Alger', placeId: '2507480' },
      until: later,
      when: 'off',
    },
  });
  expect(screen.getByRole('combobox', { name: /Quand/ })).toHaveValue('off');
});

test('an ended alert can be prolonged; one that no longer exists says so, and leaves the list', async () => {
  let items = [anAlert({ until: '2026-01-01' })];
  const asked = fakeApi({
    myAlerts: () => ({ items }),
    editAlert: () => {
      items = [];
      return refusal('NOT_FOUND', "Cette alerte n'existe plus.");
    },
  });
  open();
  expect(await screen.findByText('Terminée')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Prolonger de 180 jours' }));
  expect(await screen.findByText("Cette alerte n'existe plus.")).toBeVisible();
  expect(asked.find(({ row }) => row === 'editAlert')?.body).not.toHaveProperty('until');
  expect(await screen.findByText('Aucune alerte')).toBeVisible();
});

test('an alert is removed after the question', async () => {
  let items = [anAlert({ until: later })];
  fakeApi({
    myAlerts: () => ({ items }),
    removeAlert: () => {
      items = [];
    },
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: /^Supprimer/ }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Supprimer cette alerte ?' }));
  expect(question.getByText('Vous ne serez plus prévenu de ces annonces.')).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Supprimer' }));
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2 })).toBeNull());
  expect(await screen.findByText('Aucune alerte')).toBeVisible();
});
