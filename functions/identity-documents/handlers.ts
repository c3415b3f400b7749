import { adminLog } from '#functions/admin/log.ts';
import { commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/files.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { DocumentKind } from '#shared/files.ts';
import type { identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import { Refusal } from '#shared/refusal.ts';

export interface IdentityDocumentDeps extends Deps {
  readonly files: Files;
  readonly identityBucket: string;
}

/** Identity files are seen by administrators only, by a link of 300 s, and each look is written down before it is possible. */
export function identityDocumentHandlers(deps: IdentityDocumentDeps): Handlers<typeof identityDocumentRoutes> {
  return {
    profileDocument: async ({ actor, params, subject }) => {
      const kind = DocumentKind.safeParse(params.kind);
      const document =
        kind.data === 'id_document' ? subject.idDocument : kind.data === 'face_photo' ? subject.facePhoto : undefined;
      if (!document) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(
        deps.identityBucket,
        document.key,
        document.contentType,
        linkSeconds.identity,
        deps.now(),
      );
      return commit(link, [
        adminLog(deps, actor, 'viewDocument', { type: 'profile', id: subject.id }, { document: params.kind }),
      ]);
    },
  };
}
