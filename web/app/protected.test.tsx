import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aMe } from '#test/support/factories.ts';
import { renderPage } from '#test/support/render-page.tsx';
import type { PageAccess } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import type { Session } from '#web/lib/session/session.ts';

const admin = aMe({ isAdmin: true });

const visit = (access: PageAccess, session: Partial<Session>, at = '/page?parcel=1') =>
  renderPage(<Protected access={access}>contenu</Protected>, { at, session });

test('a visitor on a protected page goes to the sign-in page with path and query', () => {
  const place = visit('member', { status: 'visitor' });
  expect(place.url).toBe('/login?redirect=%2Fpage%3Fparcel%3D1');
});

test('a spinner shows while the session loads', () => {
  visit('member', { status: 'loading' });
  const [spinner] = screen.getAllByRole('status');
  expect(spinner).toHaveTextContent('Chargement de votre session…');
  expect(screen.queryByText('contenu')).toBeNull();
});

test('a public page does not wait for the session', () => {
  visit('public', { status: 'loading' });
  expect(screen.getByText('contenu')).toBeVisible();
});

test('a member sees member pages, also before their account is read', () => {
  visit('member', { status: 'member' });
  expect(screen.getByText('contenu')).toBeVisible();
});

test('only an administrator sees the panel, a member is redirected to the home page', () => {
  const place = visit('admin', { status: 'member', me: aMe() });
  expect(place.url).toBe('/');
});

test('an administrator sees the panel', () => {
  visit('admin', { status: 'member', me: admin });
  expect(screen.getByText('contenu')).toBeVisible();
});

test('an account that could not be read offers another try', () => {
  visit('admin', { status: 'member', meFailed: true });
  expect(screen.getByRole('alert')).toHaveTextContent('Impossible de charger votre compte.');
});

test.each([
  ['a member', aMe(), '/page?redirect=%2Fmy-parcels%3Fpage%3D2', '/my-parcels?page=2'],
  ['an administrator', admin, '/page', '/admin'],
  ['a member sent elsewhere', aMe(), '/page?redirect=%2F%2Fevil.example', '/'],
])('the sign-in page redirects %s', async (_, me, address, target) => {
  const place = visit('guest', { status: 'member', me }, address);
  await waitFor(() => expect(place.url).toBe(target));
});

test('a blocked member leaves the sign-in page for the home page', async () => {
  const place = visit('guest', { status: 'member', blocked: { status: 'blocked' } });
  await waitFor(() => expect(place.url).toBe('/'));
});
