import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { TabBar } from './layout.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the bar returns a moment after a field lost the focus, so a second press on a button does not meet it', () => {
  renderPart(
    <>
      <input aria-label="Code" />
      <button type="button">Envoyer</button>
      <TabBar />
    </>,
  );
  const bar = () => screen.queryByRole('navigation', { name: 'Navigation rapide' });
  expect(bar()).toBeInTheDocument();
  act(() => screen.getByLabelText('Code').focus());
  expect(bar()).toBeNull();
  act(() => screen.getByRole('button', { name: 'Envoyer' }).focus());
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  act(() => void vi.advanceTimersByTime(300));
  expect(bar()).toBeNull();
  act(() => void vi.advanceTimersByTime(300));
  expect(bar()).toBeInTheDocument();
});

test('« Mes colis » counts « À faire » of own parcels, propositions too, and the carried ones that wait for an answer', () => {
  const unread = {
    messages: 3,
    requests: 1,
    toDo: 4,
    toCorrect: 1,
    toConfirm: 2,
    ownProblems: 3,
    carriedProblems: 7,
    carriedToAnswer: 2,
  };
  renderPart(<TabBar />, { me: aMe({ unread }) });
  const names = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual(['Rechercher', '6 en attenteMes colis', 'Publier', '3 non lusMessages', 'Compte']);
});
