import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ParcelStatusBadge, Validation } from '#web/features/parcels/badges.tsx';

test('a paused listing and one that waits for its validation are told apart', () => {
  render(
    <>
      <ParcelStatusBadge status="pending" />
      <Validation adminStatus="pending" />
    </>,
  );
  const paused = screen.getByText('En attente (en pause)');
  const awaiting = screen.getByText('En attente de validation');
  expect(paused.className).not.toBe(awaiting.className);
  expect(paused.querySelector('svg')?.outerHTML).not.toBe(awaiting.querySelector('svg')?.outerHTML);
});

test('a listing that may appear says nothing of its validation, a refused one why', () => {
  const { rerender, container } = render(<Validation adminStatus="approved" />);
  expect(container).toBeEmptyDOMElement();
  rerender(<Validation adminStatus="rejected" reason="Contenu imprécis" />);
  expect(screen.getByText('Refusé')).toBeVisible();
  expect(screen.getByText('Contenu imprécis')).toBeVisible();
});
