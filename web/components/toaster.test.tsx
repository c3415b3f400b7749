import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '#web/components/toaster.tsx';
import { toast, toasts } from '#web/lib/toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
  toasts.set([]);
});
afterEach(() => vi.useRealTimers());

const page = () =>
  render(
    <MemoryRouter>
      <Toaster />
    </MemoryRouter>,
  );
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('a success stays 5 seconds, an error 10', () => {
  page();
  act(() => {
    toast.success('Connexion réussie');
    toast.error('Erreur de connexion', 'Email ou mot de passe incorrect');
  });
  expect(screen.getByRole('status')).toHaveTextContent('Email ou mot de passe incorrect');
  pass(5_000);
  expect(screen.queryByText('Connexion réussie')).toBeNull();
  expect(screen.getByText('Erreur de connexion')).toBeVisible();
  pass(5_000);
  expect(screen.queryByText('Erreur de connexion')).toBeNull();
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

test('at most three at once, the oldest leaves first', () => {
  page();
  act(() => ['un', 'deux', 'trois', 'quatre'].forEach((title) => toast.info(title)));
  expect(screen.queryByText('un')).toBeNull();
  expect(screen.getByText('quatre')).toBeVisible();
});

test('a toast can be closed by its named button', () => {
  page();
  act(() => toast.error('Erreur'));
  fireEvent.click(screen.getByRole('button', { name: 'Fermer la notification : Erreur' }));
  expect(screen.queryByText('Erreur')).toBeNull();
});
