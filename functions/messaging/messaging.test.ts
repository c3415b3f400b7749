import { messagingRoutes } from '#shared/messaging/contract.ts';
import { memberIds, things } from '#test/access/people.ts';
import { aMessage } from '#test/support/factories.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { messagingHandlers } from './handlers.ts';

const { O: amel, M: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const earlier = '2026-11-19T10:00:00.000Z';
const { listedParcel: parcel } = things;
const thread = `CV#${[amel, karim].sort().join('_')}#-`;
/** Karim has written twice to Amel. */
const head = {
  pk: thread,
  sk: 'HEAD',
  kind: 'thread',
  record: { seq: 2, members: [karim, amel], readUpTo: {}, opening: { by: karim, at: earlier } },
};
const message = (seq: number) => ({
  pk: thread,
  sk: `M#${String(seq).padStart(10, '0')}`,
  kind: 'message',
  record: aMessage({ seq, senderId: karim, recipientId: amel, createdAt: earlier }),
});
const inbox = {
  pk: `U#${amel}`,
  sk: `TH#${karim}#-`,
  gs1pk: `IN#${amel}`,
  gs1sk: earlier,
  gs3pk: `IN#${amel}#U`,
  gs3sk: `${earlier}#${karim}#-`,
  kind: 'inbox',
  record: {
    with: { id: karim, firstName: 'M', lastName: 'Membre', verified: true },
    lastMessage: { preview: 'Message 2', senderId: karim, createdAt: earlier },
    unread: 2,
    updatedAt: earlier,
    lastSeq: 2,
  },
};
const written = [head, message(1), message(2), inbox];

examples(messagingRoutes, messagingHandlers, {
  conversations: [
    {
      given: [inbox],
      reads: [`query gs1pk = "IN#${amel}", backwards, limit 20`],
      answers: { items: [{ with: { id: karim }, unread: 2 }] },
    },
    {
      when: 'that are unread',
      query: { filter: 'unread' },
      given: [inbox],
      reads: [
        `query gs3pk = "IN#${amel}#U", backwards, limit 20`,
        `query gs3pk = "IN#${amel}#UP", backwards, limit 20`,
      ],
      answers: { items: [{ with: { id: karim }, unread: 2 }] },
    },
    {
      when: 'that a search finds',
      query: { q: 'memb' },
      given: [inbox, { pk: `U#${amel}`, sk: `TW#membre#${karim}#-`, words: 'm membre' }],
      reads: [`query pk = "U#${amel}" AND begins_with(sk, "TW#memb"), limit 18`, `get U#${amel} TH#${karim}#-`],
      answers: { items: [{ with: { id: karim } }] },
    },
  ],

  conversation: [
    {
      params: { userId: karim },
      given: ['M', ...written],
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
        `query pk = "CV#${karim}_${amel}#-" AND sk BETWEEN "M#0000000001" AND "M#9999999999", backwards, limit 30, consistent`,
      ],
      answers: { with: { id: karim, firstName: 'M' }, messages: [{ seq: 1 }, { seq: 2 }], lastSeq: 2, readUpTo: 0 },
    },
    {
      when: 'about a parcel',
      by: 'M',
      params: { userId: amel },
      query: { parcel: parcel.id },
      given: ['O', parcel],
      reads: [
        `get CV#${karim}_${amel}#${parcel.id} HEAD, consistent`,
        `query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `get P#${parcel.id} META, consistent`,
        `query pk = "U#${amel}" AND begins_with(sk, "BY#${karim}#")`,
        `get U#${karim} OFFER#${parcel.id}#${amel}`,
        `query pk = "P#${parcel.id}" AND begins_with(sk, "EV#"), backwards, limit 20`,
      ],
      answers: { with: { id: amel }, messages: [], parcel: { id: parcel.id, title: 'Documents' }, lastSeq: 0 },
    },
    {
      when: 'with an unknown member',
      params: { userId: karim },
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
      ],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],

  sendMessage: [
    {
      body: { recipientId: karim, content: 'Bonjour' },
      given: ['M'],
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
        `get U#${amel} A#STATS`,
      ],
      writes: [
        `put CV#${karim}_${amel}#- HEAD if attribute_not_exists(pk)`,
        `put CV#${karim}_${amel}#- M#0000000001 if attribute_not_exists(pk)`,
        `put U#${amel} TH#${karim}#-`,
        `put U#${karim} TH#${amel}#-`,
        `update CV#${karim}_${amel}#- AGE: SET kind = "ageing", gs2pk = if_not_exists(gs2pk, "AGE#2028-11"), gs2sk = if_not_exists(gs2sk, "2028-11-19#CV#${karim}_${amel}#-")`,
      ],
      refused: { [`CV#${karim}_${amel}#- HEAD`]: 'UNAVAILABLE', [`CV#${karim}_${amel}#- M#0000000001`]: 'UNAVAILABLE' },
      items: {
        [`${thread} HEAD`]: {
          kind: 'thread',
          change: 'opened',
          record: { seq: 1, members: [amel, karim], opening: { by: amel, at } },
        },
        [`${thread} M#0000000001`]: {
          kind: 'message',
          record: { id: 'new-1', content: 'Bonjour', senderId: amel, recipientId: karim, createdAt: at },
        },
        [`U#${amel} TH#${karim}#-`]: {
          gs1pk: `IN#${amel}`,
          gs1sk: at,
          gs3sk: `${at}#${karim}#-`,
          record: { with: { id: karim }, lastMessage: { preview: 'Bonjour', senderId: amel }, unread: 0, lastSeq: 1 },
        },
        [`U#${karim} TH#${amel}#-`]: {
          gs1pk: `IN#${karim}`,
          gs2pk: 'REMIND#2026-11-20T10:15#0',
          gs3pk: `IN#${karim}#U`,
          record: { with: { id: amel }, unread: 1 },
        },
      },
      answers: { id: 'new-1', seq: 1, senderId: amel, content: 'Bonjour' },
    },
    {
      when: 'that answers',
      body: { recipientId: karim, content: 'Bonjour' },
      given: ['M', ...written],
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
        `get U#${amel} A#STATS`,
      ],
      writes: [
        `update CV#${karim}_${amel}#- HEAD: SET record.seq = 3, record.opening.answeredAt = "${at}", change = "answered" if (record.seq = 2) AND (attribute_not_exists(record.erasedUpTo))`,
        `put CV#${karim}_${amel}#- M#0000000003 if attribute_not_exists(pk)`,
        `update U#${amel} TH#${karim}#-: SET record.with = {…}, record.lastMessage = {…}, record.updatedAt = "${at}", record.lastSeq = 3, record.unread = record.unread + 0, gs1sk = "${at}", gs3sk = "${at}#${karim}#-" if attribute_exists(pk)`,
        `update U#${karim} TH#${amel}#-: SET record.with = {…}, record.lastMessage = {…}, record.updatedAt = "${at}", record.lastSeq = 3, record.unread = record.unread + 1, gs1sk = "${at}", gs3sk = "${at}#${amel}#-", gs3pk = "IN#${karim}#U", gs2pk = if_not_exists(gs2pk, "REMIND#2026-11-20T10:15#0"), gs2sk = if_not_exists(gs2sk, "U#${karim}|TH#${amel}#-") if attribute_exists(pk)`,
      ],
      refused: {
        [`CV#${karim}_${amel}#- HEAD`]: 'UNAVAILABLE',
        [`CV#${karim}_${amel}#- M#0000000003`]: 'UNAVAILABLE',
        [`U#${amel} TH#${karim}#-`]: 'UNAVAILABLE',
        [`U#${karim} TH#${amel}#-`]: 'UNAVAILABLE',
      },
      items: {
        [`${thread} M#0000000003`]: { record: { seq: 3, content: 'Bonjour' } },
        [`U#${karim} TH#${amel}#-`]: {
          'record.with': { id: amel },
          'record.lastMessage': { preview: 'Bonjour', senderId: amel, createdAt: at },
        },
      },
      answers: { seq: 3 },
    },
    {
      when: 'to oneself',
      body: { recipientId: amel, content: 'Bonjour' },
      status: 403,
      answers: { code: 'SELF_ACTION' },
    },
    {
      when: 'to a member whom the caller has blocked',
      body: { recipientId: karim, content: 'Bonjour' },
      given: ['M', { pk: `U#${karim}`, sk: `BY#${amel}#BLOCKED`, kind: 'blocked' }],
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
        `get U#${amel} A#STATS`,
      ],
      status: 409,
      answers: { code: 'STATE_CHANGED' },
    },
  ],

  markRead: [
    {
      params: { userId: karim },
      body: { upToSeq: 2 },
      given: written,
      reads: [
        `get CV#${karim}_${amel}#- HEAD, consistent`,
        `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
      ],
      writes: [
        `update CV#${karim}_${amel}#- HEAD: SET record.readUpTo.${amel} = {…}, change = "read" if (record.seq = 2) AND (attribute_not_exists(record.readUpTo.${amel}) OR record.readUpTo.${amel}.seq < 2)`,
        `update U#${amel} TH#${karim}#-: SET record.unread = 0 REMOVE gs3pk, gs2pk, gs2sk`,
      ],
      refused: { [`CV#${karim}_${amel}#- HEAD`]: 'UNAVAILABLE' },
      items: { [`${thread} HEAD`]: { [`record.readUpTo.${amel}`]: { seq: 2, at } } },
      answers: { unread: 0 },
    },
    {
      when: 'again',
      params: { userId: karim },
      body: { upToSeq: 2 },
      given: [{ ...head, record: { ...head.record, readUpTo: { [amel]: { seq: 2, at: earlier } } } }, inbox],
      reads: [`get CV#${karim}_${amel}#- HEAD, consistent`, `get U#${amel} TH#${karim}#-, consistent`],
      answers: { unread: 2 },
    },
    {
      when: 'without a thread',
      params: { userId: karim },
      body: { upToSeq: 2 },
      reads: [`get CV#${karim}_${amel}#- HEAD, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],
});
