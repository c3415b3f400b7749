import type { Me } from '#shared/accounts/contract.ts';
import { isSameName } from '#shared/values/names.ts';
import { useDocumentSending } from '#web/features/accounts/documents/use-document-sending.ts';
import { profilesApi, useOwnAccount } from '#web/features/profiles/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';

export interface ProfileValues {
  firstName: string;
  lastName: string;
  phone: string;
}
type Names = Pick<Me, 'firstName' | 'lastName'>;

export const namesIn = ({ newName, ...me }: Me): Names => newName ?? me;
/** The name of an unapproved member is not checked, nor is that of the root administrator. */
export const isNameChecked = ({ status, isRootAdmin }: Me) => status === 'approved' && !isRootAdmin;

/**
 * Saves the profile form: fields that change directly, and the new name of a verified member with its document. The
 * next try does not send saved parts again.
 */
export function useProfileSaving(me: Me) {
  const { latest, show } = useOwnAccount(me);
  const { progress, send, forget } = useDocumentSending();
  const keyOfTry = useIdempotencyKey();

  async function propose(names: Names, file: File | undefined): Promise<void> {
    if (isSameName(names, me)) {
      show(await profilesApi.withdrawName());
      return;
    }
    try {
      const body = { ...names, ...(file ? await send({ idDocument: file }, uploadsApi.requestDocumentUpload) : {}) };
      show(await untilScanned(() => profilesApi.proposeName({ body }, { idempotencyKey: keyOfTry(body) })));
    } catch (error) {
      if (asProblem(error).code === 'FILE_REFUSED') forget();
      throw error;
    }
  }

  async function save({ phone, ...names }: ProfileValues, file: File | undefined): Promise<void> {
    const { version } = latest();
    if (!isNameChecked(me)) {
      show(await profilesApi.updateMyProfile({ body: { ...names, phone }, version }));
      return;
    }
    if (phone !== latest().phone) show(await profilesApi.updateMyProfile({ body: { phone }, version }));
    if (!isSameName(names, namesIn(me))) await propose(names, file);
  }

  return { save, progress: progress.idDocument };
}
