import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { Me } from '#shared/accounts/contract.ts';
import type { PageAccess } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import { noSession, type Session, SessionContext } from '#web/lib/session/session.ts';

const member: Me = {
  id: 'm1',
  email: 'amel@example.org',
  firstName: 'Amel',
  lastName: 'Benali',
  phone: '+33612345678',
  status: 'approved',
  documents: { idDocument: 'received', facePhoto: 'received' },
  memberSince: '2026-11-01T00:00:00.000Z',
  isAdmin: false,
  isPrincipal: false,
  settings: { phonePublic: false, emailNotifications: true },
  subscription: { status: 'none' },
  unread: { messages: 0, requests: 0 },
  version: 1,
};
const admin = { ...member, isAdmin: true };

const Where = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

function visit(access: PageAccess, session: Partial<Session>, address = '/page?parcel=1') {
  render(
    <SessionContext value={{ ...noSession, ...session }}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/page" element={<Protected access={access}>contenu</Protected>} />
          <Route path="*" element={<Where />} />
        </Routes>
      </MemoryRouter>
    </SessionContext>,
  );
}

test('a visitor on a protected page goes to the sign-in page with path and query', () => {
  visit('member', { status: 'visitor' });
  expect(screen.getByText('/login?redirect=%2Fpage%3Fparcel%3D1')).toBeVisible();
});

test('a spinner shows while the session loads', () => {
  visit('member', { status: 'loading' });
  expect(screen.getByRole('status')).toHaveTextContent('Chargement de votre session…');
  expect(screen.queryByText('contenu')).toBeNull();
});

test('a public page does not wait for the session', () => {
  visit('public', { status: 'loading' });
  expect(screen.getByText('contenu')).toBeVisible();
});

test('a member sees member pages, also before his account is read', () => {
  visit('member', { status: 'member' });
  expect(screen.getByText('contenu')).toBeVisible();
});

test('only an administrator sees the panel, a member ends on the home page', () => {
  visit('admin', { status: 'member', me: member });
  expect(screen.getByText('/')).toBeVisible();
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
  ['a member', member, '/page?redirect=%2Fmy-parcels%3Fpage%3D2', '/my-parcels?page=2'],
  ['an administrator', admin, '/page', '/admin'],
  ['a member sent elsewhere', member, '/page?redirect=%2F%2Fevil.example', '/'],
])('the sign-in page sends %s on', async (_, me, address, target) => {
  visit('guest', { status: 'member', me }, address);
  expect(await screen.findByText(target)).toBeVisible();
});

test('a blocked member leaves the sign-in page for the home page', async () => {
  visit('guest', { status: 'member', blocked: { status: 'blocked' } });
  expect(await screen.findByText('/')).toBeVisible();
});
