import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { AdminLog } from '#shared/admin/contract.ts';
import { aMe } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import { LogsTab } from '#web/features/admin/logs/logs-tab.tsx';
import { toasts } from '#web/lib/toast.ts';

const line = (id: string): AdminLog => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  admin: { id: 'root', name: 'Administrateur Principal' },
  action: 'approveProfile',
  targetType: 'profile',
  targetId: '0f8fad5b-d9cb-469f-a165-70867728950e',
  details: { before: 'pending', after: 'approved' },
});

function openTab(at = '/admin?tab=logs', pages = 1) {
  const asked = fakeApi({
    adminLogs: ({ query }) => {
      const page = Number(query['cursor'] ?? 1);
      return { items: [line(`l${page}`)], ...(page < pages ? { next: String(page + 1) } : {}) };
    },
  });
  const place = renderPage(<LogsTab />, { at, me: aMe({ isAdmin: true }) });
  return { asked, place };
}

test('type, action and days are asked of the server and stand in the address', async () => {
  const { asked, place } = openTab();
  await screen.findByRole('cell', { name: 'Profil approuvé' });
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Administrateur');
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'Administrateur ajouté');
  await userEvent.type(screen.getByLabelText('Du'), '1/11/2026');
  await userEvent.type(screen.getByLabelText('Au'), '20/11/2026');
  await waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({
      type: 'administrator',
      action: 'addAdministrator',
      from: '2026-11-01',
      to: '2026-11-20',
    }),
  );
  expect(place.url).toContain('type=administrator&action=addAdministrator&from=2026-11-01&to=2026-11-20');
  await userEvent.clear(screen.getByLabelText('Au'));
  await userEvent.type(screen.getByLabelText('Au'), '31/13');
  await userEvent.tab();
  expect(await screen.findByText('Date incorrecte')).toBeVisible();
});

test('the history of one thing says so, and leads back to all lines', async () => {
  const { asked, place } = openTab(`/admin?tab=logs&target=${line('x').targetId}`);
  expect(await screen.findByText(/Historique de l'élément/)).toBeVisible();
  expect(screen.getByText(/Historique de l'élément/).closest('p')).toHaveFocus();
  expect(asked[0]?.query).toEqual({ target: line('x').targetId });
  await userEvent.click(screen.getByRole('link', { name: 'Tous les logs' }));
  expect(place.url).toBe('/admin?tab=logs');
});

/** Takes what the browser would save. */
function savedFiles() {
  const files: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => (files.push(file), 'blob:file'),
      revokeObjectURL: () => undefined,
    }),
  );
  return files;
}

test('the file contains every page of the filters', async () => {
  const files = savedFiles();
  const { asked } = openTab('/admin?tab=logs&type=profile', 3);
  await userEvent.click(await screen.findByRole('button', { name: 'Télécharger (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]?.text())?.trim().split('\r\n')).toHaveLength(4);
  expect(asked.every(({ query }) => query['type'] === 'profile')).toBe(true);
  expect(toasts.get()).toEqual([]);
});

test('a file that would be too long is cut, and says so', async () => {
  const files = savedFiles();
  openTab('/admin?tab=logs', 50);
  await userEvent.click(await screen.findByRole('button', { name: 'Télécharger (CSV)' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect((await files[0]?.text())?.trim().split('\r\n')).toHaveLength(21);
  expect(toasts.get()[0]?.title).toBe('Le fichier ne contient pas tout');
});
