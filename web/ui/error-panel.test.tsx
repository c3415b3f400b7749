import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiProblem, offline } from '#web/lib/api/problem.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';

test('what did not come may be asked for again', () => {
  render(<LoadFailed error={offline()} onRetry={() => {}} />);
  expect(screen.getByRole('button', { name: 'Réessayer' })).toBeVisible();
});

test('what does not exist is not asked for again', () => {
  const gone = new ApiProblem('NOT_FOUND', { title: 'Introuvable', detail: "Ce trajet n'existe pas." });
  render(<LoadFailed error={gone} onRetry={() => {}} />);
  expect(screen.getByText("Ce trajet n'existe pas.")).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
