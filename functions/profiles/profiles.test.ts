import { profileRoutes } from '#shared/profiles/contract.ts';
import { aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { aCleanFile, uploadId } from '#test/support/mocked/files.ts';
import { profileHandlers } from './handlers.ts';

const { O: amel, M: karim, P: pending } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const key = `U#${amel} A#PROFILE`;
const readFile = `get UP#${uploadId} UP, consistent`;
/** The numbers of the member's badges. */
const countsOf = (id: string) => [
  `get U#${id} A#STATS`,
  `query pk = "U#${id}" AND sk BETWEEN "NT#" AND "NT#~", filter attribute_not_exists(record.readAt) AND ttl > 1795168800, backwards, limit 100`,
];
const saves = (id: string) =>
  `update U#${id} A#PROFILE: SET gs2pk = "Q#PROFILE#${id === pending ? 'pending' : 'approved'}", gs2sk = "GS2SK", gs3pk = "ADM#PROFILE#2026-06", gs3sk = "2026-06-15T10:00:00.000Z#${id}", kind = "profile", version = 2, record = {…} if version = 1`;
const without = '0#2026-06-15T10:00:00.000Z';
const savesAmel = saves(amel).replace('GS2SK', without);
const ofKarim = [
  `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
  `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
];
const newName = { firstName: 'Amal', lastName: 'Benali', at };
const trip = aTrip(201, 'M');

examples(profileRoutes, profileHandlers, {
  attachDocuments: [
    {
      by: 'P',
      body: { idDocument: uploadId },
      given: [aCleanFile('id_document', pending)],
      reads: [readFile],
      writes: [
        saves(pending).replace('GS2SK', '1#2026-11-20T09:59:00.000Z'),
        `update UP#${uploadId} UP: SET state = "attached", gs2pk = "KEEP#2027-02-18" REMOVE ttl, gs1pk, gs1sk if state = "clean"`,
      ],
      items: {
        [`U#${pending} A#PROFILE`]: {
          record: { id: pending, documentsVersion: 2, idDocument: { uploadId, key: 'id_document/file' } },
        },
      },
      answers: { idDocument: 'received', facePhoto: 'none' },
      refused: { [`U#${pending} A#PROFILE`]: 'STATE_CHANGED', [`UP#${uploadId} UP`]: 'FILE_REFUSED' },
    },
    {
      when: 'while a file is scanned',
      by: 'P',
      body: { idDocument: uploadId },
      given: [aCleanFile('id_document', pending, { state: 'scanning' })],
      reads: [readFile],
      status: 202,
      answers: { state: 'scanning' },
    },
  ],

  updateMyProfile: [
    {
      version: 1,
      body: { phone: '+33612345679' },
      reads: countsOf(amel),
      writes: [savesAmel],
      items: { [key]: { record: { id: amel, phone: '+33612345679', version: 2 } } },
      answers: { id: amel, phone: '+33612345679', version: 2 },
      refused: { [key]: 'STALE' },
    },
    {
      when: 'of an older version',
      version: 7,
      body: { phone: '+33612345679' },
      status: 412,
      answers: { code: 'STALE' },
    },
  ],

  proposeName: {
    body: { firstName: 'Amal', lastName: 'Benali', idDocument: uploadId },
    given: [aCleanFile('id_document', amel)],
    reads: [readFile, ...countsOf(amel)],
    writes: [
      savesAmel,
      `put U#${amel} A#NAME`,
      `update UP#${uploadId} UP: SET state = "attached", gs2pk = "KEEP#2027-02-18" REMOVE ttl, gs1pk, gs1sk if state = "clean"`,
    ],
    items: {
      [key]: { record: { firstName: 'O', newName: { ...newName, idDocument: { uploadId } }, version: 2 } },
      [`U#${amel} A#NAME`]: { gs2pk: 'Q#PROFILE#pending', gs2sk: `1#${at}`, kind: 'newName', id: amel },
    },
    answers: { firstName: 'O', newName, version: 2 },
    refused: { [key]: 'STALE', [`UP#${uploadId} UP`]: 'FILE_REFUSED' },
  },

  withdrawName: [
    {
      given: [aProfile('O', { newName })],
      reads: countsOf(amel),
      writes: [savesAmel, `delete U#${amel} A#NAME`],
      answers: { firstName: 'O', version: 2 },
      refused: { [key]: 'STALE' },
    },
    { when: 'without one', reads: countsOf(amel), answers: { firstName: 'O', version: 1 } },
  ],

  updateMySettings: {
    body: { phonePublic: true, emailNotifications: false },
    reads: countsOf(amel),
    writes: [`update ${key}: SET phonePublic = true, emailNotifications = false if attribute_exists(pk)`],
    answers: { settings: { phonePublic: true, emailNotifications: false }, version: 1 },
    refused: { [key]: 'STATE_CHANGED' },
  },

  setAvatar: [
    {
      body: { uploadId },
      given: [aCleanFile('avatar', amel, { key: `media/${uploadId}` })],
      reads: [readFile, ...countsOf(amel)],
      writes: [
        savesAmel,
        `update UP#${uploadId} UP: SET state = "attached" REMOVE ttl, gs1pk, gs1sk, gs2pk, gs2sk if state = "clean"`,
      ],
      items: { [key]: { record: { avatarKey: `media/${uploadId}`, version: 2 } } },
      answers: { avatarUrl: `/media/${uploadId}`, version: 2 },
      refused: { [key]: 'STALE', [`UP#${uploadId} UP`]: 'FILE_REFUSED' },
    },
    {
      when: 'again',
      body: { uploadId },
      given: [aProfile('O', { avatarKey: `media/${uploadId}` })],
      reads: countsOf(amel),
      answers: { avatarUrl: `/media/${uploadId}`, version: 1 },
    },
    {
      when: 'with the file of another member',
      body: { uploadId },
      given: [aCleanFile('avatar', karim)],
      reads: [readFile],
      status: 422,
      answers: { code: 'FILE_REFUSED', title: 'Fichier introuvable' },
    },
  ],

  deleteAvatar: {
    given: [aProfile('O', { avatarKey: `media/${uploadId}` })],
    writes: [savesAmel],
    refused: { [key]: 'STATE_CHANGED' },
  },

  readMember: {
    params: { userId: karim },
    given: [
      'M',
      { pk: `U#${karim}`, sk: 'A#STATS', tripCount: 3 },
      { pk: `U#${amel}`, sk: `FR#${karim}` },
      { pk: `U#${karim}`, sk: `BY#${amel}#BLOCKED`, kind: 'blocked' },
    ],
    reads: [...ofKarim, `get U#${amel} FR#${karim}`],
    answers: {
      id: karim,
      firstName: 'M',
      phoneNumber: 'Non renseigné',
      tripCount: 3,
      isFriend: true,
      isBlocked: true,
    },
  },

  memberTrips: {
    params: { userId: karim },
    given: ['M', trip, aTrip(202, 'M', { adminStatus: 'rejected' })],
    reads: [
      ...ofKarim,
      `query gs1pk = "U#${karim}#T" AND gs1sk >= "2026-11-20", limit 20`,
      `query gs1pk = "U#${karim}#T" AND gs1sk < "2026-11-20", backwards, limit 20`,
    ],
    answers: { items: [{ id: trip.id }] },
  },
});
