import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { toasts } from '#web/lib/toast.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ActFailed } from './failure.ts';

function Page({ onConfirm }: { onConfirm: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <h1>Mes trajets</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      <ConfirmDialog
        open={open}
        title="Annuler ce trajet ?"
        confirm="Annuler le trajet"
        cancel="Garder"
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
      />
    </main>
  );
}

test('a confirmation starts on the safe button', async () => {
  let confirmed = 0;
  render(<Page onConfirm={async () => (confirmed += 1)} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  expect(screen.getByRole('alertdialog', { name: 'Annuler ce trajet ?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Garder' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le trajet' }));
  expect(confirmed).toBe(1);
});

test('a confirmation that fails stays and says why; done at the next try, it closes', async () => {
  const answers = [() => Promise.reject(new ActFailed({ detail: 'Problème de connexion.' })), () => Promise.resolve()];
  render(<Page onConfirm={() => answers.shift()?.() ?? Promise.resolve()} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le trajet' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Problème de connexion.');
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le trajet' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('where another try cannot succeed only the way out is left, and has the focus', async () => {
  let seen = 0;
  const failed = () =>
    Promise.reject(new ActFailed({ detail: 'Trop tard.', isFinal: true, onClosed: () => (seen += 1) }));
  render(<Page onConfirm={failed} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le trajet' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Trop tard.');
  expect(screen.queryByRole('button', { name: 'Annuler le trajet' })).toBeNull();
  expect(screen.getByText('Fermer')).toHaveFocus();
  expect(seen).toBe(0);
  await userEvent.click(screen.getByText('Fermer'));
  expect(seen).toBe(1);
});

test('the failure of an act whose dialog was closed meanwhile is a toast', async () => {
  let fail: (reason: Error) => void = () => {};
  render(<Page onConfirm={() => new Promise((_, reject) => (fail = reject))} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  await userEvent.click(screen.getByRole('button', { name: 'Annuler le trajet' }));
  await userEvent.click(screen.getByRole('button', { name: 'Garder' }));
  fail(new ActFailed({ title: "Impossible d'annuler le trajet", detail: 'Réessayez.' }));
  await waitFor(() =>
    expect(toasts.get()).toMatchObject([{ title: "Impossible d'annuler le trajet", description: 'Réessayez.' }]),
  );
});
