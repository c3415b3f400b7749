import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
