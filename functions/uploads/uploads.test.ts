import { expect } from 'vitest';
import { sha256 } from '#functions/platform/keys.ts';
import { uploadRoutes } from '#shared/uploads/contract.ts';
import { aProfile, memberIds, things } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { signedFiles } from '#test/support/mocked/files.ts';
import { uploadHandlers } from './handlers.ts';

const { O: amel, P: pending, A: admin, C: karim } = memberIds;
const nameless = { contentType: 'image/jpeg', size: 1000, sha256: `${'A'.repeat(43)}=` };
const file = { ...nameless, fileName: 'photo.jpg' };
const waitingOf = (ownerId: string) => `query gs1pk = "UP#${ownerId}"`;
const { assignedParcel: parcel } = things;
const turn = `RL#uploads#turn#${sha256(amel)} RL`;
const ticket = 't'.repeat(43);

/** A target in quarantine for exactly this file of the owner. */
const issues = (kind: string, ownerId: string, facts: object = {}) => ({
  writes: ['put UP#new-1 UP if attribute_not_exists(pk)'],
  items: {
    'UP#new-1 UP': {
      gs1pk: `UP#${ownerId}`,
      gs1sk: 'new-1',
      gs2pk: 'KEEP#2026-11-21',
      gs2sk: 'new-1',
      id: 'new-1',
      kind,
      ownerId,
      ...nameless,
      ...facts,
      state: 'issued',
      createdAt: '2026-11-20T10:00:00.000Z',
      ttl: 1_797_760_800,
    },
  },
  answers: {
    uploadId: 'new-1',
    url: expect.stringContaining(`quarantine/${kind}/${ownerId}/new-1?`),
    headers: { 'content-type': 'image/jpeg', 'if-none-match': '*', 'x-amz-checksum-sha256': nameless.sha256 },
    expiresAt: '2026-11-20T10:05:00.000Z',
  },
  refused: { 'UP#new-1 UP': 'STATE_CHANGED' },
});

examples(uploadRoutes, (deps) => uploadHandlers({ ...deps, files: signedFiles(), quarantine: 'quarantine' }), {
  requestSignUpUpload: [
    {
      body: { ticket, kind: 'id_document', ...file },
      given: [
        aProfile('P', { emailConfirmedAt: undefined }),
        {
          pk: `TK#${sha256(ticket)}`,
          sk: 'TK',
          kind: 'token',
          purpose: 'upload',
          memberId: pending,
          expiresAt: 1_800_000_000_000,
        },
      ],
      reads: [`get TK#${sha256(ticket)} TK, consistent`, `get U#${pending} A#PROFILE, consistent`, waitingOf(pending)],
      ...issues('id_document', pending),
    },
    {
      when: 'with an unknown ticket',
      body: { ticket, kind: 'id_document', ...file },
      reads: [`get TK#${sha256(ticket)} TK, consistent`],
      status: 410,
      answers: { code: 'INVALID_LINK' },
    },
  ],

  requestDocumentUpload: [
    { by: 'P', body: { kind: 'face_photo', ...file }, reads: [waitingOf(pending)], ...issues('face_photo', pending) },
    {
      when: 'by an approved member',
      body: { kind: 'face_photo', ...file },
      status: 409,
      answers: { code: 'ALREADY_VERIFIED' },
    },
  ],

  requestAvatarUpload: [
    { body: file, reads: [waitingOf(amel)], ...issues('avatar', amel) },
    {
      when: 'of another kind of file',
      body: { ...file, contentType: 'text/html' },
      status: 422,
      answers: { code: 'FILE_REFUSED', detail: 'Type de fichier non supporté' },
    },
  ],

  requestAdvertisementUpload: { body: file, reads: [waitingOf(admin)], ...issues('advertisement_picture', admin) },

  requestParcelUpload: [
    { body: file, reads: [waitingOf(amel)], ...issues('parcel_file', amel, { fileName: 'photo.jpg' }) },
    {
      when: 'with many unused files',
      body: file,
      given: Array.from({ length: 90 }, (_, at) => ({ pk: `UP#${at}`, sk: 'UP', gs1pk: `UP#${amel}`, size: 1 })),
      reads: [waitingOf(amel), `get ${turn}, consistent`, waitingOf(amel)],
      ...issues('parcel_file', amel),
      writes: [
        `update ${turn}: ADD count 1 SET ttl = 1795172400 if attribute_not_exists(count)`,
        'put UP#new-1 UP if attribute_not_exists(pk)',
      ],
      refused: { [turn]: 'UNAVAILABLE' },
    },
    {
      when: 'with too many unused files',
      body: file,
      given: Array.from({ length: 100 }, (_, at) => ({ pk: `UP#${at}`, sk: 'UP', gs1pk: `UP#${amel}`, size: 1 })),
      reads: [waitingOf(amel), `get ${turn}, consistent`, waitingOf(amel)],
      status: 409,
      answers: { code: 'LIMIT' },
    },
  ],

  requestReceiptUpload: {
    body: file,
    reads: [waitingOf(amel)],
    ...issues('receipt_file', amel, { fileName: 'photo.jpg' }),
  },

  requestProofUpload: [
    {
      by: 'C',
      params: { parcelId: parcel.id },
      body: { stage: 'pickup', ...file },
      given: [parcel],
      reads: [
        `get P#${parcel.id} META, consistent`,
        `query pk = "P#${parcel.id}" AND begins_with(sk, "PH#"), consistent`,
        waitingOf(karim),
      ],
      ...issues('proof', karim, { target: parcel.id, stage: 'pickup' }),
    },
    {
      when: 'of another stage',
      by: 'C',
      params: { parcelId: parcel.id },
      body: { stage: 'delivery', ...file },
      given: [parcel],
      reads: [`get P#${parcel.id} META, consistent`],
      status: 409,
      answers: { code: 'STATE_CHANGED' },
    },
  ],
});
