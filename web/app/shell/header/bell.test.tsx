import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { Bell } from '#web/app/shell/header/account-menu.tsx';

test.each([
  [0, 'Notifications, aucune non lue', ''],
  [1, 'Notifications, 1 non lue', '1'],
  [4, 'Notifications, 4 non lues', '4'],
  [100, 'Notifications, 99+ non lues', '99+'],
])('with %i unread notices the bell is named %s', (unreadNotices, name, badge) => {
  renderPart(<Bell />, { me: aMe({ unreadNotices }) });
  const bell = screen.getByRole('link', { name });
  expect(bell).toHaveAttribute('href', '/notifications');
  expect(bell.textContent).toContain(badge);
});

test('a member who is about to leave has no bell', () => {
  const leaving = { status: 'leaving', leavesOn: '2026-12-06', email: 'farid@example.org' } as const;
  renderPart(<Bell />, { session: { status: 'member', leaving } });
  expect(screen.queryByRole('link')).toBeNull();
});
