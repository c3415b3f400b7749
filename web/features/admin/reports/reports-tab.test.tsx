import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

test('an opened report shows both texts and earlier reports, and is decided with a warning', async () => {
  const report = {
    ...anAdminReport({ accused: aCard({ firstName: 'Karim' }), text: 'Il crie' }),
    kept: [{ label: 'Titre', text: 'Sachet blanc' }],
    current: [{ label: 'Titre', text: 'Livres' }],
    earlier: [{ id: 'r0', kind: 'review' as const, reason: 'scam' as const, createdAt: '2026-11-01T10:00:00.000Z' }],
  };
  const asked = fakeApi({
    adminReports: () => ({ items: [report] }),
    adminReport: () => report,
    decideReport: () => ({ ...anAdminReport({ status: 'closed', version: 2 }) }),
  });
  renderPart(<ReportsTab />, { at: '/admin?tab=reports' });
  await userEvent.click(await screen.findByRole('button', { name: 'Examiner : SG-1A2B3C4D' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Signalement SG-1A2B3C4D' }));
  expect(await dialog.findByText('Sachet blanc')).toBeVisible();
  expect(dialog.getByText('Livres')).toBeVisible();
  expect(dialog.getByText(/Avis, Escroquerie/)).toBeVisible();
  await userEvent.click(dialog.getByRole('radio', { name: 'Avertissement' }));
  await userEvent.selectOptions(
    dialog.getByLabelText(/Motif fréquent/),
    'Nous avons pris une mesure envers ce membre.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(asked.some(({ row }) => row === 'decideReport')).toBe(false);
  await userEvent.type(dialog.getByLabelText(/^Avertissement \*/), 'Restez courtois.');
  await userEvent.click(dialog.getByRole('button', { name: 'Décider' }));
  expect(await screen.findByText('Signalement traité')).toBeVisible();
  expect(asked.find(({ row }) => row === 'decideReport')).toMatchObject({
    version: 1,
    body: {
      outcome: 'warned',
      reason: 'Nous avons pris une mesure envers ce membre.',
      warning: 'Restez courtois.',
    },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
