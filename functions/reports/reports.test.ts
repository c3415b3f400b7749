import { derivedId, linkToken } from '#functions/platform/derived.ts';
import { reportRoutes } from '#shared/reports/contract.ts';
import { aReview, memberIds, things } from '#test/access/people.ts';
import { aMessage } from '#test/support/factories.ts';
import { gatewaySettings } from '#test/support/gateway-event.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { reportHandlers } from './handlers.ts';

Object.assign(process.env, gatewaySettings);
const { O: amel, M: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const day = '2026-11-20';
const { listedParcel: parcel, listedTrip: trip } = things;
const review = aReview('C', 'O', { version: 2 });
const body = { reason: 'abuse' };

/** Karim's report about a thing of Amel, with the id that is derived from these words. */
function reports(about: { kind: string; id?: string }, words: string, facts: object = {}) {
  const id = derivedId('report', words);
  const exists = (memberId: string) => `check U#${memberId} A#PROFILE if attribute_exists(record.emailConfirmedAt)`;
  return {
    id,
    writes: [
      exists(karim),
      exists(amel),
      `put RP#${id} META if attribute_not_exists(pk)`,
      `put RP#${id} KEPT`,
      'put OUT#new-1 OUT if attribute_not_exists(pk)',
    ],
    items: {
      [`RP#${id} META`]: {
        gs1pk: `RPA#${amel}`,
        gs1sk: at,
        gs2pk: 'Q#REPORT#pending',
        gs2sk: at,
        gs3pk: `RPB#${karim}`,
        gs3sk: at,
        kind: 'report',
        version: 1,
        record: { id, about, reason: 'abuse', reporterId: karim, accusedId: amel, status: 'pending', ...facts },
      },
      [`RP#${id} KEPT`]: { kind: 'reportKept' },
      'OUT#new-1 OUT': { record: { mail: 'reportReceived', memberId: karim } },
    },
    answers: { reference: `SG-${id.slice(0, 8).toUpperCase()}` },
    refused: {
      [`U#${karim} A#PROFILE`]: 'NOT_FOUND',
      [`U#${amel} A#PROFILE`]: 'NOT_FOUND',
      [`RP#${id} META`]: 'LIMIT',
    },
  };
}

const byVisitor = {
  reason: 'danger',
  text: 'Faux',
  email: 'lina@example.org',
  about: { kind: 'parcel', id: parcel.id },
};
const visitorsId = derivedId('report', JSON.stringify(['key-of-this-request', byVisitor]));

const ofParcel = reports({ kind: 'parcel', id: parcel.id }, `${karim} parcel ${parcel.id} ${day}`);
const ofTrip = reports({ kind: 'trip', id: trip.id }, `${karim} trip ${trip.id} ${day}`);
const ofMember = reports({ kind: 'member', id: amel }, `${karim} member ${amel} ${day}`);
const ofReview = reports({ kind: 'review', id: review.id }, `${karim} review ${review.id} ${day} 2`);
const ofPage = reports({ kind: 'parcel', id: parcel.id }, `${karim} parcel ${parcel.id} ${day}`, { text: 'Faux' });
const ties = `query pk = "U#${amel}" AND begins_with(sk, "BY#${karim}#")`;
const readsMember = [`query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`, ties];

const pair = [amel, karim].sort().join('_');
const thread = `CV#${pair}#-`;
const messageId = `${pair}#-#2`;
const ofMessage = reports({ kind: 'message', id: messageId }, `${karim} message ${messageId} ${day}`);
const message = (seq: number) => ({
  pk: thread,
  sk: `M#${String(seq).padStart(10, '0')}`,
  kind: 'message',
  record: aMessage({ seq, senderId: amel, recipientId: karim }),
});

examples(reportRoutes, reportHandlers, {
  readReported: [
    {
      body: { about: { kind: 'parcel', id: parcel.id } },
      given: [parcel, 'O'],
      reads: [`get P#${parcel.id} META, consistent`, `get U#${amel} A#PROFILE, consistent`],
      answers: { lines: [{ text: 'Documents' }, { text: 'de Paris à Alger' }] },
    },
    {
      when: 'of a parcel that is not listed',
      body: { about: { kind: 'parcel', id: parcel.id } },
      reads: [`get P#${parcel.id} META, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
    {
      when: 'of a forged link',
      body: { about: { kind: 'decision', token: linkToken('stop', amel) } },
      status: 410,
      answers: { code: 'INVALID_LINK' },
    },
  ],

  reportAsVisitor: {
    body: byVisitor,
    given: [parcel, 'O'],
    reads: [
      `get RP#${visitorsId} META, consistent`,
      `get P#${parcel.id} META, consistent`,
      `get U#${amel} A#PROFILE, consistent`,
      'query pk = "ADMINS"',
    ],
    writes: [
      `check U#${amel} A#PROFILE if attribute_exists(record.emailConfirmedAt)`,
      `put RP#${visitorsId} META if attribute_not_exists(pk)`,
      `put RP#${visitorsId} KEPT`,
      'put OUT#new-1 OUT if attribute_not_exists(pk)',
    ],
    items: {
      [`RP#${visitorsId} META`]: { record: { accusedId: amel, email: 'lina@example.org', reason: 'danger' } },
      'OUT#new-1 OUT': { record: { mail: 'reportReceived', memberId: 'typed', data: { email: 'lina@example.org' } } },
    },
    answers: { reference: `SG-${visitorsId.slice(0, 8).toUpperCase()}` },
    refused: { [`U#${amel} A#PROFILE`]: 'UNAVAILABLE', [`RP#${visitorsId} META`]: 'UNAVAILABLE' },
  },

  reportParcel: [
    {
      by: 'M',
      params: { parcelId: parcel.id },
      body,
      given: [parcel, 'O'],
      reads: [`get P#${parcel.id} META, consistent`, `get RP#${ofParcel.id} META, consistent`],
      ...ofParcel,
    },
    {
      when: 'again',
      by: 'M',
      params: { parcelId: parcel.id },
      body,
      given: [parcel, 'O', { pk: `RP#${ofParcel.id}`, sk: 'META' }],
      reads: [`get P#${parcel.id} META, consistent`, `get RP#${ofParcel.id} META, consistent`],
      status: 409,
      answers: { code: 'LIMIT' },
    },
    {
      when: 'of a danger',
      by: 'M',
      params: { parcelId: parcel.id },
      body: { reason: 'danger' },
      given: [parcel, 'O', 'A'],
      reads: [
        `get P#${parcel.id} META, consistent`,
        `get RP#${ofParcel.id} META, consistent`,
        'query pk = "ADMINS"',
        `get U#${memberIds.A} A#PROFILE`,
      ],
      writes: [...ofParcel.writes, `put U#${memberIds.A} NT#${at}#new-2 if attribute_not_exists(pk)`],
      items: { [`U#${memberIds.A} NT#${at}#new-2`]: { record: { mail: 'dangerReported' } } },
      answers: ofParcel.answers,
    },
  ],

  reportTrip: {
    by: 'M',
    params: { tripId: trip.id },
    body,
    given: [trip, 'O'],
    reads: [`get T#${trip.id} META, consistent`, `get RP#${ofTrip.id} META, consistent`],
    ...ofTrip,
  },

  reportMember: {
    by: 'M',
    params: { userId: amel },
    body,
    given: ['O'],
    reads: [...readsMember, `get RP#${ofMember.id} META, consistent`],
    ...ofMember,
  },

  reportReview: {
    by: 'M',
    params: { reviewId: review.id },
    body,
    given: [review],
    reads: [`get U#${review.targetId} BY#${amel}#REVIEW, consistent`, `get RP#${ofReview.id} META, consistent`],
    ...ofReview,
  },

  reportPage: {
    by: 'M',
    body: { ...body, text: 'Faux', page: `/p/${parcel.id}` },
    given: [parcel],
    reads: [`get P#${parcel.id} META, consistent`, `get RP#${ofPage.id} META, consistent`],
    ...ofPage,
  },

  reportMessage: {
    by: 'M',
    params: { userId: amel },
    body: { ...body, seq: 2 },
    given: [message(1), message(2)],
    reads: [
      `get ${thread} HEAD, consistent`,
      `query pk = "${thread}" AND sk BETWEEN "M#0000000001" AND "M#0000000002", backwards, limit 30, consistent`,
      `get RP#${ofMessage.id} META, consistent`,
    ],
    ...ofMessage,
  },
});
