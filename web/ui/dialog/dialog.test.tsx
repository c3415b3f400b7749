import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <h1>Mes trajets</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Détail du colis">
        <p>Contenu</p>
      </Dialog>
    </main>
  );
}

test('a dialog is named by its title and takes the focus', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  const dialog = screen.getByRole('dialog', { name: 'Détail du colis' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
});

test.each(['Escape', 'cross'])('closed by %s, the focus returns to the opener', async (way) => {
  render(<Page />);
  const opener = screen.getByRole('button', { name: 'Ouvrir' });
  await userEvent.click(opener);
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
});

test('when its row loses the opener a moment after the dialog, the heading gets the focus', async () => {
  const { container } = render(<Page />);
  const opener = screen.getByRole('button', { name: 'Ouvrir' });
  await userEvent.click(opener);
  await userEvent.keyboard('{Escape}');
  expect(opener).toHaveFocus();
  container.querySelector('main')!.replaceChildren(screen.getByRole('heading'));
  await waitFor(() => expect(screen.getByRole('heading')).toHaveFocus());
});

test('when the opener no longer exists the heading gets the focus', async () => {
  function Vanishing() {
    const [open, setOpen] = useState(false);
    return (
      <main>
        <h1>Mes colis</h1>
        {!open && (
          <button type="button" onClick={() => setOpen(true)}>
            Supprimer
          </button>
        )}
        <Dialog open={open} onClose={() => setOpen(false)} title="Supprimé">
          <p>Fait</p>
        </Dialog>
      </main>
    );
  }
  const { rerender } = render(<Vanishing />);
  await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
  await userEvent.keyboard('{Escape}');
  rerender(<Vanishing />);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.body).not.toHaveFocus();
});
