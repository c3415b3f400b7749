import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { readToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';

interface Sent {
  readonly ticket: string;
  readonly idDocument: string;
  readonly facePhoto: string;
}

/**
 * The member whose sign-up ticket allows documents. Throws INVALID_LINK (also if a newer sign-up has replaced theirs),
 * EXPIRED_LINK, and ALREADY_VERIFIED once their identity is verified.
 */
export async function ticketHolder({ table, now }: Deps, ticket: string): Promise<ProfileRecord> {
  const { memberId } = await readToken(table, ticket, 'upload', now());
  const profile = await profileRepository(table).read(memberId);
  if (!profile)
    throw new Refusal('INVALID_LINK', {
      title: 'Inscription remplacée',
      detail: 'Une inscription plus récente a été faite avec cette adresse email.',
    });
  if (profile.status === 'approved') throw new Refusal('ALREADY_VERIFIED');
  return profile;
}

/**
 * The two identity documents of a member who cannot sign in yet, by the ticket of their sign-up. `scanning` until both
 * are checked; DOCUMENTS_FAILED with a reason for each refused file. A ticket never changes a profile that already has
 * documents.
 */
export async function attachSignUpDocuments(
  deps: Deps,
  { ticket, ...sent }: Sent,
): Promise<Outcome<{ state: 'scanning' | 'received' }>> {
  const { table, now } = deps;
  const profile = await ticketHolder(deps, ticket);
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  const { id: memberId, idDocument, facePhoto } = profile;
  if (hasAll(profile, sent)) return answer({ state: 'received' });
  if (idDocument || facePhoto) throw new Refusal('NOT_ALLOWED');

  const documents = await uploads.documents(memberId, sent, now()).catch(async (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'FILE_REFUSED') throw error;
    // The other of two concurrent requests has attached them since the profile was read.
    const fresh = await profiles.read(memberId);
    if (fresh && hasAll(fresh, sent)) return 'received' as const;
    throw new Refusal('DOCUMENTS_FAILED', undefined, error.details);
  });
  if (documents === 'scanning' || documents === 'received') return answer({ state: documents });
  const late = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  return commit(
    { state: 'received' },
    [profiles.save(attachDocuments(profile, documents.found), late), ...documents.attach],
    () => attachSignUpDocuments(deps, { ticket, ...sent }),
  );
}

const hasAll = ({ idDocument, facePhoto }: ProfileRecord, sent: Omit<Sent, 'ticket'>) =>
  idDocument?.uploadId === sent.idDocument && facePhoto?.uploadId === sent.facePhoto;
