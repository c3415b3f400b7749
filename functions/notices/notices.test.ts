import { expect } from 'vitest';
import { linkToken, vapidKeys } from '#functions/platform/derived.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { aDevice } from '#test/support/factories.ts';
import { gatewaySettings } from '#test/support/gateway-event.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { noticeHandlers } from './handlers.ts';

Object.assign(process.env, gatewaySettings);
const { O: amel, M: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const id = '2026-11-19T10:00:00.000Z#n1';
const notice = {
  pk: `U#${amel}`,
  sk: `NT#${id}`,
  kind: 'notice',
  record: {
    id: 'n1',
    mail: 'profileApproved',
    memberId: amel,
    data: { firstName: 'Amel' },
    createdAt: '2026-11-19T10:00:00.000Z',
    state: 'sent',
  },
  ttl: 1_800_000_000,
};
const unread = (from: string) =>
  `query pk = "U#${amel}" AND sk BETWEEN "NT#${from}" AND "NT#~", filter attribute_not_exists(record.readAt) AND ttl > 1795168800, backwards, limit 100, consistent`;

const stored = aDevice();
const device = sha256(stored.endpoint);
const ownDevice = { pk: `U#${amel}`, sk: `PD#${device}`, kind: 'pushDevice', record: stored };
const ownedBy = (memberId: string) => ({ pk: `PD#${device}`, sk: 'PD', kind: 'pushDeviceOwner', memberId });
const { endpoint, p256dh, auth, name } = stored;
const turn = `RL#pushDevices#turn#${sha256(amel)} RL`;
const counts = `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`;
const ownDevices = `query pk = "U#${amel}" AND begins_with(sk, "PD#")`;
const other = 'https://fcm.googleapis.com/fcm/send/other';
const stop = { token: linkToken('stop', amel) };

examples(noticeRoutes, noticeHandlers, {
  myNotices: {
    given: [notice],
    reads: [`query pk = "U#${amel}" AND begins_with(sk, "NT#"), backwards, limit 20`],
    answers: { items: [{ id, at: '2026-11-19T10:00:00.000Z', isRead: false }] },
  },

  readNotices: [
    {
      body: { ids: [id] },
      given: [notice],
      reads: [unread(''), `get U#${amel} NT#${id}, consistent`],
      writes: [
        `update U#${amel} NT#${id}: SET record.readAt = "${at}" if attribute_exists(pk)`,
        `update U#${amel} A#PROFILE: SET noticesReadUpTo = "${id}" if attribute_exists(pk) AND (attribute_not_exists(noticesReadUpTo) OR noticesReadUpTo < "${id}")`,
      ],
      answers: { unread: 0 },
      refused: { [`U#${amel} NT#${id}`]: 'UNAVAILABLE', [`U#${amel} A#PROFILE`]: 'UNAVAILABLE' },
    },
    {
      when: 'up to one',
      body: { upTo: id },
      given: [notice],
      reads: [unread(`${id} `)],
      writes: [
        `update U#${amel} A#PROFILE: SET noticesReadUpTo = "${id}" if attribute_exists(pk) AND (attribute_not_exists(noticesReadUpTo) OR noticesReadUpTo < "${id}")`,
      ],
      answers: { unread: 0 },
    },
  ],

  myPushDevices: {
    given: [ownDevice],
    reads: [ownDevices],
    answers: { publicKey: vapidKeys().publicKey, items: [{ device, name: 'Chrome sur Android' }] },
  },

  addPushDevice: [
    {
      body: { endpoint, p256dh, auth, name },
      reads: [`get ${turn}, consistent`, `${ownDevices}, consistent`, `get PD#${device} PD, consistent`],
      writes: [counts, `put U#${amel} PD#${device}`, `put PD#${device} PD if attribute_not_exists(pk)`],
      items: {
        [`U#${amel} PD#${device}`]: {
          kind: 'pushDevice',
          record: { endpoint, p256dh, auth, name, addedAt: at, seenAt: at },
        },
        [`PD#${device} PD`]: { kind: 'pushDeviceOwner', memberId: amel },
      },
      answers: { device },
      refused: { [turn]: 'UNAVAILABLE', [`PD#${device} PD`]: 'UNAVAILABLE' },
    },
    {
      when: 'that another member had',
      body: { endpoint, p256dh, auth, name },
      given: [ownedBy(karim)],
      reads: [`get ${turn}, consistent`, `${ownDevices}, consistent`, `get PD#${device} PD, consistent`],
      writes: [
        counts,
        `put U#${amel} PD#${device}`,
        `put PD#${device} PD if memberId = "${karim}"`,
        `delete U#${karim} PD#${device}`,
      ],
      answers: { device },
      refused: { [`PD#${device} PD`]: 'UNAVAILABLE' },
    },
  ],

  renewPushDevice: [
    {
      body: { old: { endpoint, auth }, endpoint: other, p256dh, auth },
      given: ['O', ownDevice, ownedBy(amel)],
      reads: [
        `get PD#${device} PD, consistent`,
        `get U#${amel} PD#${device}, consistent`,
        `get U#${amel} A#PROFILE, consistent`,
        `get PD#${sha256(other)} PD, consistent`,
      ],
      writes: [
        `delete U#${amel} PD#${device} if attribute_exists(pk)`,
        `delete PD#${device} PD if attribute_not_exists(pk) OR memberId = "${amel}"`,
        `put U#${amel} PD#${sha256(other)}`,
        `put PD#${sha256(other)} PD if attribute_not_exists(pk)`,
      ],
      items: { [`U#${amel} PD#${sha256(other)}`]: { record: { ...stored, endpoint: other, seenAt: at } } },
      answers: { publicKey: vapidKeys().publicKey },
      refused: { [`U#${amel} PD#${device}`]: 'UNAVAILABLE', [`PD#${device} PD`]: 'UNAVAILABLE' },
    },
    {
      when: 'without the secret of the old one',
      body: { old: { endpoint, auth: 'B'.repeat(22) }, endpoint: other, p256dh, auth },
      given: ['O', ownDevice, ownedBy(amel)],
      reads: [`get PD#${device} PD, consistent`, `get U#${amel} PD#${device}, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],

  removePushDevice: [
    {
      params: { device },
      given: [ownDevice],
      reads: [`get U#${amel} PD#${device}, consistent`],
      writes: [
        `delete U#${amel} PD#${device} if attribute_exists(pk)`,
        `delete PD#${device} PD if attribute_not_exists(pk) OR memberId = "${amel}"`,
      ],
      refused: { [`U#${amel} PD#${device}`]: 'UNAVAILABLE', [`PD#${device} PD`]: 'UNAVAILABLE' },
    },
    { when: 'of another member', params: { device }, reads: [`get U#${amel} PD#${device}, consistent`] },
  ],

  mailStop: [
    {
      query: stop,
      given: ['O'],
      reads: [`get U#${amel} A#PROFILE, consistent`],
      answers: { page: expect.stringContaining('o***@example.org') },
    },
    { when: 'of a forged link', query: { token: 'forged' }, status: 410, answers: { page: expect.any(String) } },
  ],

  stopMails: {
    query: stop,
    given: ['O'],
    reads: [`get U#${amel} A#PROFILE, consistent`],
    writes: [`update U#${amel} A#PROFILE: SET noticeChoices = {…} if attribute_exists(pk)`],
    items: { [`U#${amel} A#PROFILE`]: { noticeChoices: { mail: { alerts: false } } } },
    answers: { page: expect.stringContaining('C&#39;est fait') },
    refused: { [`U#${amel} A#PROFILE`]: 'STATE_CHANGED' },
  },
});
