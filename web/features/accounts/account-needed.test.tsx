import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '#test/support/render-page.tsx';
import { AccountNeeded } from './account-needed.tsx';

test('a page that a blocked member may not see shows this, with a link to contact us', () => {
  const session = { status: 'member', blocked: { status: 'blocked' } } as const;
  renderPart(<AccountNeeded title="Mes colis">{() => <p>Liste</p>}</AccountNeeded>, { session });
  expect(screen.getByText('Cette page est indisponible tant que votre compte est bloqué.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact');
  expect(screen.queryByText('Liste')).toBeNull();
});
