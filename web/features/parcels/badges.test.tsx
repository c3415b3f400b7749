import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ParcelStatusBadge, Validation } from '#web/features/parcels/badges.tsx';

test('a paused listing and one that waits for validation have different badges', () => {
  render(
    <>
      <ParcelStatusBadge status="pending" />
      <Validation adminStatus="pending" />
    </>,
  );
  const [paused, awaiting] = ['En attente (en pause)', 'En attente de validation'].map((text) =>
    screen.getByText(text).closest('.status-badge'),
  );
  expect(paused?.className).not.toBe(awaiting?.className);
  expect(paused?.querySelector('svg')?.outerHTML).not.toBe(awaiting?.querySelector('svg')?.outerHTML);
});

test('a finished return asks for no act', () => {
  render(<ParcelStatusBadge status="returned" returnConfirmedAt="2026-11-20T10:00:00.000Z" />);
  expect(screen.getByText('Rendu')).toBeVisible();
  expect(screen.queryByText('À retourner')).toBeNull();
});

test('a validated listing shows no validation, a refused one its reason', () => {
  const { rerender, container } = render(<Validation adminStatus="approved" />);
  expect(container).toBeEmptyDOMElement();
  rerender(<Validation adminStatus="rejected" reason="Contenu imprécis" />);
  expect(screen.getByText('Refusé')).toBeVisible();
  expect(screen.getByText('Contenu imprécis')).toBeVisible();
});
