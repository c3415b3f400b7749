import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { aMe } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { renderPage } from '#test/support/render-page.tsx';
import type { PageAccess } from '#web/app/pages.ts';
import { Protected } from '#web/app/protected.tsx';
import type { Session } from '#web/lib/session/session.ts';

const admin = aMe({ isAdmin: true });

const visit = (access: PageAccess, session: Partial<Session>, at = '/page?parcel=1') =>
  renderPage(
    <Protected access={access}>
      <p>contenu</p>
    </Protected>,
    { at, session },
  );

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

const leaving = { status: 'leaving', leavesOn: '2026-12-06', email: 'amel@example.org' } as const;
const noArchive = { myExport: () => ({ state: 'none' as const }) };

test.each(['public', 'member', 'admin'] as const)(
  'a member who is about to leave reads until when on a page that is %s, and may take it back',
  async (access) => {
    const asked = fakeApi({ cancelDeletion: () => undefined, ...noArchive });
    const refresh = vi.fn<() => Promise<void>>(async () => {});
    visit(access, { status: 'member', leaving, refresh });
    const heading = await screen.findByRole('heading', { name: 'Votre compte sera supprimé' });
    // It replaces the settings, far below the top of the page.
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByText('dimanche 6 décembre 2026')).toBeVisible();
    expect(screen.queryByText('contenu')).toBeNull();
    expect(await screen.findByRole('button', { name: 'Demander mes données' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Annuler la suppression' }));
    expect(asked.map(({ row }) => row)).toEqual(['myExport', 'cancelDeletion']);
    await waitFor(() => expect(refresh).toHaveBeenCalled());
    expect(await screen.findByText('Suppression annulée')).toBeVisible();
  },
);

test('a member who is about to leave comes from the sign-in page to where they wanted, such as their archive', async () => {
  const archive = '/profile?tab=settings&archive=secret';
  const place = visit('guest', { status: 'member', leaving }, `/login?redirect=${encodeURIComponent(archive)}`);
  await waitFor(() => expect(place.url).toBe(archive));
});

test('a member who is about to leave and gets no mails of ours is told so before they ask for their archive', async () => {
  fakeApi(noArchive);
  const mailRefused = { why: 'bounce', since: '2026-11-03T10:00:00.000Z' } as const;
  visit('member', { status: 'member', leaving: { ...leaving, mailRefused } });
  expect(
    await screen.findByText(
      "Nos emails n'arrivent plus à amel@example.org : sa messagerie les renvoie. Annulez d'abord la suppression pour corriger votre adresse.",
    ),
  ).toBeVisible();
});

test('a deletion that cannot be taken back now says so in the page', async () => {
  fakeApi({ cancelDeletion: () => new Refusal('FAULT'), ...noArchive });
  visit('member', { status: 'member', leaving });
  await userEvent.click(await screen.findByRole('button', { name: 'Annuler la suppression' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Suppression non annulée');
});
