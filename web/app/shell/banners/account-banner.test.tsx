import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { karim } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { AccountBanner } from '#web/app/shell/banners/account-banner.tsx';
import { Banners } from '#web/app/shell/banners/banners.tsx';
import { markSession } from '#web/lib/session/session-storage.ts';

const ended = { status: 'expired', endDate: '2026-11-20T10:00:00.000Z' } as const;

test('a suspended member reads that acts wait for the renewal, with the way to it', () => {
  renderPart(<AccountBanner />, { me: { ...karim, subscription: { ...ended, suspended: true } } });
  expect(screen.getByText(/Votre abonnement a expiré/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Renouveler mon abonnement' })).toHaveAttribute('href', '/payment-methods');
});

test('an expired subscription that changes nothing causes no banner', () => {
  renderPart(<AccountBanner />, { me: { ...karim, subscription: ended } });
  expect(screen.queryByText(/abonnement/)).toBeNull();
});

const mailRefused = { since: '2026-11-20T10:00:00.000Z', why: 'bounce' } as const;

test('a member whose mails do not arrive reads to which address, with the way to correct it', () => {
  renderPart(<AccountBanner />, { me: { ...karim, mailRefused } });
  expect(screen.getByText(/Nos emails n'arrivent plus à karim@/)).toBeVisible();
  const way = screen.getByRole('link', { name: 'Corriger mon adresse' });
  expect(way).toHaveAttribute('href', '/profile?tab=settings');
});

test('an administrator, whose address stays, is led to us instead', () => {
  renderPart(<AccountBanner />, { me: { ...karim, isAdmin: true, mailRefused } });
  expect(screen.getByRole('link', { name: 'Nous écrire' })).toHaveAttribute('href', '/contact');
});

const room = () => document.documentElement.style.getPropertyValue('--banner-room');

test('a page keeps the room of the banner that the session had last, until the account says that there is none', () => {
  markSession({ kind: 'remembered', memberId: karim.id });
  localStorage.setItem('envoyage.banner', '129px');
  renderPart(<Banners />, { session: { status: 'member' } });
  expect(room()).toBe('129px');
  cleanup();
  renderPart(<AccountBanner />, { me: karim });
  expect(room()).toBe('');
  expect(localStorage.getItem('envoyage.banner')).toBeNull();
});
