import { expect, test } from 'vitest';
import { aProfile } from '#test/access/people.ts';
import type { TrackingEvent } from '../deliveries/contract.ts';
import type { ThreadRecord } from './record.ts';
import { toMessage, withEnd } from './record.ts';
import { newConversationLimit, previewOf, type Sending, writingRefusal } from './rules.ts';
import { eventLine } from './words.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const paid = '2027-01-01T10:00:00.000Z';
const sending = (change: Partial<Sending> = {}): Sending => ({
  sender: aProfile('M', { subscriptionEnd: paid }),
  recipient: aProfile('O'),
  isBlocked: false,
  hasThread: false,
  now,
  subscriptionFrom: '2026-11-20',
  ...change,
});

test('a member may not write to one whom they have blocked, whoever that is', () => {
  for (const recipient of [aProfile('O'), aProfile('B')]) {
    const refusal = writingRefusal(sending({ isBlocked: true, hasThread: true, recipient }));
    expect([refusal?.code, refusal?.sentence]).toEqual([
      'STATE_CHANGED',
      { title: 'Membre bloqué', detail: 'Vous avez bloqué ce membre. Débloquez-le pour lui écrire.' },
    ]);
  }
});

test('an approved and a pending member may begin a conversation', () => {
  expect(writingRefusal(sending())).toBeUndefined();
  expect(writingRefusal(sending({ sender: aProfile('P', { subscriptionEnd: paid }) }))).toBeUndefined();
});

test('nobody writes to themselves', () => {
  expect(writingRefusal(sending({ recipient: aProfile('M') }))?.code).toBe('SELF_ACTION');
});

test('blocked members and those without a confirmed address receive nothing', () => {
  expect(writingRefusal(sending({ recipient: aProfile('B') }))?.code).toBe('RECIPIENT_UNAVAILABLE');
  const { emailConfirmedAt: _none, ...unconfirmed } = aProfile('O');
  expect(writingRefusal(sending({ recipient: unconfirmed, hasThread: true }))?.code).toBe('RECIPIENT_UNAVAILABLE');
});

test('a rejected member only answers', () => {
  expect(writingRefusal(sending({ sender: aProfile('R') }))?.code).toBe('PROFILE_NOT_APPROVED');
  expect(writingRefusal(sending({ sender: aProfile('R'), hasThread: true }))).toBeUndefined();
});

test.each([
  ['an ended subscription', aProfile('X')],
  ['no payment ever', aProfile('M')],
])('with %s a member goes on with conversations, and begins none', (_, sender) => {
  expect(writingRefusal(sending({ sender }))?.code).toBe('SUBSCRIPTION_NEEDED');
  expect(writingRefusal(sending({ sender, hasThread: true }))).toBeUndefined();
});

test.each([undefined, '2026-11-21'])('with the first day %s everybody may begin a conversation', (subscriptionFrom) => {
  for (const sender of [aProfile('M'), aProfile('X')])
    expect(writingRefusal(sending({ sender, subscriptionFrom }))).toBeUndefined();
});

test('a preview has at most 50 characters and cuts no character in two', () => {
  expect(previewOf('Bonjour')).toBe('Bonjour');
  const long = previewOf('😀'.repeat(60));
  expect(Array.from(long)).toHaveLength(50);
  expect(long.endsWith('…')).toBe(true);
  expect(previewOf('une\nligne')).toBe('une ligne');
  expect(previewOf('Proposition\u00a0: 25\u202f€,\n avec')).toBe('Proposition\u00a0: 25\u202f€, avec');
});

test('unverified members begin fewer conversations', () => {
  expect([newConversationLimit(aProfile('M')).count, newConversationLimit(aProfile('P')).count]).toEqual([20, 5]);
});

test('a message is read once the mark of its recipient has passed it', () => {
  const thread: ThreadRecord = { seq: 3, members: ['a', 'b'], readUpTo: { b: { seq: 2, at: 'then' } } };
  const message = (seq: number, recipientId: string) => ({
    id: String(seq),
    seq,
    senderId: 'a',
    recipientId,
    content: 'x',
    createdAt: 'before',
  });
  expect(toMessage(thread, message(2, 'b')).readAt).toBe('then');
  expect(toMessage(thread, message(3, 'b')).readAt).toBeUndefined();
  expect(toMessage(thread, message(1, 'a')).readAt).toBeUndefined();
});

test('a message of an offer says after its last moment that it has run out, unless it ended before', () => {
  const end = Date.parse('2026-11-22T10:00:00.000Z');
  const message = {
    id: '1',
    seq: 1,
    senderId: 'a',
    recipientId: 'b',
    content: '',
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  const until = new Date(end).toISOString();
  const made = { ...message, offer: { step: 'made' as const, until } };
  expect(withEnd(made, end - 1)).toBe(made);
  expect(withEnd(made, end).offer).toEqual({ step: 'made', until, ended: 'expired' });
  const taken = { ...message, offer: { step: 'made' as const, ended: 'taken' as const } };
  expect([withEnd(taken, end), withEnd(message, end)]).toEqual([taken, message]);
});

test('a trip that ended is told as what happened: its traveller cancelled it, or our team deleted it', () => {
  const [amel, karim] = ['amel', 'karim'];
  const at = '2026-12-01T10:00:00.000Z';
  const line = (event: Partial<TrackingEvent>, memberId: string) => {
    const name = memberId === amel ? 'Karim' : 'Amel';
    return eventLine({ version: 2, type: 'tripEnded', at, ...event }, memberId, name)?.replaceAll(/\p{Cf}/gu, '');
  };
  // The owner alone reads whose delivery it was.
  const cancelled = { by: karim };
  expect(line({ ...cancelled, carrierId: karim }, amel)).toBe(
    "Le trajet de Karim est annulé : ce colis n'a plus de transporteur",
  );
  expect(line(cancelled, karim)).toBe('Votre trajet est annulé : vous ne transportez plus ce colis');
  expect(line({ carrierId: karim }, amel)).toBe(
    "Notre équipe a supprimé le trajet de Karim : ce colis n'a plus de transporteur",
  );
  expect(line({}, karim)).toBe('Notre équipe a supprimé votre trajet : vous ne transportez plus ce colis');
  expect(line({ type: 'tripCancelled', carrierId: karim }, amel)).toBe('Notre équipe a supprimé le trajet de Karim');
  expect(line({ type: 'tripCancelled', ...cancelled }, karim)).toBe('Votre trajet est annulé');
});
