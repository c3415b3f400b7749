import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { karim } from '#test/support/factories.ts';
import { renderPart } from '#test/support/render-page.tsx';
import { AccountBanner } from '#web/app/shell/banners/account-banner.tsx';
import { Banners } from '#web/app/shell/layout.tsx';
import { markSession } from '#web/lib/session/session-storage.ts';

const ended = { status: 'expired', endDate: '2026-11-20T10:00:00.000Z' } as const;

test.each([
  ['whose subscription has ended', ended],
  ['who never paid', { status: 'none' }],
] as const)('a member %s reads which acts need a subscription, with the way to it', (_, subscription) => {
  renderPart(<AccountBanner />, { me: { ...karim, subscription: { ...subscription, suspended: true } } });
  expect(screen.getByText(/commencer une conversation demandent un abonnement en cours/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir mon abonnement' })).toHaveAttribute('href', '/payment-methods');
});

const start = (left: number) => ({ status: 'none', coming: { kind: 'start', day: '2027-03-01', left } }) as const;

test.each([
  [start(30), 'À partir du lundi 1er mars 2027, dans 30 jours, publier'],
  [start(1), 'À partir du lundi 1er mars 2027, demain, publier'],
  [
    { status: 'active', coming: { kind: 'end', day: '2027-03-01', left: 7 } } as const,
    'Votre abonnement se termine le lundi 1er mars 2027, dans 7 jours.',
  ],
  [
    { status: 'active', coming: { kind: 'end', day: '2027-03-01', left: 0 } } as const,
    "Votre abonnement se termine aujourd'hui, lundi 1er mars 2027.",
  ],
])('a change that is near is told: %o', (subscription, sentence) => {
  renderPart(<AccountBanner />, { me: { ...karim, subscription } });
  expect(screen.getByText(new RegExp(sentence))).toBeVisible();
  expect(screen.getByRole('link', { name: 'Voir mon abonnement' })).toBeVisible();
});

test('on the page of the subscription the banner leads nowhere', () => {
  renderPart(<AccountBanner />, { at: '/payment-methods', me: { ...karim, subscription: start(7) } });
  expect(screen.getByText(/dans 7 jours/)).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('documents that wait are told before a change that is far, and after one that is near', () => {
  const pending = { ...karim, status: 'pending' } as const;
  renderPart(<AccountBanner />, { me: { ...pending, subscription: start(8) } });
  expect(screen.queryByText(/lundi 1er mars/)).toBeNull();
  cleanup();
  renderPart(<AccountBanner />, { me: { ...pending, subscription: start(7) } });
  expect(screen.getByText(/lundi 1er mars/)).toBeVisible();
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
