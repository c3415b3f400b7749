import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announce, announcements } from '#web/lib/store.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Announcer } from './frame.tsx';

const spoken = (part: ParentNode) => [...part.querySelectorAll('[aria-live]')].map((region) => region.textContent);
const page = (open: boolean) => (
  <>
    <Dialog open={open} title="Colis" onClose={() => {}}>
      <p>Contenu</p>
    </Dialog>
    <Announcer />
  </>
);

test('while a dialog is open, its own region announces, and the region of the page is empty', () => {
  announcements.set('');
  const { rerender } = render(page(false));
  act(() => announce('Mes colis'));
  expect(spoken(document)).toEqual(['Mes colis']);
  rerender(page(true));
  const dialog = screen.getByRole('dialog', { name: 'Colis' });
  expect(spoken(dialog)).toEqual(['']);
  act(() => announce('Copié'));
  expect(spoken(dialog)).toEqual(['Copié']);
  expect(spoken(document)).toHaveLength(2);
  rerender(page(false));
  act(() => announce('Mes trajets'));
  expect(spoken(document)).toEqual(['Mes trajets']);
});
