import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { parseLiveEvent } from '#shared/live.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { toLiveEvents } from './live-events.ts';

const at = '2026-11-20T10:00:00.000Z';
const { O: owner, C: carrier, M: other } = memberIds;
const parcel = (change: Parameters<typeof aParcel>[2] = {}) => parcelItem(aParcel(1, 'O', change));
const message = {
  ...keys.message(owner, other, undefined, 1),
  kind: 'message',
  record: { id: 'm', seq: 1, senderId: owner, recipientId: other, content: 'Bonjour', createdAt: at },
};
const thread = (seq: number, read: Record<string, number> = {}) => ({
  ...keys.threadHead(owner, other),
  kind: 'thread',
  record: {
    seq,
    members: [owner, other],
    readUpTo: Object.fromEntries(Object.entries(read).map(([id, upTo]) => [id, { seq: upTo, at }])),
  },
});
const position = {
  ...keys.parcelPosition('p1', 3, at),
  kind: 'position',
  members: [owner, carrier],
  record: { version: 3, type: 'position', at, by: carrier, city: 'Lyon' },
};
const stats = (unread: number, ratingCount = 0) => ({ ...keys.stats(other), unread, ratingCount });
const receipt = (status: 'pending' | 'approved', version: number) =>
  receiptItem(aReceiptRecord({ memberId: owner, status, version }));
const offerRow = { ...keys.offer(owner, 'p1', other), kind: 'offer' };
const counters = { ...keys.adminCounters(), pendingProfiles: 3, pendingParcels: -1 };
const named = (status: string) => ({ ...keys.outbox('1'), kind: 'outbox', record: { status } });

const cases: [string, object | undefined, object | undefined, [type: string, to: unknown][]][] = [
  ['a new message', undefined, message, [['message.created', [other, owner]]]],
  ['a message that only changed', message, message, []],
  ['a new thread', undefined, thread(1), []],
  ['a longer thread', thread(1), thread(2), []],
  ['a thread read further', thread(2), thread(2, { [other]: 2 }), [['message.read', [owner]]]],
  ['a thread read no further', thread(2, { [other]: 2 }), thread(3, { [other]: 2 }), []],
  ['a published parcel', undefined, parcel(), [['parcel.changed', [owner]]]],
  ['an assigned parcel', parcel(), parcel({ carrierId: carrier }), [['parcel.changed', [owner, carrier]]]],
  [
    'a parcel whose carrier was displaced',
    parcel({ carrierId: carrier }),
    parcel({ carrierId: other }),
    [['parcel.changed', [owner, other, carrier]]],
  ],
  ['a released parcel', parcel({ carrierId: carrier }), parcel(), [['parcel.changed', [owner, carrier]]]],
  ['a search row of a parcel', undefined, { pk: 'SP#FR>DZ', sk: '1', kind: 'parcel' }, []],
  ['a new offer, which its message brings', undefined, offerRow, []],
  ['an offer that a block, a pause or a moved trip changes', offerRow, offerRow, [['lists.changed', [owner]]]],
  ['a position', undefined, position, [['tracking.changed', [owner, carrier]]]],
  ['a trip', tripItem(aTrip(1, 'O')), tripItem(aTrip(1, 'O')), [['trip.changed', [owner]]]],
  ['a new profile', undefined, profileItem(aProfile('M')), []],
  ['a changed profile', profileItem(aProfile('M')), profileItem(aProfile('M')), [['profile.changed', [other]]]],
  ['more unread messages', stats(0), stats(1), [['unread.changed', [other]]]],
  ['a new rating', stats(1), stats(1, 1), []],
  ['a delivery that moved on', stats(0), { ...stats(0), inTransit: 1 }, [['lists.changed', [other]]]],
  [
    'a request',
    stats(0),
    { ...stats(0), requests: 1 },
    [
      ['unread.changed', [other]],
      ['lists.changed', [other]],
    ],
  ],
  ['a refused trip', stats(0), { ...stats(0), tripsToCorrect: 1 }, [['unread.changed', [other]]]],
  ['a problem of a delivery', stats(0), { ...stats(0), carriedProblems: 1 }, [['unread.changed', [other]]]],
  [
    'a parcel to do',
    stats(0),
    { ...stats(0), parcelsTodo: 1 },
    [
      ['unread.changed', [other]],
      ['lists.changed', [other]],
    ],
  ],
  ['a listing to correct', stats(0), { ...stats(0), toCorrect: 1 }, [['unread.changed', [other]]]],
  ['a return to confirm', stats(0), { ...stats(0), toConfirm: 1 }, [['unread.changed', [other]]]],
  ['a decided receipt', receipt('pending', 1), receipt('approved', 2), [['receipts.changed', [owner]]]],
  ['the name in a receipt', receipt('pending', 1), receipt('pending', 1), [['admin.queue.changed', 'admins']]],
  ['counters of the queues', undefined, counters, [['admin.queue.changed', 'admins']]],
  ['a mail', undefined, named('pending'), []],
  ['something removed', message, undefined, []],
];

test.each(cases)('%s causes the expected events', (_name, before, after, expected) => {
  const told = toLiveEvents(before as never, after as never, at);
  expect(told.map(({ to, event }) => [event.type, to])).toEqual(expected);
  // The browser can parse every event.
  for (const { event } of told) expect(parseLiveEvent(JSON.stringify(event))).toEqual(event);
});

test('administrators are told that their queues changed, and no number: their session may be unproven', () => {
  const [told] = toLiveEvents(undefined, counters, at);
  expect(told?.event.data).toEqual({});
});

test('a push names the parcel alone: each of its receivers reads what they may see', () => {
  const [before, after] = [parcel({ carrierId: carrier }), parcel({ carrierId: other, status: 'carrier_chosen' })];
  expect(toLiveEvents(before, after, at).map(({ event }) => event.data)).toEqual([{ id: aParcel(1, 'O').id }]);
});
