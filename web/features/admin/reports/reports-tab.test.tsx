import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCard, anAdminReport } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { ReportsTab } from './reports-tab.tsx';

const openTab = (items: ReturnType<typeof anAdminReport>[]) => {
  fakeApi({ adminReports: () => ({ items }) });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports' });
};

test('a report shows its reason, its age, the thing and the person', async () => {
  openTab([anAdminReport({ reason: 'danger', accused: aCard({ firstName: 'Karim', lastName: 'Ould' }) })]);
  const card = await screen.findByRole('listitem');
  expect(card).toHaveTextContent(/Membre.*Danger immédiat pour une personne.*Attend depuis.*promis sous 48 heures/);
  expect(card).toHaveTextContent('Karim Ould');
});

test('the report of an administrator, or about them, waits for another one', async () => {
  openTab([anAdminReport({ isOwn: true, about: { kind: 'message' } })]);
  expect(await screen.findByText('Un autre administrateur décide de ce signalement.')).toBeVisible();
});

test('an empty queue says so', async () => {
  openTab([]);
  expect(await screen.findByText("Aucun signalement n'attend de décision.")).toBeVisible();
});
