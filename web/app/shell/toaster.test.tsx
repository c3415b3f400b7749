import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { toast, toasts } from '#web/lib/toast.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const page = (content?: ReactNode) => renderPart(content);
const titles = () => toasts.get().map(({ title }) => title);
const wide = (media: string) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('a success stays 5 seconds, an error 10', () => {
  page();
  act(() => toast.success('Connexion réussie'));
  pass(4_900);
  expect(screen.getByRole('status')).toHaveTextContent('Connexion réussie');
  pass(100);
  expect(screen.queryByText('Connexion réussie')).toBeNull();
  act(() => toast.error('Copie impossible'));
  pass(9_900);
  expect(screen.getByText('Copie impossible')).toBeVisible();
  pass(100);
  expect(screen.queryByText('Copie impossible')).toBeNull();
});

test('a toast waits while the pointer is on it', () => {
  page();
  act(() => toast.success('Trajet enregistré !'));
  fireEvent(screen.getByRole('region', { name: 'Notifications' }), new Event('pointerenter'));
  pass(60_000);
  expect(screen.getByText('Trajet enregistré !')).toBeVisible();
  fireEvent(screen.getByRole('region', { name: 'Notifications' }), new Event('pointerleave'));
  pass(5_000);
  expect(screen.queryByText('Trajet enregistré !')).toBeNull();
});

test('a phone shows one toast at a time, the newest', () => {
  page();
  act(() => ['un', 'deux'].forEach((title) => toast.info(title)));
  expect(screen.queryByText('un')).toBeNull();
  expect(screen.getByText('deux')).toBeVisible();
});

test('a wide screen shows three toasts at most, the oldest is removed first', () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(wide);
  page();
  act(() => ['un', 'deux', 'trois', 'quatre'].forEach((title) => toast.info(title)));
  expect(titles()).toEqual(['deux', 'trois', 'quatre']);
});

test('a toast with the same title replaces the earlier one', () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(wide);
  page();
  act(() => toast.error('Erreur', 'La première fois'));
  act(() => toast.error('Erreur', 'La deuxième fois'));
  expect(titles()).toEqual(['Erreur']);
  expect(screen.getByText('La deuxième fois')).toBeVisible();
});

test('a success removes the outdated errors, and no other toasts', () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(wide);
  page();
  act(() => toast.error('Photo requise'));
  act(() => toast.info('Nouveau message'));
  act(() => toast.success('Action validée'));
  expect(titles()).toEqual(['Nouveau message', 'Action validée']);
});

test('an error is removed at the next try, of a form or of a single button', () => {
  page(
    <>
      <form onSubmit={(event) => event.preventDefault()}>
        <button type="submit">Rechercher</button>
      </form>
      <SubmitButton type="button">Valider</SubmitButton>
    </>,
  );
  for (const name of ['Rechercher', 'Valider']) {
    act(() => toast.error('Erreur'));
    fireEvent.click(screen.getByRole('button', { name }));
    expect(titles()).toEqual([]);
  }
});

test('an error is removed with its page, unless it is about the next page', () => {
  page(<Link to="/login">Se connecter</Link>);
  act(() => toast.error('Erreur', 'De cette page'));
  fireEvent.click(screen.getByRole('link'));
  expect(titles()).toEqual([]);
  act(() => toast.error('Connexion requise', 'Pour la suite', undefined, '/my-parcels'));
  act(() => toast.arrive('/my-parcels'));
  expect(titles()).toEqual(['Connexion requise']);
});

test('a notice is removed where it leads to, also while the pointer is on it', () => {
  page(<Link to="/messages/karim?parcel=p1">Karim</Link>);
  const link = { to: '/messages/karim?parcel=p1', text: 'Lire le message' };
  act(() => toast.info('Nouveau message', 'Bonjour', link));
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
  fireEvent.click(screen.getByRole('link', { name: 'Lire le message' }));
  expect(titles()).toEqual([]);
  act(() => toast.info('Nouveau message', 'Bonjour', { ...link, to: '/messages/ines' }));
  fireEvent.click(screen.getByRole('link', { name: 'Karim' }));
  expect(titles()).toEqual(['Nouveau message']);
});

test('an error is removed when its cause is fixed', () => {
  page();
  act(() => toast.error('Photo requise'));
  act(() => toast.settle('Photo requise'));
  expect(titles()).toEqual([]);
});

/** A page with two dialogs, one over the other, each opened and closed by its button. */
function Dialogs() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Ouvrir
      </button>
      <Dialog open={open > 0} title="Premier" onClose={() => setOpen(0)}>
        <button type="button" onClick={() => setOpen(2)}>
          Aller plus loin
        </button>
      </Dialog>
      <Dialog open={open > 1} title="Second" onClose={() => setOpen(1)}>
        <p>Contenu</p>
      </Dialog>
    </>
  );
}

test('while a dialog is open a toast is in its region, which existed before, and can be closed', () => {
  page(<Dialogs />);
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Premier' }));
  const region = dialog.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  // A screen reader that lists the regions finds one.
  const regions = screen.getAllByRole('region', { name: 'Notifications', hidden: true });
  expect(regions.filter((one) => !one.hasAttribute('inert'))).toEqual([region.parentElement]);
  act(() => toast.error('Copie impossible'));
  expect(region).toHaveTextContent('Copie impossible');
  expect(screen.getAllByText('Copie impossible')).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Fermer la notification : Copie impossible' }));
  expect(region).toBeEmptyDOMElement();
  expect(screen.getByRole('dialog', { name: 'Premier' })).toBeVisible();
});

test('a toast is in the topmost dialog, and in the page after the last one closes', () => {
  page(<Dialogs />);
  const inPage = screen.getByRole('status');
  fireEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
  act(() => toast.info('Nouveau message'));
  fireEvent.click(screen.getByRole('button', { name: 'Aller plus loin' }));
  const second = within(screen.getByRole('dialog', { name: 'Second' }));
  expect(second.getByRole('status')).toHaveTextContent('Nouveau message');
  fireEvent.click(second.getByRole('button', { name: 'Fermer' }));
  expect(within(screen.getByRole('dialog', { name: 'Premier' })).getByRole('status')).toHaveTextContent(
    'Nouveau message',
  );
  expect(inPage).toBeEmptyDOMElement();
  fireEvent.click(within(screen.getByRole('dialog', { name: 'Premier' })).getByRole('button', { name: 'Fermer' }));
  expect(screen.getByRole('status')).toBe(inPage);
  expect(inPage).toHaveTextContent('Nouveau message');
});

test('a toast can be closed by its named button', () => {
  page();
  act(() => toast.error('Erreur'));
  fireEvent.click(screen.getByRole('button', { name: 'Fermer la notification : Erreur' }));
  expect(screen.queryByText('Erreur')).toBeNull();
});
