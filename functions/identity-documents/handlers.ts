import { adminLog } from '#functions/admin/log.ts';
import { commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { DocumentName, type identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

const documents: { readonly [Name in DocumentName]: (profile: ProfileRecord) => ProfileRecord['idDocument'] } = {
  id_document: ({ idDocument }) => idDocument,
  face_photo: ({ facePhoto }) => facePhoto,
  name_document: ({ newName }) => newName?.idDocument,
};

export interface IdentityDocumentDeps extends Deps {
  readonly files: Files;
  readonly identityBucket: string;
}

/** Each access is logged before the link is created. */
export function identityDocumentHandlers(deps: IdentityDocumentDeps): Handlers<typeof identityDocumentRoutes> {
  return {
    profileDocument: async ({ actor, params, resource }) => {
      const document = DocumentName.safeParse(params.kind).success
        ? documents[params.kind as DocumentName](resource)
        : undefined;
      if (!document) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(
        deps.identityBucket,
        document.key,
        document.contentType,
        linkSeconds.identity,
        deps.now(),
        // A PDF is examined inside the page.
        { how: 'inline' },
      );
      return commit(link, [
        adminLog(deps, actor, 'viewDocument', { type: 'profile', id: resource.id }, { document: params.kind }),
      ]);
    },
  };
}
