import { expect } from 'vitest';
import { receiptRoutes } from '#shared/receipts/contract.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import { memberIds, things } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { aCleanFile, signedFiles, uploadId } from '#test/support/mocked/files.ts';
import { receiptHandlers } from './handlers.ts';

const { O: amel, M: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const { receiptOfOwner: receipt } = things;
const file = aCleanFile('receipt_file', amel, { fileName: 'virement.jpg' });
const { sha256 } = file;
const past = '2026-06-15T10:00:00.000Z';
const approved: ReceiptRecord = { ...receipt, status: 'approved', validatedAt: '2026-11-12T10:00:00.000Z', version: 2 };
const key = `RC#${uploadId} META`;
const readFile = `get UP#${uploadId} UP, consistent`;
const readCount = `get U#${amel} RC, consistent`;
const readSame = `query pk = "RF#${sha256}", limit 1, consistent`;

examples(receiptRoutes, (deps) => receiptHandlers({ ...deps, files: signedFiles(), privateBucket: 'private' }), {
  sendReceipt: [
    {
      body: { uploadId, paidOn: '2026-11-19', reference: 'VIR 12' },
      given: [file],
      reads: [readFile, readCount, readSame],
      writes: [
        `update U#${amel} RC: SET pending = 1 if attribute_not_exists(pending) OR pending = 0`,
        `put ${key} if attribute_not_exists(pk)`,
        `put RF#${sha256} ${at}#${uploadId}`,
        `update UP#${uploadId} UP: SET state = "attached" REMOVE ttl, gs1pk, gs1sk, gs2pk, gs2sk if state = "clean"`,
        `put U#${amel} NT#${at}#new-1 if attribute_not_exists(pk)`,
      ],
      items: {
        [key]: {
          gs1pk: `U#${amel}#RC`,
          gs1sk: at,
          gs2pk: 'Q#RECEIPT#pending',
          gs2sk: at,
          gs3pk: 'ADM#RECEIPT#2026-11',
          gs3sk: `${at}#${uploadId}`,
          kind: 'receipt',
          version: 1,
          record: {
            id: uploadId,
            memberId: amel,
            payer: { firstName: 'O', lastName: 'Membre', status: 'approved' },
            key: 'receipt_file/file',
            fileName: 'virement.jpg',
            amount: { amount: 500_000, currency: 'DZD' },
            paidOn: '2026-11-19',
            reference: 'VIR 12',
            sentAt: at,
            status: 'pending',
          },
        },
        [`RF#${sha256} ${at}#${uploadId}`]: { kind: 'receiptFile', memberId: amel, sentAt: at },
      },
      answers: { id: uploadId, fileName: 'virement.jpg', status: 'pending', sentAt: at },
      refused: {
        [`U#${amel} RC`]: 'UNAVAILABLE',
        [key]: 'STATE_CHANGED',
        [`UP#${uploadId} UP`]: 'FILE_REFUSED',
        [`U#${amel} NT#${at}#new-1`]: 'STATE_CHANGED',
      },
    },
    {
      when: 'of a file that another member has sent',
      body: { uploadId },
      given: [
        file,
        { pk: `U#${amel}`, sk: 'RC', pending: 2 },
        { pk: `RF#${sha256}`, sk: '2026-01-01', memberId: karim, sentAt: '2026-01-01' },
      ],
      reads: [readFile, readCount, readSame],
      writes: [
        `update U#${amel} RC: SET pending = 3 if pending = 2`,
        `put ${key} if attribute_not_exists(pk)`,
        `put RF#${sha256} ${at}#${uploadId}`,
        `update UP#${uploadId} UP: SET state = "attached" REMOVE ttl, gs1pk, gs1sk, gs2pk, gs2sk if state = "clean"`,
        `put U#${amel} NT#${at}#new-1 if attribute_not_exists(pk)`,
      ],
      items: { [key]: { record: { sameFile: { sentAt: '2026-01-01', byOther: true } } } },
      answers: { id: uploadId },
    },
    {
      when: 'while its file is scanned',
      body: { uploadId },
      given: [{ ...file, state: 'scanning' }],
      reads: [readFile],
      status: 202,
      answers: { state: 'scanning' },
    },
  ],

  myReceipts: {
    given: [receipt],
    reads: [`query gs1pk = "U#${amel}#RC", backwards, limit 20`, readCount],
    answers: { items: [{ id: receipt.id, status: 'pending' }], pending: 0 },
  },

  withdrawSubscription: [
    {
      params: { receiptId: receipt.id },
      given: [approved, 'O'],
      reads: [`get RC#${receipt.id} META, consistent`, `get U#${amel} A#PROFILE, consistent`],
      writes: [
        `put RC#${receipt.id} META if version = 2`,
        `update U#${amel} A#PROFILE: SET gs2pk = "Q#PROFILE#approved", gs2sk = "0#${past}", gs3pk = "ADM#PROFILE#2026-06", gs3sk = "${past}#${amel}", kind = "profile", version = 2, record = {…} if version = 1`,
        `delete U#${amel} SUBEND`,
        `put U#${amel} NT#${at}#new-1 if attribute_not_exists(pk)`,
      ],
      items: {
        [`RC#${receipt.id} META`]: {
          gs2pk: 'Q#RECEIPT#withdrawn',
          gs2sk: at,
          version: 3,
          record: { status: 'approved', withdrawnAt: at },
        },
      },
      answers: { status: 'approved', withdrawnAt: at },
      refused: {
        [`RC#${receipt.id} META`]: 'UNAVAILABLE',
        [`U#${amel} A#PROFILE`]: 'UNAVAILABLE',
        [`U#${amel} NT#${at}#new-1`]: 'STATE_CHANGED',
      },
    },
    {
      when: 'a second time',
      params: { receiptId: receipt.id },
      given: [{ ...approved, withdrawnAt: '2026-11-18T08:00:00.000Z', version: 3 }],
      reads: [`get RC#${receipt.id} META, consistent`],
      answers: { withdrawnAt: '2026-11-18T08:00:00.000Z' },
    },
  ],

  receiptFile: {
    params: { receiptId: receipt.id },
    given: [receipt],
    reads: [`get RC#${receipt.id} META, consistent`],
    answers: {
      url: expect.stringMatching(/private.+receipts\/amel\/1-r1\.jpg\?.*X-Amz-Expires=3600/),
      kind: 'image',
      expiresAt: '2026-11-20T11:00:00.000Z',
    },
  },
});
