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

  const documents = await uploads.documents(memberId, sent, now()).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'FILE_REFUSED') throw error;
    throw new Refusal('DOCUMENTS_FAILED', undefined, error.details);
  });
  if (documents === 'scanning') return answer({ state: 'scanning' });
  return commit({ state: 'received' }, [profiles.save(attachDocuments(profile, documents.found)), ...documents.attach]);
}
