import { expect, test } from 'vitest';
import type { Message } from '#shared/messaging/contract.ts';
import { aCard, aMessage } from '#test/support/factories.ts';
import {
  byDay,
  caughtUp,
  changedSince,
  entriesOf,
  isBehind,
  readByMe,
  readByOther,
  received,
  type Thread,
  unreadUpTo,
  withOlder,
} from '#web/features/messaging/thread/thread.ts';

const message = (seq: number, facts: Partial<Message> = {}) =>
  aMessage({ seq, senderId: 'other', recipientId: 'me', ...facts });

const thread = (seqs: number[], facts: Partial<Thread> = {}): Thread => ({
  with: aCard({ id: 'other' }),
  messages: seqs.map((seq) => message(seq)),
  lastSeq: seqs.at(-1) ?? 0,
  readUpTo: 0,
  ...facts,
});

const seqs = ({ messages }: Thread) => messages.map(({ seq }) => seq);

test('the next message is appended', () => {
  const after = received(thread([4, 5]), message(6));
  expect(seqs(after)).toEqual([4, 5, 6]);
  expect(after.lastSeq).toBe(6);
  expect(isBehind(after)).toBe(false);
});

test('a message that is known already changes nothing at all', () => {
  const before = thread([4, 5]);
  expect(received(before, message(5))).toBe(before);
});

test('a jump appends nothing and says that something is missing', () => {
  const after = received(thread([4, 5]), message(8));
  expect(seqs(after)).toEqual([4, 5]);
  expect(isBehind(after)).toBe(true);
});

test('catching up fills the gap once, whatever was pushed meanwhile', () => {
  const pushed = thread([4, 5, 6], { lastSeq: 8, previous: '4' });
  const after = caughtUp(pushed, thread([6, 7, 8], { readUpTo: 3 }));
  expect(seqs(after)).toEqual([4, 5, 6, 7, 8]);
  expect(isBehind(after)).toBe(false);
  expect(after.previous).toBe('4');
  expect(after.readUpTo).toBe(3);
});

test('catching up takes the state of the parcel and the closing reason from the server', () => {
  const after = caughtUp(thread([1], { closed: 'Fermé' }), thread([]));
  expect(after.closed).toBeUndefined();
  expect(seqs(after)).toEqual([1]);
});

test('older messages come before, and the beginning has no previous page', () => {
  const after = withOlder(thread([31, 32], { previous: '31' }), thread([29, 30]));
  expect(seqs(after)).toEqual([29, 30, 31, 32]);
  expect(after.previous).toBeUndefined();
});

test('read marks only move forward', () => {
  expect(readByOther(thread([1], { readUpTo: 5 }), 3).readUpTo).toBe(5);
  expect(readByOther(thread([1], { readUpTo: 5 }), 7).readUpTo).toBe(7);
});

test('what the other wrote is unread until it is marked', () => {
  const mixed = {
    ...thread([]),
    messages: [message(1), message(2), message(3, { senderId: 'me', recipientId: 'other' })],
  };
  expect(unreadUpTo(mixed, 'me')).toBe(2);
  expect(unreadUpTo(readByMe(mixed, 'me', 2, '2026-11-20T11:00:00.000Z'), 'me')).toBeUndefined();
});

test('messages are grouped by the day that the device shows', () => {
  const messages = [
    message(1, { createdAt: '2026-11-20T04:59:00.000Z' }),
    message(2, { createdAt: '2026-11-20T05:01:00.000Z' }),
  ];
  const days = byDay(entriesOf({ ...thread([]), messages }, ''));
  expect(days.map(({ day }) => day)).toEqual(['2026-11-19', '2026-11-20']);
});

const trip = { id: 'trip', travelDate: '2026-12-07', from: 'Paris', to: 'Alger' };
const moved = { ...trip, travelDate: '2026-12-19' };

test('a trip that moved while its offer waited has one line, also where an agreement of the two names it', () => {
  const at = '2026-11-20T11:00:00.000Z';
  const moves = [{ at, by: 'other', carrierId: 'other', from: trip, to: moved }];
  const messages = [message(1, { offer: { step: 'made', trip: moved, moves } })];
  const lines = (events: Thread['events']) => entriesOf({ ...thread([]), messages, events }, 'me').slice(1);
  expect(lines([])).toMatchObject([{ at, event: { type: 'tripMoved', terms: { trip: moved }, was: { trip } } }]);
  expect(lines([{ version: 3, type: 'tripMoved', at }])).toHaveLength(1);
});

test('the message of an open offer is read again once its trip has moved', () => {
  const offer = { id: 'm2', by: 'other', at: '', until: '', trip: moved };
  const known = { ...thread([]), messages: [message(2, { id: 'm2', offer: { step: 'made', trip } })] };
  const now = (shown: typeof offer.trip & { obstacle?: 'full' }) =>
    thread([], { unseenParcel: { situation: { offer: { ...offer, trip: shown } } } as Thread['unseenParcel'] });
  expect(changedSince(known, now(moved))).toBe('1');
  expect(changedSince(known, now({ ...trip, obstacle: 'full' }))).toBeUndefined();
});

test('events of the parcel are sorted among the messages, as far back as the messages go', () => {
  const messages = [
    message(31, { createdAt: '2026-11-19T10:00:00.000Z' }),
    message(32, { createdAt: '2026-11-19T12:00:00.000Z' }),
  ];
  const events = [
    { version: 3, type: 'acceptDelivery' as const, at: '2026-11-19T09:00:00.000Z' },
    { version: 4, type: 'handshake' as const, at: '2026-11-19T11:00:00.000Z' },
    { version: 5, type: 'validatePickup' as const, at: '2026-11-19T13:00:00.000Z' },
  ];
  const order = (previous: string | undefined) =>
    entriesOf({ ...thread([]), messages, events, previous }, '').map((entry) =>
      'event' in entry ? entry.event.type : entry.message.seq,
    );
  expect(order('31')).toEqual([31, 'handshake', 32, 'validatePickup']);
  expect(order(undefined)).toEqual(['acceptDelivery', 31, 'handshake', 32, 'validatePickup']);
});
