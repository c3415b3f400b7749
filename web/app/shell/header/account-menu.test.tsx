import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { AccountMenu } from '#web/app/shell/header/account-menu.tsx';

test('the button of the account shows the initials of the member', () => {
  renderPart(<AccountMenu />, { me: aMe({ firstName: 'Amel', lastName: 'Benali' }) });
  expect(screen.getByRole('button', { name: 'Mon compte, AB' })).toHaveTextContent('AB');
});

test('Arabic initials are isolated in the label of the button', () => {
  renderPart(<AccountMenu />, { me: aMe({ firstName: 'أمل', lastName: 'بن' }) });
  expect(screen.getByRole('button', { name: 'Mon compte, \u2068أب\u2069' })).toBeVisible();
});

test('of a member who is about to leave nothing but the address is known: two letters of it', () => {
  const leaving = { status: 'leaving', leavesOn: '2026-12-06', email: 'farid@example.org' } as const;
  renderPart(<AccountMenu />, { session: { status: 'member', leaving } });
  expect(screen.getByRole('button', { name: 'Mon compte, FA' })).toHaveTextContent('FA');
});
