import { expect } from 'vitest';
import type { Deps } from '#functions/serve.ts';
import { identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { signedFiles, uploadId } from '#test/support/mocked/files.ts';
import { identityDocumentHandlers } from './handlers.ts';

const { P: pending, A: admin } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const document = { uploadId, key: 'documents/file.pdf', contentType: 'application/pdf', at } as const;

const handlers = (deps: Deps) =>
  identityDocumentHandlers({ ...deps, files: signedFiles(), identityBucket: 'identity' });

examples(identityDocumentRoutes, handlers, {
  profileDocument: [
    {
      params: { userId: pending, kind: 'id_document' },
      given: [aProfile('P', { idDocument: document })],
      reads: [`get U#${pending} A#PROFILE, consistent`],
      writes: [`put LOG#2026-11 ${at}#new-1 if attribute_not_exists(pk)`],
      refused: { [`LOG#2026-11 ${at}#new-1`]: 'STATE_CHANGED' },
      items: {
        [`LOG#2026-11 ${at}#new-1`]: {
          gs1pk: `LOG#${pending}`,
          kind: 'log',
          record: {
            admin: { id: admin },
            action: 'viewDocument',
            targetId: pending,
            details: { document: 'id_document' },
          },
        },
      },
      answers: {
        url: expect.stringMatching(/identity.+documents\/file\.pdf\?.*X-Amz-Expires=300&/),
        kind: 'pdf',
        expiresAt: '2026-11-20T10:05:00.000Z',
      },
    },
    {
      when: 'that was not sent',
      params: { userId: pending, kind: 'face_photo' },
      given: ['P'],
      reads: [`get U#${pending} A#PROFILE, consistent`],
      status: 404,
      answers: { code: 'NOT_FOUND' },
    },
  ],
});
