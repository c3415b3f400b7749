import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { readToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';

interface Sent {
  readonly ticket: string;
  readonly idDocument: string;
  readonly facePhoto: string;
}

/**
 * The two identity documents of a member who cannot sign in yet, by the ticket of his sign-up. `scanning` until both are
 * checked; DOCUMENTS_FAILED with a reason for each refused file. A ticket reaches no profile that has documents already.
 */
export async function attachSignUpDocuments(
  { table, now }: Deps,
  { ticket, ...sent }: Sent,
): Promise<Outcome<{ state: 'scanning' | 'received' }>> {
  const { memberId } = await readToken(table, ticket, 'upload', now());
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  const profile = await profiles.read(memberId);
  if (!profile) throw new Refusal('INVALID_LINK');
  const { idDocument, facePhoto } = profile;
  if (idDocument?.uploadId === sent.idDocument && facePhoto?.uploadId === sent.facePhoto)
    return answer({ state: 'received' });
  if (idDocument || facePhoto) throw new Refusal('NOT_ALLOWED');

  const documents = await uploads.documents(memberId, sent).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'FILE_REFUSED') throw error;
    throw new Refusal('DOCUMENTS_FAILED', undefined, { fields: await reasonsOf(uploads, memberId, sent) });
  });
  if (documents === 'scanning') return answer({ state: 'scanning' });
  return commit({ state: 'received' }, [profiles.save(attachDocuments(profile, documents.found)), ...documents.attach]);
}

/** Which of the two files cannot be used, and why. */
async function reasonsOf(
  uploads: ReturnType<typeof uploadRepository>,
  memberId: string,
  sent: Omit<Sent, 'ticket'>,
): Promise<Record<string, string>> {
  const reasonOf = (id: string, kind: 'id_document' | 'face_photo') =>
    uploads.take(id, memberId, kind).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'FILE_REFUSED') return error.sentence.detail;
        throw error;
      },
    );
  const [idDocument, facePhoto] = await Promise.all([
    reasonOf(sent.idDocument, 'id_document'),
    reasonOf(sent.facePhoto, 'face_photo'),
  ]);
  return { ...(idDocument ? { idDocument } : {}), ...(facePhoto ? { facePhoto } : {}) };
}
