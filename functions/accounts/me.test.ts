import { expect, test } from 'vitest';
import type { Actor } from '#functions/actor.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { StatsRecord } from '#shared/profiles/record.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { subscriptionFrom } from '#test/support/scenes/subscription-from.ts';
import { toMe } from './me.ts';

const now = Date.UTC(2026, 2, 1);
const member = aProfileRecord({
  id: 'sub-1',
  email: 'amina@example.org',
  firstName: 'Amina',
  phone: '+213550000000',
  emailConfirmedAt: '2026-02-01T12:00:00.000Z',
  validatedAt: '2026-02-02T12:00:00.000Z',
  createdAt: '2026-02-01T11:00:00.000Z',
  phonePublic: true,
  emailNotifications: false,
  version: 4,
});
const stats = StatsRecord.parse({ unread: 3, requests: 1, toConfirm: 2, toCorrect: 1, ownProblems: 1 });

const me = (profile: Partial<ProfileRecord> = {}, facts: Partial<Actor> = {}) =>
  accountRoutes.readMe.reply.parse(
    toMe(
      {
        id: 'sub-1',
        profile: { ...member, ...profile },
        isAdmin: false,
        isRootAdmin: false,
        authTime: 0,
        ...facts,
      },
      {
        stats,
        counted: { requests: 1, toDo: 2, toRevise: 1, carriedToAnswer: 1, tripsToCorrect: 3 },
        unreadNotices: 2,
      },
      now,
    ),
  );

test('a member reads the facts about themselves that they need', () => {
  expect(me()).toEqual({
    id: 'sub-1',
    email: 'amina@example.org',
    firstName: 'Amina',
    lastName: 'Benali',
    phone: '+213550000000',
    status: 'approved',
    emailConfirmedAt: '2026-02-01T12:00:00.000Z',
    verifiedAt: '2026-02-02T12:00:00.000Z',
    documents: { idDocument: 'none', facePhoto: 'none' },
    memberSince: '2026-02-01T11:00:00.000Z',
    isAdmin: false,
    isRootAdmin: false,
    settings: { phonePublic: true, emailNotifications: false, messageNotices: true, messageSound: true },
    subscription: { status: 'none' },
    unread: {
      messages: 3,
      requests: 1,
      toDo: 2,
      toRevise: 1,
      toConfirm: 2,
      toCorrect: 1,
      ownProblems: 1,
      carriedProblems: 0,
      carriedToAnswer: 1,
      tripsToCorrect: 3,
    },
    unreadNotices: 2,
    version: 4,
  });
});

test('a blocked member reads only that they are blocked, and why', () => {
  expect(me({ status: 'blocked', statusReason: 'Faux documents' })).toEqual({
    status: 'blocked',
    statusReason: 'Faux documents',
  });
});

test('a member who is about to leave reads when, and whether our mails reach them', () => {
  const leavesOn = '2026-03-10';
  const mailRefused = { why: 'bounce', since: '2026-02-20T10:00:00.000Z' } as const;
  expect(me({ leavesOn })).toEqual({ status: 'leaving', leavesOn, email: 'amina@example.org' });
  expect(me({ leavesOn, mailRefused })).toMatchObject({ mailRefused });
});

test('the check of the call decides who is an administrator, not the profile', () => {
  expect(me({ isAdmin: true })).toMatchObject({ isAdmin: false });
  expect(me({}, { isAdmin: true, isRootAdmin: true })).toMatchObject({ isAdmin: true, isRootAdmin: true });
});

test('a subscription is active until its last day is over in Algiers', () => {
  const started = { subscriptionStart: '2025-03-01T00:00:00.000Z' };
  // It is 1:00 on the 1st of March there.
  for (const subscriptionEnd of ['2026-03-02T00:00:00.000Z', '2026-02-28T23:30:00.000Z'])
    expect(me({ ...started, subscriptionEnd })).toMatchObject({ subscription: { status: 'active' } });
  expect(me({ ...started, subscriptionEnd: '2026-02-28T22:30:00.000Z' })).toMatchObject({
    subscription: { status: 'expired', endDate: '2026-02-28T22:30:00.000Z' },
  });
});

test('what a member reads of the day from which a subscription is needed', () => {
  const paid = { subscriptionStart: '2026-01-01T00:00:00.000Z', subscriptionEnd: '2026-03-10T10:00:00.000Z' };
  const read = (from: string, facts: Partial<ProfileRecord> = {}) => {
    subscriptionFrom(from);
    return me(facts);
  };
  // Today is the 1st of March 2026.
  expect(read('2026-04-01')).toMatchObject({ subscription: { status: 'none' } });
  expect(read('2026-04-01')).not.toHaveProperty('subscription.coming');
  expect(read('2026-03-31')).toMatchObject({
    subscription: { status: 'none', coming: { kind: 'start', day: '2026-03-31', left: 30 } },
  });
  expect(read('2026-03-31')).not.toHaveProperty('subscription.suspended');
  expect(read('2026-03-01')).toMatchObject({ subscription: { status: 'none', suspended: true } });
  expect(read('2026-03-01', paid)).toMatchObject({
    subscription: { status: 'active', coming: { kind: 'end', day: '2026-03-10', left: 9 } },
  });
  expect(read('2026-03-01', paid)).not.toHaveProperty('subscription.suspended');
});
